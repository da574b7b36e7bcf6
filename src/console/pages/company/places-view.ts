import { districtByCode } from '../../../catalogs/districts.ts';
import type { Company } from '../../../core/company/company.ts';
import type { Problem } from '../../../core/refusals/problem.ts';
import { catalogQuestions } from '../../answers.ts';
import { labelIn } from '../../catalogs.ts';
import { alertOf, type Field, firstButton, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { catalogLists } from '../../suggesting.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';

/** The fields of an establishment, by their names in the company file. */
export type PlaceValues = Readonly<
  Record<'code' | 'points_of_sale' | 'address' | 'district' | 'phone' | 'email', string>
>;

export const PLACE_FIELDS: readonly (Field & { readonly name: keyof PlaceValues })[] = [
  { name: 'code', label: 'Código', hint: 'M001 casa matriz, S001 sucursal, B001 bodega.' },
  { name: 'points_of_sale', label: 'Puntos de venta', hint: 'Separados por comas: P001, P002.' },
  { name: 'address', label: 'Dirección (si es otra)' },
  { name: 'district', label: 'Distrito (si es otro)', catalog: 'district' },
  { name: 'phone', label: 'Teléfono (si es otro)' },
  { name: 'email', label: 'Correo (si es otro)' },
];

const EMPTY: PlaceValues = { code: '', points_of_sale: '', address: '', district: '', phone: '', email: '' };

export function placeValuesOf({ establishments }: Company): readonly PlaceValues[] {
  return establishments.map(({ code, pointsOfSale, address, phone, email }) => {
    const district = address === null ? null : districtByCode(address.departamento, address.distrito);
    return {
      code,
      points_of_sale: pointsOfSale.join(', '),
      address: address?.complemento ?? '',
      district: district === null ? '' : labelIn('district', district.id),
      phone: phone ?? '',
      email: email ?? '',
    };
  });
}

interface Places {
  readonly places: readonly PlaceValues[];
  readonly problems: readonly Problem[];
}

export function placesPage(visit: CompanyVisit, { places, problems }: Places): Markup {
  const others = problems.filter(({ path }) => !/^establishments\[\d+\]\./.test(path));
  const alert = others.map(({ message }) => message).join(' ');
  const main = html`<main class="narrow" id="main">
<p><a href="${addressIn(visit, '/empresa')}">Empresa</a></p>
<h1>Establecimientos</h1>
${alertOf(problems.length === 0 ? null : `No se guardó nada. ${alert === '' ? 'Revise los campos marcados.' : alert}`)}
<p class="soft">De dónde emite la empresa. Un lugar que ya emitió documentos no se puede quitar; para quitar otro, borre su código y sus datos.</p>
<form method="post" action="${addressIn(visit, '/empresa/establecimientos')}">${csrfField(visit.csrf)}${firstButton('Guardar')}
${[...places, EMPTY].map((place, index) => placeFields({ places, problems }, place, index))}
<p class="actions"><button>Guardar</button><a href="${addressIn(visit, '/empresa')}">Volver</a></p></form>
${catalogLists(['district'])}
</main>`;
  return companyLayout(visit, { title: 'Establecimientos', body: main, active: 'company' });
}

function placeFields({ places, problems }: Places, place: PlaceValues, index: number): Markup {
  const fields = PLACE_FIELDS.map((field) => {
    const { name, catalog } = field;
    const path = `establishments[${index}].${name}`;
    const problem = problems.find((one) => one.path === path || one.path.startsWith(`${path}[`))?.message;
    const id = `${name}-${index}`;
    const [question] = catalog === undefined ? [] : catalogQuestions(id, catalog, place[name]);
    return textField({ ...field, id, value: place[name], isRequired: false, problem, question });
  });
  const title = index < places.length && place.code !== '' ? place.code : 'Agregar otro';
  return html`<fieldset class="card"><legend><bdi>${title}</bdi></legend><div class="fields">${fields}</div></fieldset>`;
}
