import { TIPOS_DTE } from '../../../core/dte/kinds.ts';
import type { FieldProblem } from '../../../core/refusals/refusal.ts';
import { may } from '../../../core/users/roles.ts';
import type { DocumentView } from '../../../operations/documents/reading-ports.ts';
import { LISTED_STATES } from '../../../operations/listings/ports.ts';
import type { SelectionTotals } from '../../../operations/listings/selection-totals.ts';
import { chipOf, STATE_WORDS, shortNumber, shortTitle, standingOf } from '../../document-words.ts';
import { type Option, optionTags, problemOf } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { pagerOf } from '../../pieces.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { momentOf, moneyOf } from '../../words.ts';
import { FILTERS, queryWith, SEARCH } from './query.ts';
import { rangeLinks } from './ranges.ts';
import { sumsOf } from './sums-view.ts';

/** What the page of documents shows. */
export interface Listed {
  readonly views: readonly DocumentView[];
  /** Where the next page begins; null where nothing follows. */
  readonly next: string | null;
  readonly isFirst: boolean;
  /** Null where they were not asked for and would take a look at each document. */
  readonly totals: SelectionTotals | null;
  /** What is wrong with what was asked for, in the words of pages. */
  readonly problems: readonly FieldProblem[];
  /** `YYYY-MM-DD` in El Salvador. */
  readonly today: string;
}

/** The list of a company's documents. */
export function documentsPage(visit: CompanyVisit, listed: Listed): Markup {
  const { views, next, isFirst } = listed;
  const here = addressOf(visit);
  const body = html`<div class="page-head"><h1>Documentos</h1>${may(visit.role, 'issue') && html`<a class="button" href="${addressIn(visit, '/emitir')}">Emitir</a>`}</div>
${searchForm(visit, listed)}
<div id="listed">
${sumsOf(visit, listed)}
${exportsOf(visit, listed)}
${views.length === 0 ? emptyState(visit, listed) : tableOf(visit, views)}
${pagerOf({ here, next: next && addressOf(visit, { despues: next }), isFirst })}
</div>`;
  return companyLayout(visit, { title: 'Documentos', body, active: 'documents' });
}

/** The address of the same list with other words behind its question mark. */
function addressOf(
  { query, ...visit }: CompanyVisit,
  changes: Readonly<Record<string, string>> = {},
): string {
  return addressIn(visit, `/documentos${queryWith(query, changes)}`);
}

/** What a cashier has issued today. */
export function ownDocumentsPage(visit: CompanyVisit, views: readonly DocumentView[]): Markup {
  const none = html`<div class="card empty"><p>Hoy no ha emitido documentos.</p>
<p><a class="button" href="${addressIn(visit, '/emitir')}">Emitir el primero</a></p></div>`;
  const body = html`<div class="page-head"><h1>Mis documentos de hoy</h1><a class="button" href="${addressIn(visit, '/emitir')}">Emitir</a></div>
${views.length === 0 ? none : tableOf(visit, views)}`;
  return companyLayout(visit, { title: 'Mis documentos de hoy', body, active: 'documents' });
}

const MORE_FILTERS = FILTERS.filter((name) => !['from', 'to', 'doc_type', 'state'].includes(name));

function searchForm(visit: CompanyVisit, { problems, today }: Listed): Markup {
  const { query } = visit;
  const field = (name: Filter, label: string, control: (notes: Markup | false) => Markup) => {
    const problem = problemOf(problems, name);
    const isWrong = problem !== undefined;
    const notes = isWrong && html` aria-invalid="true" aria-describedby="${name}-problem"`;
    return html`<div class="field"><label for="${name}">${label}</label>${control(notes)}${isWrong && html`<p class="problem" id="${name}-problem">${problem}</p>`}</div>`;
  };
  const typed = (name: Filter, label: string, kind: Markup) =>
    field(
      name,
      label,
      (notes) =>
        html`<input id="${name}" name="${name}" value="${query.one(name)}" autocomplete="off"${kind}${notes}>`,
    );
  const chosen = (name: Filter, label: string, options: readonly Option[]) => {
    const tags = optionTags([['', 'Todos'], ...options], query.one(name));
    return field(name, label, (notes) => html`<select id="${name}" name="${name}"${notes}>${tags}</select>`);
  };
  const isOpen = MORE_FILTERS.some((name) => query.one(name) !== '');
  return html`<form class="card search" method="post" action="${addressIn(visit, '/documentos')}" role="search">${csrfField(visit.csrf)}
<div class="search-row">
<div class="field"><label for="q">Buscar por cliente, NIT, número o monto</label>
<input id="q" name="${SEARCH}" type="search" value="${query.one(SEARCH)}" autocomplete="off" maxlength="250"${searchNote(problems)}></div>
<button>Buscar</button>
</div>
${rangeLinks(visit, today)}
<div class="fields">
${typed('from', 'Desde', DATE)}
${typed('to', 'Hasta', DATE)}
${chosen('doc_type', 'Tipo', TYPES)}
${chosen('state', 'Estado', STATES)}
</div>
<details class="more"${isOpen && html` open`}><summary>Más filtros</summary>
<div class="fields">
${typed('amount_min', 'Monto desde', AMOUNT)}
${typed('amount_max', 'Monto hasta', AMOUNT)}
${typed('establishment', 'Establecimiento', CODE)}
${typed('point_of_sale', 'Punto de venta', CODE)}
${typed('external_ref', 'Referencia', CODE)}
${chosen('invalidated', 'Anulados', YES_OR_NO)}
${chosen('contingency', 'Emitidos en contingencia', YES_OR_NO)}
</div></details>
</form>`;
}

type Filter = (typeof FILTERS)[number];

const TYPES = TIPOS_DTE.map((type) => [type, shortTitle(type)] as const);
const STATES = LISTED_STATES.map((state) => [state, STATE_WORDS[state]] as const);
const YES_OR_NO: readonly Option[] = [
  ['1', 'Sí'],
  ['0', 'No'],
];
const [DATE, AMOUNT, CODE] = [html` type="date"`, html` inputmode="decimal"`, html` maxlength="100"`];

/** The search stands for several fields of the interface; what is wrong with any of them is told beside it. */
function searchNote(problems: readonly FieldProblem[]): Markup {
  const own: readonly string[] = FILTERS;
  const problem = problems.find(({ path }) => !own.includes(path));
  return html`${problem !== undefined && html` aria-invalid="true" title="${problem.message}"`}`;
}

/** On a telephone, each row is a card. */
function tableOf(visit: CompanyVisit, views: readonly DocumentView[]): Markup {
  return html`<div class="card"><table class="cards documents"><thead><tr><th scope="col">Documento</th><th scope="col">Cliente</th><th scope="col">Fecha</th><th scope="col" class="num">Total</th><th scope="col">Estado</th></tr></thead>
<tbody>${views.map((view) => rowOf(visit, view))}</tbody></table></div>`;
}

function rowOf(visit: CompanyVisit, view: DocumentView): Markup {
  const { documentId, tipoDte, numeroControl, postedMs, summary } = view.record;
  return html`<tr><td class="lead"><a href="${addressIn(visit, `/documentos/${documentId}`)}">${shortTitle(tipoDte)} <span class="code">${shortNumber(numeroControl)}</span></a></td>
<td data-label="Cliente"><bdi>${summary.customerName}</bdi></td><td data-label="Fecha" class="when">${momentOf(postedMs)}</td><td data-label="Total" class="num">${moneyOf(summary.amountTotal)}</td><td data-label="Estado">${chipOf(standingOf(view))}</td></tr>`;
}

function emptyState({ query, ...visit }: CompanyVisit, { isFirst, next, problems }: Listed): Markup {
  if (problems.length > 0) return html``;
  const isFiltered = queryWith(query, {}) !== '';
  if (!isFirst || next !== null)
    return html`<p class="card empty">${next === null ? 'No hay más documentos.' : 'En esta parte no hay ninguno: siga con los siguientes.'}</p>`;
  if (isFiltered)
    return html`<div class="card empty"><p>Ningún documento cumple con esta búsqueda.</p><p><a class="button" href="${addressIn(visit, '/documentos')}">Ver todos</a></p></div>`;
  return html`<div class="card empty"><p>Todavía no hay documentos.</p>${may(visit.role, 'issue') && html`<p><a class="button" href="${addressIn(visit, '/emitir')}">Emitir el primero</a></p>`}</div>`;
}

function exportsOf({ query, ...visit }: CompanyVisit, { views, problems }: Listed): Markup {
  const asked = queryWith(query, {});
  // Days without documents have a file, too: it says that there were none.
  if (!may(visit.role, 'export') || problems.length > 0 || (views.length === 0 && asked === ''))
    return html``;
  const link = (kind: string, label: string) =>
    html`<a href="${addressIn(visit, `/documentos/exportar.${kind}${asked}`)}" download>${label}</a>`;
  return html`<p class="exports small">Descargar esta lista: ${link('xlsx', 'Excel')} ${link('csv', 'CSV')} ${link('zip', 'ZIP con PDF y JSON')}</p>`;
}
