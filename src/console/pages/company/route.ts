import type { FastifyInstance } from 'fastify';
import type { Company } from '../../../core/company/company.ts';
import { companyFileOf } from '../../../core/company/company-file-of.ts';
import {
  equipOwnForTests,
  importOwnCertificate,
  keepOwnCredentials,
  type OwnCompanyContext,
} from '../../../operations/companies/change-own-company.ts';
import { listUsers } from '../../../operations/users/manage-users.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import { type CompanyFileReading, readCompanyFile } from '../../../schema/read-company-file.ts';
import { answerIn, isLookUp } from '../../answers.ts';
import type { Fields } from '../../form.ts';
import type { Markup } from '../../html.ts';
import { type Page, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { type DataValues, dataInFile, dataTypedIn, dataValuesOf } from './data-fields.ts';
import { certificatePage, credentialsPage, dataPage } from './forms-view.ts';
import { registerLooks } from './looks-route.ts';
import { registerMail } from './mail-route.ts';
import { keepReading, registerPlaces } from './places-route.ts';
import { registerSettings } from './settings-route.ts';
import { registerTestSale, TEST_SALE_REF } from './test-sale-route.ts';
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
  registerMail(register, parts);
  registerSettings(register, parts);
  registerTestSale(register, parts, (visit, refusal) => showSteps(parts, visit, refusal));
}

type Register = (page: Page<CompanyVisit>) => void;

async function showSteps(
  parts: ConsoleParts,
  visit: CompanyVisit,
  refusal: string | null = null,
): Promise<Markup> {
  const { companyId, company } = visit;
  const [{ company: full }, setup, standing, people, testSale] = await Promise.all([
    parts.own.company.file(companyId),
    parts.own.company.secrets.setup(companyId, company.ambiente),
    parts.operating.today.standing(companyId, company.ambiente),
    listUsers(parts.users, companyId),
    parts.issuing.store.findByReference(companyId, TEST_SALE_REF),
  ]);
  return companyPage(visit, {
    full,
    setup,
    standing,
    people,
    testSale,
    refusal,
    installationMails: parts.users.mailAccounts.ofInstallation !== null,
    done: visit.query.one('hecho'),
    nowMs: parts.clock.now(),
  });
}

function registerData(register: Register, parts: ConsoleParts): void {
  const show = async (visit: CompanyVisit) => {
    const { company } = await parts.own.company.file(visit.companyId);
    return dataPage(visit, { values: lookedUp(visit.form), problems: [], company });
  };
  register({
    path: `${PATH}/datos`,
    async get(visit) {
      const { company } = await parts.own.company.file(visit.companyId);
      return dataPage(visit, { values: dataValuesOf(company), problems: [], company });
    },
    refill: show,
    async post(visit, reply) {
      if (isLookUp(visit.form)) return show(visit);
      const before = await parts.own.company.file(visit.companyId);
      const values = dataTypedIn(visit.form);
      const reading = readData(before.company, values);
      const problems = await keepReading(parts, visit, { before, reading, what: 'datos' });
      if (problems.length === 0) return reply.redirect(addressIn(visit, `${PATH}?hecho=datos`), 303);
      reply.code(422);
      return dataPage(visit, { values, problems, company: before.company });
    },
  });
}

/** The company file with what was typed in the place of what it had. */
function readData(company: Company, values: DataValues): CompanyFileReading {
  const { department: _d, municipality: _m, district_code: _c, ...file } = companyFileOf(company);
  return readCompanyFile({ ...file, ...dataInFile(values) });
}

/** What was typed, with the entry of a catalog that was chosen for it. */
function lookedUp(form: Fields): DataValues {
  const values = dataTypedIn(form);
  const answer = answerIn(form);
  return answer === null || !(answer.field in values) ? values : { ...values, [answer.field]: answer.label };
}

function registerCertificate(register: Register, parts: ConsoleParts): void {
  const show = async (visit: CompanyVisit, problems: readonly string[] = []) => {
    const { companyId, company } = visit;
    const { certificate } = await parts.own.company.secrets.setup(companyId, company.ambiente);
    const canBeMade = parts.own.testAuthority !== null && company.ambiente === '00' && certificate === null;
    return certificatePage(visit, { certificate, problems, canBeMade, nowMs: parts.clock.now() });
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
  registerTestCertificate(register, parts, show);
}

type Show = (visit: CompanyVisit, problems: readonly string[]) => Promise<Markup>;

/** In the sandbox nobody has a file of the Ministry's: the simulated authority takes one that is made here. */
function registerTestCertificate(register: Register, parts: ConsoleParts, show: Show): void {
  const { testAuthority } = parts.own;
  if (testAuthority === null) return;
  register({
    path: `${PATH}/certificado/prueba`,
    get: (visit, reply) => reply.redirect(addressIn(visit, `${PATH}/certificado`), 303),
    async post(visit, reply) {
      const outcome = await equipOwnForTests(contextOf(parts), changeIn(visit), testAuthority);
      if (outcome.kind === 'equipped')
        return reply.redirect(addressIn(visit, `${PATH}?hecho=certificado_prueba`), 303);
      reply.code(422);
      return show(visit, outcome.kind === 'problems' ? outcome.problems : [NOT_EQUIPPED[outcome.because]]);
    },
  });
}

const NOT_EQUIPPED = {
  production: 'En producción solo vale el certificado que entrega Hacienda.',
  has_certificate: 'La empresa ya tiene un certificado: queda como está.',
  has_credentials: 'La empresa ya tiene otras credenciales: quedan como están.',
} as const;

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
