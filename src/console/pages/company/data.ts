import { districtByCode } from '../../../catalogs/districts.ts';
import type { Company } from '../../../core/company/company.ts';
import { companyFileOf } from '../../../core/company/company-file-of.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import { catalogQuestions, typedIn } from '../../answers.ts';
import { codeNamed, labelIn } from '../../catalogs.ts';
import { alertOf, type Field, firstButton, problemOf, textField } from '../../fields.ts';
import type { Fields } from '../../form.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField } from '../../layout.ts';
import { catalogLists } from '../../suggesting.ts';
import { addressIn } from '../../visit.ts';
import { belowCompany, editing, keepButton, toldWith } from './company-form.ts';

/** The fields of a company's data, by their names in the company file. */
const DATA_FIELDS: readonly Field[] = [
  { name: 'name', label: 'Nombre o razón social', hint: 'Como está en el registro de IVA.' },
  { name: 'trade_name', label: 'Nombre comercial', isOptional: true },
  { name: 'nrc', label: 'NRC', inputmode: 'numeric' },
  {
    name: 'activity_code',
    label: 'Actividad económica',
    hint: 'Escriba una palabra que la nombre, como panadería, o su código.',
    catalog: 'activity_code',
  },
  { name: 'phone', label: 'Teléfono', type: 'tel', inputmode: 'tel' },
  { name: 'email', label: 'Correo', type: 'email', inputmode: 'email' },
  { name: 'address', label: 'Dirección' },
  { name: 'district', label: 'Distrito', hint: 'Escriba su nombre: Santa Tecla.', catalog: 'district' },
];
export const DATA_NAMES = DATA_FIELDS.map(({ name }) => name);

/** The lists of the catalogs behind these fields. */
export const DATA_LISTS = catalogLists(DATA_FIELDS.flatMap(({ catalog }) => catalog ?? []));

/** `/app/e/:slug/empresa/datos`: who the company is. */
export const DATA = editing<FormFields>({
  path: '/empresa/datos',
  what: 'datos',
  valuesOf,
  typedIn: dataTypedIn,
  fileWith(company, values) {
    const { department: _d, municipality: _m, district_code: _c, ...file } = companyFileOf(company);
    return { ...file, ...dataInFile(values) };
  },
  page(visit, { company, values, problems }) {
    const others = problems.filter(({ path }) => !DATA_NAMES.includes(path)).map(toldWith);
    const marked = problems.length > 0 ? 'No se guardó nada: revise los campos marcados.' : null;
    const body = html`${alertOf(others.length > 0 ? others.join(' ') : marked)}
<section class="card"><p class="soft">NIT ${company.nit}</p><form method="post" action="${addressIn(visit, '/empresa/datos')}">${csrfField(visit.csrf)}${firstButton('Guardar')}
${dataFields(values, (name) => problemOf(problems, name))}${keepButton(visit)}
${DATA_LISTS}</section>`;
    return belowCompany(visit, { title: 'Datos de la empresa', main: 'narrow', body });
  },
});

function valuesOf(company: Company): FormFields {
  const { name, nrc, phone, email, address } = company;
  const district = districtByCode(address.departamento, address.distrito);
  return {
    name,
    trade_name: company.tradeName ?? '',
    nrc,
    activity_code: labelIn('activity_code', company.activityCode),
    phone,
    email,
    address: address.complemento,
    district: district === null ? '' : labelIn('district', district.id),
  };
}

/** The fields with what is wrong with them, and with what the texts of catalogs may mean. */
export function dataFields(values: FormFields, problemOf: (name: string) => string | undefined): Markup[] {
  return DATA_FIELDS.map((field) => {
    const { name, catalog } = field;
    const value = values[name] ?? '';
    const [question] = catalog === undefined ? [] : catalogQuestions(name, catalog, value);
    return textField({ ...field, value, question, problem: problemOf(name) });
  });
}

/** The fields of a form as they were typed, with the entry of a catalog that was chosen in it. */
export function dataTypedIn(form: Fields): FormFields {
  return typedIn(form, DATA_NAMES);
}

/** The data as a company file has them; codes may stand before their words. */
export function dataInFile(values: FormFields): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    DATA_FIELDS.map(({ name, catalog, isOptional = false }) => {
      const text = values[name] ?? '';
      if (catalog !== undefined) return [name, codeNamed(catalog, text)];
      return [name, isOptional ? text || null : text];
    }),
  );
}
