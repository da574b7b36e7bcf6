import type { FastifyInstance } from 'fastify';
import type { Company } from '../../../core/company/company.ts';
import { companyFileOf } from '../../../core/company/company-file-of.ts';
import {
  importOwnCertificate,
  keepOwnCredentials,
  type OwnCompanyContext,
} from '../../../operations/companies/change-own-company.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import { type CompanyFileReading, readCompanyFile } from '../../../schema/read-company-file.ts';
import type { Fields } from '../../form.ts';
import type { Markup } from '../../html.ts';
import { type Page, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { entryNamed } from '../issue/catalog-fields.ts';
import { certificatePage, credentialsPage, type DataValues, dataPage, dataValuesOf } from './forms-view.ts';
import { registerLooks } from './looks-route.ts';
import { keepReading, registerPlaces } from './places-route.ts';
import { companyPage } from './view.ts';

const PATH = '/empresa';

/** `/app/e/:slug/empresa`: what a company has to set up before it issues, step by step. */
export function registerCompany(app: FastifyInstance, parts: ConsoleParts): void {
  const register = (page: Page<CompanyVisit>) =>
    registerPage(app, parts, { ...page, permission: 'manage_company' });
  register({ path: PATH, get: (visit) => showSteps(parts, visit) });
  registerData(register, parts);
  registerPlaces(register, parts);
  registerLooks(register, parts);
  registerCertificate(register, parts);
  registerCredentials(register, parts);
}

type Register = (page: Page<CompanyVisit>) => void;

async function showSteps(parts: ConsoleParts, visit: CompanyVisit): Promise<Markup> {
  const { companyId, company } = visit;
  const [{ company: full }, setup, standing] = await Promise.all([
    parts.own.company.file(companyId),
    parts.own.company.secrets.setup(companyId, company.ambiente),
    parts.operating.today.standing(companyId, company.ambiente),
  ]);
  const done = visit.query.one('hecho');
  return companyPage(visit, { full, setup, standing, done, nowMs: parts.clock.now() });
}

function registerData(register: Register, parts: ConsoleParts): void {
  register({
    path: `${PATH}/datos`,
    async get(visit) {
      const { company } = await parts.own.company.file(visit.companyId);
      return dataPage(visit, { values: dataValuesOf(company), problems: [], company });
    },
    async refill(visit) {
      const { company } = await parts.own.company.file(visit.companyId);
      return dataPage(visit, { values: typedIn(visit.form), problems: [], company });
    },
    async post(visit, reply) {
      const before = await parts.own.company.file(visit.companyId);
      const values = typedIn(visit.form);
      const reading = readData(before.company, values);
      const problems = await keepReading(parts, visit, { before, reading, what: 'datos' });
      if (problems.length === 0) return reply.redirect(addressIn(visit, `${PATH}?hecho=datos`), 303);
      reply.code(422);
      return dataPage(visit, { values, problems, company: before.company });
    },
  });
}

/** The fields of the form, as they were typed. */
function typedIn(form: Fields): DataValues {
  return {
    name: form.one('name'),
    trade_name: form.one('trade_name'),
    nrc: form.one('nrc'),
    activity_code: form.one('activity_code'),
    phone: form.one('phone'),
    email: form.one('email'),
    address: form.one('address'),
    district: form.one('district'),
  };
}

/** The company file with what was typed in the place of what it had; codes may stand before their words. */
function readData(
  company: Company,
  { district, activity_code: activity, ...typed }: DataValues,
): CompanyFileReading {
  const { department: _d, municipality: _m, district_code: _c, ...file } = companyFileOf(company);
  return readCompanyFile({
    ...file,
    ...typed,
    trade_name: typed.trade_name === '' ? null : typed.trade_name,
    activity_code: entryNamed('activity_code', activity)?.code ?? activity,
    district: entryNamed('district', district)?.code ?? district,
  });
}

function registerCertificate(register: Register, parts: ConsoleParts): void {
  const show = async (visit: CompanyVisit, problems: readonly string[] = []) => {
    const { companyId, company } = visit;
    const { certificate } = await parts.own.company.secrets.setup(companyId, company.ambiente);
    return certificatePage(visit, { certificate, problems, nowMs: parts.clock.now() });
  };
  register({
    path: `${PATH}/certificado`,
    get: (visit) => show(visit),
    refill: (visit) => show(visit),
    async post(visit, reply) {
      const bytes = Buffer.from(visit.form.one('certificate'), 'base64');
      const [password = ''] = visit.form.all('certificate_password');
      const outcome =
        bytes.length === 0
          ? { kind: 'refused' as const, problems: ['Elija el archivo del certificado.'] }
          : await importOwnCertificate(contextOf(parts), changeIn(visit), { bytes, password });
      if (outcome.kind === 'imported')
        return reply.redirect(addressIn(visit, `${PATH}?hecho=certificado`), 303);
      reply.code(422);
      return show(visit, outcome.problems);
    },
  });
}

function registerCredentials(register: Register, parts: ConsoleParts): void {
  const show = async (visit: CompanyVisit, problem: string | null = null) => {
    const { companyId, company } = visit;
    const { user } = await parts.own.company.secrets.setup(companyId, company.ambiente);
    return credentialsPage(visit, { user, problem });
  };
  register({
    path: `${PATH}/hacienda`,
    get: (visit) => show(visit),
    refill: (visit) => show(visit),
    async post(visit, reply) {
      const user = visit.form.one('user');
      const [password = ''] = visit.form.all('password');
      const problem = await whyNotSignedIn(parts, visit, { user, password });
      if (problem.refusal !== null) {
        reply.code(422);
        return show(visit, problem.refusal);
      }
      await keepOwnCredentials(contextOf(parts), changeIn(visit), { user, password });
      return reply.redirect(
        addressIn(visit, `${PATH}?hecho=${problem.isSilent ? 'sin_probar' : 'hacienda'}`),
        303,
      );
    },
  });
}

/** What the authority's codes mean (Manual Técnico V1.0, page 19). */
const SIGN_IN_CODES: ReadonlyMap<string | null, string> = new Map([
  ['103', ': la contraseña venció, cámbiela en el portal de Hacienda'],
  ['106', ': la contraseña no es correcta'],
]);

/** Tries the credentials at once; a wrong one is kept nowhere. Nobody holds a place while the authority is waited for. */
async function whyNotSignedIn(
  parts: ConsoleParts,
  { company, place }: CompanyVisit,
  credentials: { readonly user: string; readonly password: string },
): Promise<{ readonly refusal: string | null; readonly isSilent: boolean }> {
  if (credentials.user === '' || credentials.password === '')
    return { refusal: 'Escriba el usuario y la contraseña.', isSilent: false };
  const signIn = await place.outside(() => parts.own.trySignIn(company.ambiente, credentials));
  if (signIn.kind !== 'refused') return { refusal: null, isSilent: signIn.kind === 'unanswered' };
  const named = signIn.code === null ? '' : `, código ${signIn.code}`;
  const meaning = SIGN_IN_CODES.get(signIn.code) ?? '';
  return {
    refusal: `Hacienda no dejó entrar a este usuario (HTTP ${signIn.status}${named})${meaning}. No se guardó nada.`,
    isSilent: false,
  };
}

function contextOf({ own, users, clock }: ConsoleParts): OwnCompanyContext {
  return { ownCompany: own.company, deeds: users.deeds, vault: own.vault, now: clock.now };
}

function changeIn({ session, origin, companyId }: CompanyVisit) {
  return { by: doerOf(session, origin), companyId };
}
