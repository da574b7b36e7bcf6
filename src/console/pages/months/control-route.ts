import { dayText } from '../../../core/calendar/day-text.ts';
import { type Period, periodWords } from '../../../core/declaring/period.ts';
import { FIGURES_SHEET } from '../../../operations/declarations/control-figures.ts';
import { BOXES_SHEET, FILES_SHEET } from '../../../operations/declarations/control-sheet.ts';
import type { Criteria } from '../../../operations/declarations/criteria-words.ts';
import { readControl } from '../../../operations/declarations/declared-files.ts';
import type { BookCell, BookRow, PrintedSheet } from '../../../operations/listings/ports.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout } from '../../layout.ts';
import type { CompanyPage } from '../../page.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { countedOf, countOf, moneyOf } from '../../words.ts';
import { criteriaQuery } from './criteria.ts';
import { ofMonth, orderFor, pathOf } from './month-visit.ts';

/** `/app/e/:slug/meses/:mes/control`: the control sheet of a month, which reads every document of it. */
export const CONTROL: CompanyPage = {
  path: '/meses/:mes/control',
  access: 'export',
  get: ofMonth(async (parts, visit, period) => {
    const order = await orderFor(parts, visit, { period, chosen: visit.query });
    const sheets = await parts.desk.exportSlots.during(visit.companyId, async () => {
      const shown = [];
      for (const sheet of await readControl(parts.desk, order)) shown.push(await shownSheet(sheet));
      return shown;
    });
    if (sheets === null) return 'busy';
    return controlPage(visit, {
      period,
      criteria: { ...order.declaration, encoding: order.encoding },
      sheets,
    });
  }),
};

/** Rows of a sheet that a page shows; the file has them all. */
const SHOWN_ROWS = 200;

/** A sheet of which the first rows are kept. */
interface ShownSheet {
  readonly sheet: PrintedSheet;
  readonly rows: readonly BookRow[];
  readonly hasMore: boolean;
  /** What adds up all rows. */
  readonly foot: readonly BookRow[];
}

/** Reads a sheet to its end, because its foot adds up all of it. */
export async function shownSheet(sheet: PrintedSheet): Promise<ShownSheet> {
  const rows: BookRow[] = [];
  let hasMore = false;
  for await (const row of sheet.rows) {
    if (rows.length < SHOWN_ROWS) rows.push(row);
    else hasMore = true;
  }
  return { sheet, rows, hasMore, foot: sheet.foot() };
}

interface ShownControl {
  readonly period: Period;
  readonly criteria: Criteria;
  readonly sheets: readonly ShownSheet[];
}

/** The control sheet of a month, as its XLSX and PDF have it. */
export function controlPage(visit: CompanyVisit, { period, criteria, sheets }: ShownControl): Markup {
  const query = criteriaQuery(criteria);
  const title = `Hoja de control de ${periodWords(period)}`;
  const body = html`<p class="soft">Con los documentos sellados hasta este momento. La misma hoja va en el ZIP, en Excel y en PDF.</p>
<p class="actions"><a class="button secondary" href="${addressIn(visit, `${pathOf(period)}/exportar.zip${query}`)}">Descargar el ZIP</a></p>
${inReadingOrder(sheets).map(sheetSection)}`;
  const above = [periodWords(period), `${pathOf(period)}${query}`] as const;
  return companyLayout(visit, { title, above, body, active: 'months' });
}

/** What an accountant looks for first. */
const FIRST = [BOXES_SHEET, FIGURES_SHEET];

function inReadingOrder(sheets: readonly ShownSheet[]): readonly ShownSheet[] {
  const isFirst = ({ sheet }: ShownSheet) => FIRST.includes(sheet.name);
  return [...sheets.filter(isFirst), ...sheets.filter((one) => !isFirst(one))];
}

function sheetSection({ sheet, rows, hasMore, foot }: ShownSheet): Markup {
  const { name, remark, whenEmpty } = sheet;
  if (rows.length === 0)
    return html`<section class="card"><h2>${name}</h2><p class="soft">${whenEmpty}</p></section>`;
  const folded = name === FILES_SHEET ? rows.filter(isOfNothing) : [];
  const shown = rows.filter((row) => !folded.includes(row));
  return html`<section class="card"><h2>${name}</h2>
${remark !== '' && html`<p class="small">${remark}</p>`}
${tableOf(sheet, [...shown, ...foot])}
${folded.length > 0 && html`<details><summary>${countedOf(folded.length, 'suma en cero', 'sumas en cero')}</summary>${tableOf(sheet, folded)}</details>`}
${hasMore && html`<p class="small">Hay más: el archivo los tiene todos.</p>`}</section>`;
}

/** Whether a row has a sum, and it is nothing. */
function isOfNothing({ cells }: BookRow): boolean {
  const amounts = cells.flatMap((cell) =>
    cell !== null && typeof cell === 'object' && 'amount' in cell ? [cell.amount] : [],
  );
  return amounts.length > 0 && amounts.every((amount) => amount === '0.00');
}

function tableOf(sheet: PrintedSheet, rows: readonly BookRow[]): Markup {
  const heads = sheet.columns.map(
    ({ title, kind }) => html`<th scope="col"${kind === 'number' && html` class="num"`}>${title}</th>`,
  );
  return html`<table class="cards"><caption class="hidden-words">${sheet.name}</caption><thead><tr>${heads}</tr></thead>
<tbody>${rows.map((row) => rowOf(sheet, row))}</tbody></table>`;
}

function rowOf({ columns }: PrintedSheet, { tone, cells }: BookRow): Markup {
  return html`<tr>${cells.map((cell, index) => {
    const { title = '', kind = 'text' } = columns[index] ?? {};
    const words = cellWords(cell);
    return html`<td${kind === 'number' && html` class="num"`} data-label="${title}">${tone === 'strong' ? html`<strong>${words}</strong>` : words}</td>`;
  })}</tr>`;
}

function cellWords(cell: BookCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if ('amount' in cell) return moneyOf(cell.amount);
  if ('day' in cell) return dayText(cell.day);
  return 'count' in cell ? countOf(cell.count) : cell.clock;
}
