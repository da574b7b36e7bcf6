import { districtByCode } from '../../../catalogs/districts.ts';
import type { Company } from '../../../core/company/company.ts';
import type { Problem } from '../../../core/refusals/problem.ts';
import type { CertificateSummary } from '../../../operations/companies/ports.ts';
import { alertOf, type Field, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { dayOf } from '../../words.ts';
import { labelIn } from '../issue/catalog-fields.ts';

/** The fields of a company's data, by their names in the company file. */
export type DataValues = Readonly<
  Record<'name' | 'trade_name' | 'nrc' | 'activity_code' | 'phone' | 'email' | 'address' | 'district', string>
>;

export function dataValuesOf(company: Company): DataValues {
  const { departamento, distrito, complemento } = company.address;
  const district = districtByCode(departamento, distrito)?.id ?? '';
  return {
    name: company.name,
    trade_name: company.tradeName ?? '',
    nrc: company.nrc,
    activity_code: labelIn('activity_code', company.activityCode),
    phone: company.phone,
    email: company.email,
    address: complemento,
    district: district === '' ? '' : labelIn('district', district),
  };
}

const DATA_FIELDS: readonly (Field & { readonly name: keyof DataValues; readonly catalog?: string })[] = [
  { name: 'name', label: 'Nombre o razón social', hint: 'Como está en el registro de IVA.' },
  { name: 'trade_name', label: 'Nombre comercial', isOptional: true },
  { name: 'nrc', label: 'NRC', inputmode: 'numeric' },
  {
    name: 'activity_code',
    label: 'Actividad económica',
    hint: 'El código, o palabras que la nombren: panadería.',
    catalog: 'activity_code',
  },
  { name: 'phone', label: 'Teléfono', type: 'tel', inputmode: 'tel' },
  { name: 'email', label: 'Correo', type: 'email', inputmode: 'email' },
  { name: 'address', label: 'Dirección' },
  { name: 'district', label: 'Distrito', hint: 'Escriba su nombre: Santa Tecla.', catalog: 'district' },
];

export function dataPage(
  visit: CompanyVisit,
  {
    values,
    problems,
    company,
  }: { readonly values: DataValues; readonly problems: readonly Problem[]; readonly company: Company },
): Markup {
  const known = new Set<string>(DATA_FIELDS.map(({ name }) => name));
  const others = problems.filter(({ path }) => !known.has(path));
  const fields = DATA_FIELDS.map(({ catalog: _, ...field }) =>
    textField({
      ...field,
      value: values[field.name],
      problem: problems.find(({ path }) => path === field.name)?.message,
    }),
  );
  const alert =
    others.length === 0 ? null : others.map(({ path, message }) => `${path} ${message}`.trim()).join(' ');
  return formPage(visit, {
    title: 'Datos de la empresa',
    alert: alert ?? (problems.length > 0 ? 'No se guardó nada: revise los campos marcados.' : null),
    body: html`<p class="soft">NIT ${company.nit}</p><form method="post" action="${addressIn(visit, '/empresa/datos')}">${csrfField(visit.csrf)}
${fields}<p class="actions"><button>Guardar</button><a href="${addressIn(visit, '/empresa')}">Volver</a></p></form>`,
  });
}

export function certificatePage(
  visit: CompanyVisit,
  {
    certificate,
    problems,
    nowMs,
  }: {
    readonly certificate: CertificateSummary | null;
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
<p class="actions"><button>Comprobar y guardar</button><a href="${addressIn(visit, '/empresa')}">Volver</a></p></form>`,
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
