import type { Company } from '../../../core/company/company.ts';
import { centsCell } from '../../../core/declaring/cents.ts';
import { PURCHASES, SALES_AND_NOTES } from '../../../core/declaring/declared-types.ts';
import { type CompanyClasses, type GivenClass, givenTo } from '../../../core/declaring/given-class.ts';
import { incomeClassOf, purchaseClassOf } from '../../../core/declaring/income-codes.ts';
import { type Period, periodWords } from '../../../core/declaring/period.ts';
import { isTipoDte, TIPOS_DTE, type TipoDte } from '../../../core/dte/kinds.ts';
import { titleOfType } from '../../../core/dte/titles.ts';
import type {
  ClassChange,
  ClassFilter,
  ClassGroup,
  ClassRecord,
} from '../../../operations/declarations/month-ports.ts';
import { shortTitle } from '../../document-words.ts';
import { alertOf, choiceField, doneOf, hiddenFields, type Option, optionsFrom } from '../../fields.ts';
import { type Fields, queryText } from '../../form.ts';
import { html, type Markup } from '../../html.ts';
import { CODE_FIELDS, type CodeField, OPERATION_IS_OF_INCOME, optionsOf } from '../../income-words.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { type Address, addressIn, type CompanyVisit } from '../../visit.ts';
import { countedOf, countOf, documentsOf, momentOf, moneyOf } from '../../words.ts';
import { pathOf } from './month-visit.ts';

/** What is said where a month's codes change no more. */
export const CLOSED = 'El mes está cerrado: sus códigos quedan como se declararon.';

/** Which documents were asked for; all sales and notes unless something is named. */
export function filterIn(fields: Fields): ClassFilter {
  const type = fields.one('tipo');
  return {
    types: isTipoDte(type) ? [type] : SALES_AND_NOTES,
    establishment: fields.one('establecimiento') || null,
    activityCode: fields.one('actividad') || null,
    areUnclassed: fields.one('codigos') === 'sin',
    references: null,
  };
}

/** The filter as the fields of a form. */
function filterFields({ types, establishment, activityCode, areUnclassed }: ClassFilter) {
  const [type = '', ...others] = types;
  return [
    ['tipo', others.length === 0 ? type : ''],
    ['establecimiento', establishment ?? ''],
    ['actividad', activityCode ?? ''],
    ['codigos', areUnclassed ? 'sin' : ''],
  ] as const;
}

/** The page with these documents. */
export function classesAddress(visit: CompanyVisit, period: Period, filter: ClassFilter): Address {
  return `${addressIn(visit, `${pathOf(period)}/clases`)}?${queryText(filterFields(filter))}`;
}

/** The codes of the documents that were asked for. */
export function codeFields({ types }: ClassFilter): readonly CodeField[] {
  return CODE_FIELDS[isOfPurchases(types) ? 'purchase' : 'sale'];
}

function isOfPurchases(types: readonly TipoDte[]): boolean {
  return types.some((type) => PURCHASES.includes(type));
}

interface ShownClasses {
  readonly period: Period;
  readonly filter: ClassFilter;
  readonly groups: readonly ClassGroup[];
  /** The newest first. */
  readonly changes: readonly ClassRecord[];
  readonly company: Company;
  /** How the month's documents without codes of their own are classed. */
  readonly classes: CompanyClasses;
  readonly isClosed: boolean;
  readonly problem: string | null;
}

/** With which codes the documents of a month are declared, and a form that changes those of many. */
export function classesPage(visit: CompanyVisit, shown: ShownClasses): Markup {
  const { period, filter, problem, isClosed, changes } = shown;
  const done = /^\d{1,9}$/.exec(visit.query.one('hecho'))?.[0];
  const title = `Códigos de renta de ${periodWords(period)}`;
  const changed = done && problem === null ? `Cambiaron ${documentsOf(Number(done))}.` : undefined;
  const body = html`${alertOf(problem)}
${doneOf(changed)}
<p class="soft">Los anexos llevan un tipo de operación y uno de ingreso para la renta, que no van en el documento. Lo que no tiene códigos propios va con los de la empresa.</p>
${!isOfPurchases(filter.types) && html`<p class="soft">${OPERATION_IS_OF_INCOME}</p>`}
${filterForm(visit, shown)}
${groupsSection(shown)}
${isClosed ? html`<section class="card"><h2>Cambiar</h2><p>${CLOSED}</p></section>` : changeForm(visit, period, filter)}
${changes.length > 0 && changesSection(changes)}`;
  const above = [periodWords(period), pathOf(period)] as const;
  return companyLayout(visit, { title, above, body, active: 'months' });
}

function filterForm(visit: CompanyVisit, { period, filter, groups, company }: ShownClasses): Markup {
  const codes = company.establishments.map(({ code }) => code);
  const activities = new Set([company.activityCode, ...groups.map(({ activityCode }) => activityCode)]);
  if (filter.activityCode !== null) activities.add(filter.activityCode);
  const plain = (value: string) => [value, value] as const;
  const choice = (name: string, label: string, options: readonly Option[]) => {
    const [, value] = filterFields(filter).find(([one]) => one === name) ?? [];
    return choiceField({ name, label, value, isRequired: false, options });
  };
  return html`<form method="get" action="${addressIn(visit, `${pathOf(period)}/clases`)}" class="card"><h2>Qué documentos</h2><div class="fields">
${choice('tipo', 'Tipo', [['', 'Ventas y notas'], ...TIPOS_DTE.map((type) => [type, titleOfType(type)] as const)])}
${choice('establecimiento', 'Establecimiento', [['', 'Todos'], ...codes.map(plain)])}
${choice('actividad', 'Actividad', [['', 'Todas'], ...[...activities].toSorted().map(plain)])}
${choice('codigos', 'Códigos', optionsFrom({ sin: 'Sin códigos propios' }, 'Todos'))}
</div><p class="actions"><button class="secondary">Ver</button></p></form>`;
}

function groupsSection({ groups, classes }: ShownClasses): Markup {
  const documents = groups.reduce((sum, group) => sum + group.documents, 0);
  if (documents === 0)
    return html`<section class="card"><h2>Cómo van</h2><p class="soft">Ningún documento del mes es así.</p></section>`;
  return html`<section class="card"><h2>Cómo van</h2><p class="small">${documentsOf(documents)}, con sello o sin él todavía, y también los rechazados y los que se invalidaron; los montos son los totales de los documentos, con su IVA.</p>
<table class="cards"><caption class="hidden-words">Los documentos del mes por sus códigos de renta</caption><thead><tr><th scope="col">Tipo</th><th scope="col">Estab.</th><th scope="col">Actividad</th><th scope="col">Códigos</th><th scope="col" class="num">Documentos</th><th scope="col" class="num">Monto</th></tr></thead>
<tbody>${groups.map((group) => groupRow(group, classes))}</tbody></table></section>`;
}

function groupRow(group: ClassGroup, classes: CompanyClasses): Markup {
  const { tipoDte, establishment, activityCode, own, documents, cents } = group;
  return html`<tr><th scope="row">${shortTitle(tipoDte)}</th><td data-label="Establecimiento">${establishment}</td><td data-label="Actividad">${activityCode}</td>
<td data-label="Códigos">${codesOf(group, classes)}<span class="small"> · ${own === null ? 'de la empresa' : 'propios'}</span></td>
<td class="num" data-label="Documentos">${countOf(documents)}</td><td class="num" data-label="Monto">${moneyOf(centsCell(cents))}</td></tr>`;
}

/** The codes with which documents are declared, their own or the company's. */
function codesOf(
  { tipoDte, establishment, activityCode, exportsServices, own }: ClassGroup,
  classes: CompanyClasses,
) {
  const isPurchase = PURCHASES.includes(tipoDte);
  const given = givenTo(own, { isPurchase, establishment, activityCode }, classes);
  if (isPurchase) {
    const { operationType, classification, sector, costType } = purchaseClassOf(given);
    return `operación ${operationType}, clasificación ${classification}, sector ${sector}, tipo ${costType}`;
  }
  const { operationType, incomeType } = incomeClassOf({ own, given, exportsServices });
  return `operación ${operationType}, ingreso ${incomeType}`;
}

function changeForm(visit: CompanyVisit, period: Period, filter: ClassFilter): Markup {
  const fields = codeFields(filter).map(({ field, label, words }) => {
    const options: readonly Option[] = [['', 'Como está'], ...optionsOf(words)];
    return choiceField({ name: field, label, value: visit.form.one(field), isRequired: false, options });
  });
  return html`<form method="post" action="${addressIn(visit, `${pathOf(period)}/clases`)}" class="card"><h2>Cambiar</h2>${csrfField(visit.csrf)}${hiddenFields(filterFields(filter))}
<p>Da otros códigos a todos estos documentos: ${filterWords(filter)}. Antes de hacerlo dice cuántos son.</p>
<div class="fields">${fields}</div>
${isOfPurchases(filter.types) && html`<p class="hint">Clasificación, sector y tipo de costo o gasto van juntos.</p>`}
<p class="actions"><button>Ver cuántos cambian</button></p></form>`;
}

function filterWords({ types, establishment, activityCode, areUnclassed }: ClassFilter): string {
  const [type, ...others] = types;
  return [
    type === undefined || others.length > 0 ? 'ventas y notas' : titleOfType(type),
    ...(establishment === null ? [] : [`establecimiento ${establishment}`]),
    ...(activityCode === null ? [] : [`actividad ${activityCode}`]),
    ...(areUnclassed ? ['sin códigos propios'] : []),
  ].join(', ');
}

/** What a change would do, for whoever asked for it to confirm. */
export function confirmPage(
  visit: CompanyVisit,
  asked: { readonly period: Period; readonly change: ClassChange; readonly documents: number },
): Markup {
  const { period, change, documents } = asked;
  const { filter, given } = change;
  const counted = documentsOf(documents);
  const back = classesAddress(visit, period, filter);
  const codes = codeFields(filter).map(({ field, code }) => [field, given[code] ?? ''] as const);
  const chosen = codes.filter(([, value]) => value !== '');
  const title = `¿Cambiar ${counted}?`;
  const body = html`<p><a href="${back}">Códigos de renta de ${periodWords(period)}</a></p>
<h1>${title}</h1>
<section class="card"><p>${periodWords(period)}: ${filterWords(filter)}.</p>
<ul>${codeWords(filter, given).map((words) => html`<li>${words}</li>`)}</ul>
<p class="soft">Los documentos no cambian, y queda escrito quién lo hizo y cuándo. Mientras el mes no se cierre puede cambiarlos otra vez.</p>
<form method="post" action="${addressIn(visit, `${pathOf(period)}/clases`)}">${csrfField(visit.csrf)}${hiddenFields(filterFields(filter))}
${hiddenFields([...chosen, ['confirmed', '1']])}
<p class="actions"><button>Cambiar ${counted}</button><a href="${back}">No cambiar nada</a></p></form></section>`;
  return companyLayout(visit, { title, main: 'narrow', body, active: 'months' });
}

function codeWords(filter: ClassFilter, given: GivenClass): readonly string[] {
  return codeFields(filter).flatMap(({ code, label, words }) => {
    const value = given[code];
    if (value === null) return [];
    const said = words.find(([one]) => one === value)?.[1] ?? '';
    return [`${label}: ${value} ${said.toLowerCase()}`];
  });
}

/** A change that was made, for the record of what users do. */
export function changeWords(period: Period, { filter, given, documents }: ClassRecord): string {
  return `${periodWords(period)}, ${documentsOf(documents)}: ${codeWords(filter, given).join(', ')}`;
}

/** Changes that a page shows. */
const SHOWN = 20;

function changesSection(changes: readonly ClassRecord[]): Markup {
  return html`<section class="card"><h2>Lo que se cambió</h2><ul class="rows">${changes.slice(0, SHOWN).map(
    ({ changedMs, by, documents, filter, given }) =>
      html`<li><div><strong>${documentsOf(documents)}</strong>: ${codeWords(filter, given).join(', ')}
<span class="small">${filterWords(filter)}${filter.references !== null && html`, ${countedOf(filter.references.length, 'referencia', 'referencias')}`} · ${momentOf(changedMs)} · <bdi>${by}</bdi></span></div></li>`,
  )}</ul></section>`;
}
