import { districtByCode } from '../../../catalogs/districts.ts';
import type { Company } from '../../../core/company/company.ts';
import { companyFileOf } from '../../../core/company/company-file-of.ts';
import type { Problem } from '../../../core/refusals/refusal.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import { answerIn, catalogQuestions } from '../../answers.ts';
import { codeNamed, labelIn } from '../../catalogs.ts';
import { type Field, firstButton, textField } from '../../fields.ts';
import type { Fields } from '../../form.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField } from '../../layout.ts';
import { catalogLists } from '../../suggesting.ts';
import { addressIn } from '../../visit.ts';
import { belowCompany, codesIn, editing, keepButton, notKept } from './company-form.ts';

/** The fields of an establishment, by their names in the company file. */
const PLACE_FIELDS: readonly Field[] = [
  { name: 'code', label: 'Código', hint: 'M001 casa matriz, S001 sucursal, B001 bodega.' },
  { name: 'points_of_sale', label: 'Puntos de venta', hint: 'Separados por comas: P001, P002.' },
  { name: 'address', label: 'Dirección (si es otra)' },
  { name: 'district', label: 'Distrito (si es otro)', catalog: 'district' },
  { name: 'phone', label: 'Teléfono (si es otro)' },
  { name: 'email', label: 'Correo (si es otro)' },
];
/** They are written in capitals. */
const CODES = ['code', 'points_of_sale'];

const PATH = '/empresa/establecimientos';

/** `/app/e/:slug/empresa/establecimientos`: from where the company issues. */
export const PLACES = editing<readonly FormFields[]>({
  path: PATH,
  what: 'establecimientos',
  valuesOf: ({ establishments }) => establishments.map(placeValuesOf),
  typedIn: placesIn,
  fileWith: (company, places) => ({
    ...companyFileOf(company),
    establishments: places.map((place) => inFile(company, place)),
  }),
  page(visit, { values: places, problems }) {
    const others = problems.filter(({ path }) => !/^establishments\[\d+\]\./.test(path));
    const alert = notKept(
      problems,
      others.map(({ message }) => message),
    );
    const fields = [...places, {}].map((place, index) => placeFields(place, index, problems));
    const body = html`${alert}
<p class="soft">De dónde emite la empresa. Un lugar que ya emitió documentos no se puede quitar; para quitar otro, borre su código y sus datos.</p>
<form method="post" action="${addressIn(visit, PATH)}">${csrfField(visit.csrf)}${firstButton('Guardar')}
${fields}
${keepButton(visit)}
${catalogLists(['district'])}`;
    return belowCompany(visit, { title: 'Establecimientos', main: 'narrow', body });
  },
});

function placeValuesOf({ code, pointsOfSale, address, phone, email }: Company['establishments'][number]) {
  const district = address === null ? null : districtByCode(address.departamento, address.distrito);
  return {
    code,
    points_of_sale: pointsOfSale.join(', '),
    address: address?.complemento ?? '',
    district: district === null ? '' : labelIn('district', district.id),
    phone: phone ?? '',
    email: email ?? '',
  };
}

/**
 * The places of a form, but for the empty ones, with the district that was chosen for one of them. A form has the fields of
 * each as often as places.
 */
function placesIn(form: Fields): readonly FormFields[] {
  const answer = answerIn(form);
  const places = form.all('code').map((_, index): FormFields => {
    const typed = PLACE_FIELDS.map(({ name }) => {
      const text = (form.all(name)[index] ?? '').trim();
      if (answer?.field === `${name}-${index}` && name === 'district') return [name, answer.label];
      return [name, CODES.includes(name) ? text.toUpperCase() : text];
    });
    return Object.fromEntries(typed);
  });
  return places.filter((place) => Object.values(place).some((text) => text !== ''));
}

function inFile(
  { establishments }: Company,
  { code = '', points_of_sale = '', district = '', ...place }: FormFields,
) {
  const known = establishments.find((one) => one.code === code);
  return {
    ...Object.fromEntries(Object.entries(place).filter(([, value]) => value !== '')),
    ...(district === '' ? {} : { district: codeNamed('district', district) }),
    kind: known?.kind ?? null,
    code,
    points_of_sale: codesIn(points_of_sale),
  };
}

/** The fields of a place, or of one more where `place` has no code. */
function placeFields(place: FormFields, index: number, problems: readonly Problem[]): Markup {
  const fields = PLACE_FIELDS.map((field) => {
    const { name, catalog } = field;
    const value = place[name] ?? '';
    const path = `establishments[${index}].${name}`;
    const problem = problems.find((one) => one.path === path || one.path.startsWith(`${path}[`))?.message;
    const id = `${name}-${index}`;
    const [question] = catalog === undefined ? [] : catalogQuestions(id, catalog, value);
    return textField({ ...field, id, value, isRequired: false, problem, question });
  });
  return html`<fieldset class="card"><legend><bdi>${place['code'] || 'Agregar otro'}</bdi></legend><div class="fields">${fields}</div></fieldset>`;
}
