import type { Company } from '../../../core/company/company.ts';
import type { Problem } from '../../../core/refusals/problem.ts';
import type { CertificateSummary } from '../../../operations/companies/ports.ts';
import { alertOf, firstButton, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { catalogLists } from '../../suggesting.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { dayOf } from '../../words.ts';
import { DATA_CATALOGS, type DataValues, dataFields, isDataField } from './data-fields.ts';

export function dataPage(
  visit: CompanyVisit,
  {
    values,
    problems,
    company,
  }: { readonly values: DataValues; readonly problems: readonly Problem[]; readonly company: Company },
): Markup {
  const others = problems.filter(({ path }) => !isDataField(path));
  const fields = dataFields(values, (name) => problems.find(({ path }) => path === name)?.message);
  const alert =
    others.length === 0 ? null : others.map(({ path, message }) => `${path} ${message}`.trim()).join(' ');
  return formPage(visit, {
    title: 'Datos de la empresa',
    alert: alert ?? (problems.length > 0 ? 'No se guardó nada: revise los campos marcados.' : null),
    body: html`<p class="soft">NIT ${company.nit}</p><form method="post" action="${addressIn(visit, '/empresa/datos')}">${csrfField(visit.csrf)}${firstButton('Guardar')}
${fields}<p class="actions"><button>Guardar</button><a href="${addressIn(visit, '/empresa')}">Volver</a></p></form>
${catalogLists(DATA_CATALOGS)}`,
  });
}

export function certificatePage(
  visit: CompanyVisit,
  {
    certificate,
    problems,
    canBeMade,
    nowMs,
  }: {
    readonly certificate: CertificateSummary | null;
    /** Whether a fictitious one can be made, which the simulated authority takes. */
    readonly canBeMade: boolean;
    readonly problems: readonly string[];
    readonly nowMs: number;
  },
): Markup {
  const state =
    certificate === null
      ? 'Todavía no hay ninguno.'
      : `El que está en uso ${nowMs > certificate.notAfterMs ? 'venció' : 'vale hasta'} el ${dayOf(certificate.notAfterMs)}.`;
  return formPage(visit, {
    title: 'Certificado',
    alert: problems.length === 0 ? null : `No se guardó. ${problems.join(' ')}`,
    body: html`<p class="soft">El archivo (.crt) que Hacienda le entregó para firmar, y su contraseña. ${state}</p>
<form method="post" enctype="multipart/form-data" action="${addressIn(visit, '/empresa/certificado')}">${csrfField(visit.csrf)}
<div class="field"><label for="certificate">Archivo del certificado</label><input id="certificate" name="certificate" type="file" accept=".crt,.xml,application/xml" required></div>
${textField({ name: 'certificate_password', label: 'Contraseña del certificado', type: 'password', hint: 'La de la llave privada. Se comprueba y no se guarda.' })}
<p class="actions"><button>Comprobar y guardar</button><a href="${addressIn(visit, '/empresa')}">Volver</a></p></form>
${
  canBeMade &&
  html`<h2>Para probar sin archivo</h2>
<p>Esta instalación trabaja con una Hacienda simulada. Sello puede hacer un certificado y unas credenciales ficticias, que solo valen aquí.</p>
<form method="post" action="${addressIn(visit, '/empresa/certificado/prueba')}">${csrfField(visit.csrf)}<p class="actions"><button class="secondary">Hacer un certificado de prueba</button></p></form>`
}`,
  });
}

export function credentialsPage(
  visit: CompanyVisit,
  { user, problem }: { readonly user: string | null; readonly problem: string | null },
): Markup {
  return formPage(visit, {
    title: 'Credenciales de Hacienda',
    alert: problem,
    body: html`<p class="soft">El usuario y la contraseña de la API de transmisión, que se piden en el portal de Hacienda. Se prueban en este momento y se guardan cifradas.</p>
<form method="post" action="${addressIn(visit, '/empresa/hacienda')}">${csrfField(visit.csrf)}
${textField({ name: 'user', label: 'Usuario', value: visit.form.one('user') || (user ?? ''), hint: 'Casi siempre el NIT, sin guiones.' })}
${textField({ name: 'password', label: 'Contraseña de la API', type: 'password' })}
<p class="actions"><button>Probar y guardar</button><a href="${addressIn(visit, '/empresa')}">Volver</a></p></form>`,
  });
}

function formPage(
  visit: CompanyVisit,
  { title, alert, body }: { readonly title: string; readonly alert: string | null; readonly body: Markup },
): Markup {
  const main = html`<main class="narrow" id="main">
<p><a href="${addressIn(visit, '/empresa')}">Empresa</a></p>
<h1>${title}</h1>
${alertOf(alert)}
<section class="card">${body}</section>
</main>`;
  return companyLayout(visit, { title, body: main, active: 'company' });
}
