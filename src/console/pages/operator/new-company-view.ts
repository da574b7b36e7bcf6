import type { Problem } from '../../../core/refusals/problem.ts';
import { alertOf, choiceField, firstButton, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField } from '../../layout.ts';
import { operatorLayout } from '../../operator-layout.ts';
import { catalogLists } from '../../suggesting.ts';
import type { UserVisit } from '../../visit.ts';
import { DATA_CATALOGS, dataFields } from '../company/data-fields.ts';
import { GENERATIONS, type NewCompany } from './new-company-form.ts';

const SERIES = [
  { value: 'centralized', label: 'Una de la empresa' },
  { value: 'establishment', label: 'Una por establecimiento' },
  { value: 'point_of_sale', label: 'Una por punto de venta (con autorización de Hacienda)' },
];

const TEST = { value: '00', label: 'Pruebas, sin validez' };
const PRODUCTION = { value: '01', label: 'Producción' };

interface Shown {
  readonly typed: NewCompany;
  readonly problems: readonly Problem[];
  /** Why there can be no company of production here, as a sentence; null where there can. */
  readonly productionObstacle: string | null;
}

/** The form by which an operator opens a company. */
export function newCompanyPage(visit: UserVisit, { typed, problems, productionObstacle }: Shown): Markup {
  const { opening } = typed;
  const problemOf = (name: string) => problems.find(({ path }) => path === name)?.message;
  const text = (name: keyof typeof opening) => ({ name, value: opening[name], problem: problemOf(name) });
  const data = dataFields(typed.data, problemOf);
  const [name, ...rest] = data;
  const shown = [...data.map(({ text: field }) => field), OWN_FIELDS.join(' ')].join(' ');
  const others = problems.filter(({ path }) => path === '' || !shown.includes(path));
  const said = others.map(({ path, message }) => `${path} ${message}`.trim()).join(' ');
  const body = html`<p><a href="/app/operador">Empresas</a></p>
${alertOf(problems.length === 0 ? null : `No se abrió nada. ${said === '' ? 'Revise los campos marcados.' : said}`)}
<form method="post" action="/app/operador/empresas/nueva" class="opening">${csrfField(visit.csrf)}${firstButton('Abrir la empresa')}
<input type="hidden" name="company_id" value="${opening.company_id}">
<fieldset class="card"><legend>La empresa</legend><div class="fields">
${name}${textField({ ...text('nit'), label: 'NIT', hint: 'El de la empresa, o el DUI de una persona natural.', inputmode: 'numeric' })}${rest}
${textField({ ...text('slug'), label: 'Nombre corto', isOptional: true, hint: 'Va en las direcciones de la consola. Vacío, se forma del nombre.' })}
</div></fieldset>
<fieldset class="card"><legend>De dónde emite</legend><div class="fields">
${textField({ ...text('code'), label: 'Establecimiento', hint: 'El código que asignó Hacienda; M001 es la casa matriz. Los demás se agregan después.' })}
${textField({ ...text('points_of_sale'), label: 'Puntos de venta', hint: 'Separados por comas: P001, P002.' })}
</div></fieldset>
<fieldset class="card"><legend>Cómo emite</legend><div class="fields">
${choiceField({ ...text('environment'), label: 'Ambiente', options: productionObstacle === null ? [TEST, PRODUCTION] : [TEST], hint: productionObstacle ?? undefined })}
${choiceField({ ...text('schema_generation'), label: 'Esquema de los documentos', options: [...GENERATIONS] })}
${choiceField({ ...text('series_mode'), label: 'Numeración', options: SERIES })}
</div></fieldset>
<fieldset class="card"><legend>Su propietario</legend>
<p class="soft">Recibe una invitación, y termina de preparar la empresa. Puede invitarlo más tarde, en los usuarios de la empresa.</p>
<div class="fields">
${textField({ ...text('owner_name'), label: 'Nombre del propietario', isOptional: true, longest: 100 })}
${textField({ ...text('owner_email'), label: 'Correo del propietario', type: 'email', inputmode: 'email', isOptional: true })}
</div></fieldset>
<p class="actions"><button>Abrir la empresa</button><a href="/app/operador">Volver</a></p></form>
${catalogLists(DATA_CATALOGS)}`;
  return operatorLayout(visit, { title: 'Abrir una empresa', active: 'companies', body });
}

const OWN_FIELDS = [
  'nit',
  'slug',
  'code',
  'points_of_sale',
  'environment',
  'schema_generation',
  'series_mode',
  'owner_name',
  'owner_email',
];
