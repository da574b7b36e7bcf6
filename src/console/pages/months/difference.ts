import { dayText } from '../../../core/calendar/day-text.ts';
import {
  type AnnexChanges,
  type ChangedRow,
  type FigureChange,
  isChanged,
} from '../../../core/declaring/annex-difference.ts';
import { TAXPAYERS } from '../../../core/declaring/annexes/taxpayers.ts';
import { annexAmount, centsCell } from '../../../core/declaring/cents.ts';
import type { LaterEvent } from '../../../core/declaring/later-event.ts';
import { periodWords } from '../../../core/declaring/period.ts';
import { type KeptVersions, versionsAt } from '../../../operations/declarations/closings.ts';
import { sameCriteria } from '../../../operations/declarations/criteria-words.ts';
import {
  type ChangedDocument,
  keptDifference,
  type MonthDifference,
} from '../../../operations/declarations/month-difference.ts';
import { shortTitle } from '../../document-words.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout } from '../../layout.ts';
import type { CompanyPage } from '../../page.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { countedOf, countOf, momentOf, moneyOf } from '../../words.ts';
import { monthOf, ofMonth, pathOf } from './month-visit.ts';

/** What the two sides of a comparison are called: at the head of their columns, and where a row says what it has become. */
interface Sides {
  readonly before: string;
  readonly after: string;
  readonly became: string;
}

const SINCE_CLOSED: Sides = { before: 'Se presentó', after: 'Ahora', became: 'ahora' };

/** What a page shows of what changed; the interface tells it all. */
const SHOWN_DOCUMENTS = 50;
const SHOWN_ROWS = 20;

/** What changed in a month since it was closed: its figures, the documents by which they changed, and the files' rows. */
export function differenceSection(
  visit: CompanyVisit,
  { figures, documents, annexes }: MonthDifference,
): Markup {
  const changed = annexes.filter(isChanged);
  if (changed.length === 0)
    return html`<section class="card"><h2>Desde que se cerró</h2><p class="soft">Nada cambió: con los mismos criterios, los archivos serían los mismos.</p></section>`;
  return html`<section class="card"><h2>Desde que se cerró</h2>
<p>Los archivos de hoy serían otros. Si presenta una modificatoria, descargue el ZIP y cierre el mes otra vez.</p>
${figuresTable(figures, SINCE_CLOSED)}
${documentsTable(visit, documents)}
<details><summary>Qué filas cambian en los archivos</summary>${changed.map((one) => annexDifference(one, SINCE_CLOSED))}</details></section>`;
}

/** `/app/e/:slug/meses/:mes/cerrado/:version/cambios`: what a kept version has otherwise than the one before it. */
export const KEPT_DIFFERENCE: CompanyPage = {
  path: '/meses/:mes/cerrado/:version/cambios',
  access: 'export',
  get: ofMonth(async ({ desk }, visit, period) => {
    const month = monthOf(visit, period);
    const versions = versionsAt(await desk.months.closings(month), visit.params['version'] ?? '');
    if (versions === null) return 'not_found';
    const compare = () => keptDifference(desk, versions, month);
    const difference = await desk.exportSlots.during(visit.companyId, compare);
    return difference === null ? 'busy' : keptDifferencePage(visit, versions, difference);
  }),
};

/** The figures and the files' rows. */
function keptDifferencePage(
  visit: CompanyVisit,
  { former, closing }: KeptVersions,
  { figures, annexes }: MonthDifference,
): Markup {
  const sides = {
    before: `Versión ${countOf(former.version)}`,
    after: `Versión ${countOf(closing.version)}`,
    became: 'después',
  };
  const changed = annexes.filter(isChanged);
  const body = html`<section class="card"><h2>${sides.before} y ${sides.after}</h2>
<p class="small">Se comparan los archivos guardados: los del ${momentOf(former.closedMs)} y los del ${momentOf(closing.closedMs)}.</p>
${!sameCriteria(former.criteria, closing.criteria) && html`<p>Las dos versiones se hicieron con criterios distintos, y eso también cambia sus archivos.</p>`}
${changed.length === 0 ? html`<p class="soft">Los anexos son los mismos en las dos versiones.</p>` : html`${figuresTable(figures, sides)}${changed.map((annex) => annexDifference(annex, sides))}`}</section>`;
  const month = periodWords(closing.period);
  const above = [month, pathOf(closing.period)] as const;
  return companyLayout(visit, { title: `Qué cambió en ${month}`, above, body, active: 'months' });
}

function figuresTable(figures: readonly FigureChange[], sides: Sides): Markup {
  const rows = figures.filter(({ before, after }) => before !== after);
  if (rows.length === 0) return html`<p>Ninguna casilla cambia de monto.</p>`;
  return html`<h3>Lo que cambia en el formulario</h3>
<table class="cards"><caption class="hidden-words">Casillas que cambian</caption><thead><tr><th scope="col">Qué es</th><th scope="col">Casilla</th>${amountHeads(sides)}</tr></thead>
<tbody>${rows.map(({ box, label, before, after }) => html`<tr><td class="lead">${label}</td><td data-label="Casilla">${box ?? '—'}</td>${amountCells(before, after, sides)}</tr>`)}</tbody></table>`;
}

function amountHeads({ before, after }: Sides): Markup {
  return html`<th scope="col" class="num">${before}</th><th scope="col" class="num">${after}</th><th scope="col" class="num">Diferencia</th>`;
}

function amountCells(before: bigint, after: bigint, sides: Sides): Markup {
  return html`<td class="num" data-label="${sides.before}">${moneyOf(centsCell(before))}</td><td class="num" data-label="${sides.after}">${moneyOf(centsCell(after))}</td><td class="num" data-label="Diferencia">${signedMoney(centsCell(after - before))}</td>`;
}

/** A difference: what is more has its sign, too. */
function signedMoney(digits: string): string {
  return /^-|^0\.00$/.test(digits) ? moneyOf(digits) : `+${moneyOf(digits)}`;
}

const EVENTS: Readonly<Record<LaterEvent, string>> = {
  sealed: 'Sellado después',
  invalidated: 'Invalidado después',
  sealed_and_invalidated: 'Sellado e invalidado después',
};

function documentsTable(visit: CompanyVisit, documents: readonly ChangedDocument[]): Markup {
  if (documents.length === 0)
    return html`<p>Ningún documento se selló ni se invalidó después: cambió cómo se escriben los archivos.</p>`;
  return html`<h3>Los documentos que lo cambian</h3>
<p class="small">El monto es el total del documento, con su IVA: lo que el mes tiene de más por él, o de menos.</p>
<table class="cards"><caption class="hidden-words">Documentos que cambian el mes</caption><thead><tr><th scope="col">Tipo</th><th scope="col">Fecha</th><th scope="col">Código de generación</th><th scope="col">Cliente o proveedor</th><th scope="col">Qué pasó</th><th scope="col" class="num">Monto</th></tr></thead>
<tbody>${documents.slice(0, SHOWN_DOCUMENTS).map((one) => documentRow(visit, one))}</tbody></table>
${documents.length > SHOWN_DOCUMENTS && html`<p class="small">Hay más: la interfaz y la orden dan hasta mil.</p>`}`;
}

function documentRow(visit: CompanyVisit, one: ChangedDocument): Markup {
  const { documentId, tipoDte, fecEmi, codigoGeneracion, name, event, effect } = one;
  return html`<tr><td class="lead">${shortTitle(tipoDte)}</td><td data-label="Fecha">${dayText(fecEmi)}</td><td data-label="Código"><a class="code" href="${addressIn(visit, `/documentos/${documentId}`)}">${codigoGeneracion}</a></td>
<td data-label="Cliente o proveedor"><bdi>${name ?? 'Sin nombre'}</bdi></td><td data-label="Qué pasó">${EVENTS[event]}</td><td class="num" data-label="Monto">${signedMoney(annexAmount(effect))}</td></tr>`;
}

function annexDifference({ annex, added, removed, changed, sums, rows }: AnnexChanges, sides: Sides): Markup {
  const moved = sums.filter(({ netBefore, netAfter }) => netBefore !== netAfter);
  return html`<h3>${annex.title}</h3>
<p class="small">${countedOf(added, 'fila nueva', 'filas nuevas')}, ${countedOf(removed, 'quitada', 'quitadas')}, ${countedOf(changed, 'cambiada', 'cambiadas')}. ${moved.length > 0 && annex.key === TAXPAYERS.key && 'Las sumas van con las notas de crédito restadas.'}</p>
${
  moved.length > 0 &&
  html`<table class="cards"><caption class="hidden-words">${annex.title}: sumas que cambian</caption><thead><tr><th scope="col">Columna</th>${amountHeads(sides)}</tr></thead>
<tbody>${moved.map(({ field, netBefore, netAfter }) => html`<tr><td class="lead">${field}</td>${amountCells(netBefore, netAfter, sides)}</tr>`)}</tbody></table>`
}
<ul class="rows">${rows.slice(0, SHOWN_ROWS).map((one) => changedRow(annex, one, sides))}</ul>
${rows.length > SHOWN_ROWS && html`<p class="small">Hay más: son ${countOf(rows.length)} las que da la interfaz.</p>`}`;
}

type Annex = AnnexChanges['annex'];
type Cells = readonly string[];

function changedRow(annex: Annex, { before, after }: ChangedRow, { became }: Sides): Markup {
  if (before !== null && after !== null)
    return html`<li><div><strong>Cambiada</strong> <bdi>${annex.nameOf(after)}</bdi><span class="small">${changedWords(annex, { before, after, became })}</span></div></li>`;
  const what = before === null ? 'Nueva' : 'Quitada';
  return html`<li><div><strong>${what}</strong> <span class="small">${cellWords(annex, after ?? before ?? [])}</span></div></li>`;
}

/** What a cell holds that says nothing about its row. */
const SILENT = new Set(['', '0', '0.00', 'N/A']);

function cellWords({ columns }: Annex, cells: Cells): readonly Markup[] {
  return apart(
    columns.flatMap(({ field }, index) =>
      SILENT.has(cells[index] ?? '') ? [] : [html`${field}: <bdi>${cells[index]}</bdi>`],
    ),
  );
}

function changedWords(
  { columns }: Annex,
  { before, after, became }: { readonly before: Cells; readonly after: Cells; readonly became: string },
): readonly Markup[] {
  return apart(
    columns.flatMap(({ field }, index) =>
      before[index] === after[index]
        ? []
        : [html`${field}: <bdi>${before[index]}</bdi>, ${became} <bdi>${after[index]}</bdi>`],
    ),
  );
}

function apart(parts: readonly Markup[]): readonly Markup[] {
  return parts.map((part, index) => html`${index > 0 && ' · '}${part}`);
}
