import { authorityUser } from '../../../core/company/authority-user.ts';
import {
  equipOwnForTests,
  importOwnCertificate,
  keepOwnCredentials,
  type OwnCompanyContext,
} from '../../../operations/companies/change-own-company.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import { alertOf, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField } from '../../layout.ts';
import type { CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { type Address, addressIn, type CompanyVisit } from '../../visit.ts';
import { dayOf } from '../../words.ts';
import { belowCompany } from './company-form.ts';

const access = 'manage_company';
const CERTIFICATE = '/empresa/certificado';
const CREDENTIALS = '/empresa/hacienda';

/** `/app/e/:slug/empresa/certificado` and `/empresa/hacienda`: what nothing is signed and sent without. */
export function secretsPages({ own: { testAuthority } }: ConsoleParts): readonly CompanyPage[] {
  const pages: readonly CompanyPage[] = [
    {
      path: CERTIFICATE,
      access,
      get: (parts, visit) => certificatePage(parts, visit),
      refill: (parts, visit) => certificatePage(parts, visit),
      async post(parts, visit) {
        const bytes = Buffer.from(visit.form.one('certificate'), 'base64');
        const [password = ''] = visit.form.all('certificate_password');
        if (bytes.length === 0) return notTaken(parts, visit, ['Elija el archivo del certificado.']);
        const outcome = await importOwnCertificate(contextOf(parts), changeIn(visit), { bytes, password });
        return outcome.kind === 'imported'
          ? done(visit, 'certificado')
          : notTaken(parts, visit, outcome.problems);
      },
    },
    {
      path: CREDENTIALS,
      access,
      get: (parts, visit) => credentialsPage(parts, visit),
      refill: (parts, visit) => credentialsPage(parts, visit),
      async post(parts, visit) {
        const user = authorityUser(visit.form.one('user'));
        const [password = ''] = visit.form.all('password');
        const tried = await trySignIn(parts, visit, { user, password });
        if (tried.kind === 'refused')
          return { status: 422, page: await credentialsPage(parts, visit, tried.refusal) };
        await keepOwnCredentials(contextOf(parts), changeIn(visit), { user, password });
        return done(visit, tried.isSilent ? 'sin_probar' : 'hacienda');
      },
    },
  ];
  // In the sandbox nobody has a file of the Ministry's: the simulated authority takes one that is made here.
  const trial = (authority: NonNullable<typeof testAuthority>): CompanyPage => ({
    path: `${CERTIFICATE}/prueba`,
    access,
    get: (_parts, visit) => addressIn(visit, CERTIFICATE),
    async post(parts, visit) {
      const outcome = await equipOwnForTests(contextOf(parts), changeIn(visit), authority);
      if (outcome.kind === 'equipped') return done(visit, 'certificado_prueba');
      const problems = outcome.kind === 'problems' ? outcome.problems : [NOT_EQUIPPED[outcome.because]];
      return notTaken(parts, visit, problems);
    },
  });
  return testAuthority === null ? pages : [...pages, trial(testAuthority)];
}

const NOT_EQUIPPED = {
  production: 'En producción solo vale el certificado que entrega Hacienda.',
  has_certificate: 'La empresa ya tiene un certificado: queda como está.',
  has_credentials: 'La empresa ya tiene otras credenciales: quedan como están.',
} as const;

function contextOf({ own, users, clock }: ConsoleParts): OwnCompanyContext {
  return { ownCompany: own.company, deeds: users.deeds, vault: own.vault, now: clock.now };
}

function changeIn({ session, origin, companyId }: CompanyVisit) {
  return { by: doerOf(session, origin), companyId };
}

function done(visit: CompanyVisit, what: string): Address {
  return addressIn(visit, `/empresa?hecho=${what}`);
}

async function notTaken(parts: ConsoleParts, visit: CompanyVisit, problems: readonly string[]) {
  return { status: 422, page: await certificatePage(parts, visit, problems) };
}

async function certificatePage(
  { own, clock }: ConsoleParts,
  visit: CompanyVisit,
  problems: readonly string[] = [],
): Promise<Markup> {
  const { companyId, company, csrf } = visit;
  const { certificate } = await own.company.secrets.setup(companyId, company.ambiente);
  const hasEnded = certificate !== null && clock.now() > certificate.notAfterMs;
  const state =
    certificate === null
      ? 'Todavía no hay ninguno.'
      : `El que está en uso ${hasEnded ? 'venció' : 'vale hasta'} el ${dayOf(certificate.notAfterMs)}.`;
  // A fictitious one, which the simulated authority takes.
  const canBeMade = own.testAuthority !== null && company.ambiente === '00' && certificate === null;
  const body = html`${alertOf(problems.length === 0 ? null : `No se guardó. ${problems.join(' ')}`)}
<section class="card"><p class="soft">El archivo (.crt) que Hacienda le entregó para firmar, y su contraseña. ${state}</p>
<form method="post" enctype="multipart/form-data" action="${addressIn(visit, CERTIFICATE)}">${csrfField(csrf)}
<div class="field"><label for="certificate">Archivo del certificado</label><input id="certificate" name="certificate" type="file" accept=".crt,.xml,application/xml" required></div>
${textField({ name: 'certificate_password', label: 'Contraseña del certificado', type: 'password', hint: 'La de la llave privada. Se comprueba y no se guarda.' })}
<p class="actions"><button>Comprobar y guardar</button><a href="${addressIn(visit, '/empresa')}">Volver</a></p></form>
${
  canBeMade &&
  html`<h2>Para probar sin archivo</h2>
<p>Esta instalación trabaja con una Hacienda simulada. Sello puede hacer un certificado y unas credenciales ficticias, que solo valen aquí.</p>
<form method="post" action="${addressIn(visit, `${CERTIFICATE}/prueba`)}">${csrfField(csrf)}<p class="actions"><button class="secondary">Hacer un certificado de prueba</button></p></form>`
}</section>`;
  return belowCompany(visit, { title: 'Certificado', main: 'narrow', body });
}

async function credentialsPage(
  { own }: ConsoleParts,
  visit: CompanyVisit,
  problem: string | null = null,
): Promise<Markup> {
  const { companyId, company, form } = visit;
  const { user } = await own.company.secrets.setup(companyId, company.ambiente);
  const body = html`${alertOf(problem)}
<section class="card"><p class="soft">El usuario y la contraseña de la API de transmisión, que se piden en el portal de Hacienda. Se prueban en este momento y se guardan cifradas.</p>
<form method="post" action="${addressIn(visit, CREDENTIALS)}">${csrfField(visit.csrf)}
${textField({ name: 'user', label: 'Usuario', value: form.one('user') || (user ?? ''), hint: 'Casi siempre el NIT, sin guiones.' })}
${textField({ name: 'password', label: 'Contraseña de la API', type: 'password' })}
<p class="actions"><button>Probar y guardar</button><a href="${addressIn(visit, '/empresa')}">Volver</a></p></form></section>`;
  return belowCompany(visit, { title: 'Credenciales de Hacienda', main: 'narrow', body });
}

/** What the authority's codes mean (Manual Técnico V1.0, page 19). */
const SIGN_IN_CODES: ReadonlyMap<string | null, string> = new Map([
  ['103', ': la contraseña venció, cámbiela en el portal de Hacienda'],
  ['106', ': la contraseña no es correcta'],
]);

/** Tries the credentials at once; a wrong one is kept nowhere. Nobody holds a place while the authority is waited for. */
async function trySignIn(
  { own }: ConsoleParts,
  { company, place }: CompanyVisit,
  credentials: { readonly user: string; readonly password: string },
) {
  if (credentials.user === '' || credentials.password === '')
    return { kind: 'refused', refusal: 'Escriba el usuario y la contraseña.' } as const;
  const signIn = await place.outside(() => own.trySignIn(company.ambiente, credentials));
  if (signIn.kind !== 'refused') return { kind: 'tried', isSilent: signIn.kind === 'unanswered' } as const;
  const named = signIn.code === null ? '' : `, código ${signIn.code}`;
  const why = `(HTTP ${signIn.status}${named})${SIGN_IN_CODES.get(signIn.code) ?? ''}`;
  const refusal = `Hacienda no dejó entrar a este usuario ${why}. No se guardó nada.`;
  return { kind: 'refused', refusal } as const;
}
