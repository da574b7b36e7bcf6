import { isChanged } from '../../../core/declaring/annex-difference.ts';
import { centsCell } from '../../../core/declaring/cents.ts';
import { periodText, periodWords } from '../../../core/declaring/period.ts';
import { titleOfType } from '../../../core/dte/titles.ts';
import { VAT_BOOKS } from '../../../operations/declarations/books/book-files.ts';
import type { Closable, MonthStanding } from '../../../operations/declarations/close-month.ts';
import { type Criteria, sameCriteria } from '../../../operations/declarations/criteria-words.ts';
import { type LeftOutSum, leftOutCents } from '../../../operations/declarations/left-out.ts';
import type { MonthDifference } from '../../../operations/declarations/month-difference.ts';
import type { Closing } from '../../../operations/declarations/month-ports.ts';
import type { UnstampedDocument } from '../../../operations/declarations/ports.ts';
import type { ReconciledMonth } from '../../../operations/declarations/reconciled-month.ts';
import { alertOf } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { countedOf, countOf, dayOf, documentsOf, momentOf, moneyOf } from '../../words.ts';
import { criteriaFields, criteriaList, criteriaQuery, hiddenCriteria } from './criteria.ts';
import { differenceSection } from './difference.ts';
import { pathOf } from './month-visit.ts';
import { reconciliationSection } from './reconciliation.ts';

const TONES = { open: '', closed: 'good', changed: 'warn' } as const;

function stateOf({ state, closing }: Pick<MonthStanding, 'state' | 'closing'>): Markup {
  return html`<span class="state ${TONES[state]}">${closing === null ? 'Abierto' : closedWords(closing)}${state === 'changed' && ', y algo cambió después'}</span>`;
}

function closedWords({ version }: Closing): string {
  return version === 1 ? 'Cerrado' : `Cerrado, versión ${countOf(version)} (modificatoria)`;
}

/** The months of a company and how each stands. */
export function monthsPage(visit: CompanyVisit, standings: readonly MonthStanding[]): Markup {
  const rows = standings.map(
    ({
      period,
      closing,
      touched,
      state,
    }) => html`<li><div><a href="${addressIn(visit, pathOf(period))}"><strong>${periodWords(period)}</strong></a>
<span class="small">${stateOf({ state, closing })}${closing !== null && html` · ${momentOf(closing.closedMs)} · <bdi>${closing.by}</bdi>`}${touched > 0 && html` · ${documentsOf(touched)} después`}</span></div></li>`,
  );
  const [newest] = standings;
  const body = html`<div class="page-head"><h1>Meses</h1><p class="small"><a href="${addressIn(visit, '/meses/revisar')}${newest !== undefined && html`?mes=${periodText(newest.period)}`}">Revisar un archivo</a></p></div>
<p class="soft">Los anexos del F-07 y el detalle del F-14 de cada mes. Cierre el mes cuando lo presente: sus archivos y sus libros de IVA quedan guardados tal como se presentaron.</p>
<section class="card">${rows.length === 0 ? html`<p class="soft">Todavía no hay documentos.</p>` : html`<ul class="rows">${rows}</ul>`}</section>`;
  return companyLayout(visit, { title: 'Meses', body, active: 'months' });
}

interface ShownMonth {
  readonly standing: MonthStanding;
  /** The last version first. */
  readonly closings: readonly Closing[];
  /** The first of the documents without a seal. */
  readonly leftOut: readonly UnstampedDocument[];
  readonly hasMore: boolean;
  /** What all of them come to. */
  readonly leftOutSums: readonly LeftOutSum[];
  /** How the month was compared with what the authority tells, and the first of what was found. */
  readonly reconciled: ReconciledMonth;
  /** Null where the month is open. */
  readonly difference: MonthDifference | null;
  /** How the points stand that the manual leaves open. */
  readonly criteria: Criteria;
  readonly closable: Closable;
  readonly problem: string | null;
}

/** One month: its files, what is left out of them, how to close it, and what changed since. */
export function monthPage(visit: CompanyVisit, shown: ShownMonth): Markup {
  const { standing, closings, difference, problem, criteria } = shown;
  const title = periodWords(standing.period);
  const query = criteriaQuery(criteria);
  const base = addressIn(visit, pathOf(standing.period));
  const body = html`<p><a href="${addressIn(visit, '/meses')}">Meses</a></p>
<div class="page-head"><h1>${title}</h1><p class="small">${stateOf(standing)}</p></div>
${alertOf(problem)}
<section class="card"><h2>Archivos para el portal</h2>
<p>Los anexos, el detalle del F-14 y la hoja de control, en un ZIP, con los documentos sellados hasta este momento${standing.closing !== null && '; lo que se presentó está más abajo, con lo que se guardó'}. La hoja de control dice con qué criterios se hicieron:</p>
${criteriaList(criteria)}
<p class="actions"><a class="button secondary" href="${base}/exportar.zip${query}">Descargar el ZIP</a><a href="${base}/control${query}">Ver la hoja de control</a><a href="${addressIn(visit, '/meses/revisar')}${query}&amp;mes=${periodText(standing.period)}">Revisar un archivo</a></p>
<details><summary>Cambiar los criterios</summary>
<p class="soft">El manual no los decide o se contradice. Los que escoja valen para el ZIP, los libros y el cierre de este mes.</p>
<form method="get" action="${base}">${criteriaFields(criteria)}<p class="actions"><button class="secondary">Usar estos criterios</button></p></form></details></section>
<section class="card"><h2>Libros de IVA</h2>
${booksRemark(closings)}
<ul class="rows">${VAT_BOOKS.map(({ key, title: name }) => html`<li><div>${name}</div><p class="actions"><a href="${base}/libros/${key}.pdf${query}">PDF<span class="hidden-words"> de ${name}</span></a><a href="${base}/libros/${key}.xlsx${query}">Excel<span class="hidden-words"> de ${name}</span></a></p></li>`)}</ul></section>
<section class="card"><h2>Códigos de renta</h2><p>Con qué tipo de operación y de ingreso van los documentos en los anexos${standing.closing === null && ', y cambiarlos antes de cerrar'}.</p>
<p class="actions"><a href="${base}/clases">Ver los códigos del mes</a></p></section>
${leftOutSection(shown)}
${reconciliationSection(visit, standing.period, shown.reconciled)}
${difference !== null && differenceSection(visit, difference)}
${closingForm(visit, base, shown)}
${closings.map((one) => keptSection(base, one))}`;
  return companyLayout(visit, { title, body, active: 'months' });
}

/** What stands beside the books of a closed month, which are those of today: where those of the declaration are. */
function booksRemark([last]: readonly Closing[]): Markup | false {
  if (last === undefined) return false;
  return last.files.some(({ name }) => name.startsWith('libro-'))
    ? html`<p>Estos son los de hoy. Los que corresponden a lo presentado están más abajo, entre <a href="#${keptAnchor(last)}">los archivos guardados</a>: imprima esos.</p>`
    : html`<p>Estos son los de hoy: el mes se cerró antes de que Sello guardara los libros.</p>`;
}

function keptAnchor({ version }: Closing): string {
  return `version-${version}`;
}

const WHY = {
  contingency: 'todavía sin sello: entra cuando Hacienda lo selle',
  rejected: 'rechazado por Hacienda: no existe mientras no se corrija y se selle',
} as const;

function leftOutSection({ leftOut, hasMore, leftOutSums }: ShownMonth): Markup {
  const rows = leftOut.map(
    (one) => html`<li><div><strong>${titleOfType(one.tipoDte)}</strong> <bdi>${one.numeroControl}</bdi>
<span class="small">${dayOf(one.issuedMs)} · ${WHY[one.state]}</span></div><span class="num">${moneyOf(centsCell(leftOutCents(one)))}</span></li>`,
  );
  return html`<section class="card"><h2>Lo que queda fuera</h2>
${rows.length === 0 ? html`<p class="soft">Todos los documentos del mes están sellados.</p>` : html`<ul class="rows">${rows}</ul>`}
${leftOutSums.map(({ words, documents, cents }) => html`<p>${words}: ${documentsOf(documents)}, <strong>${moneyOf(centsCell(cents))}</strong></p>`)}
<p class="small">${hasMore && 'Hay más. '}La hoja de control dice en «Fuera» todo lo que queda fuera, también lo sellado que no cabe en el F-14, como una compra a quien no tiene NIT ni DUI.</p></section>`;
}

const NOT_YET: Readonly<Record<Closable, string | null>> = {
  over: null,
  trial:
    'El mes no ha terminado. En el ambiente de pruebas puede cerrarlo para ensayar; en producción se cierra desde el primer día del siguiente.',
  not_yet: 'El mes no ha terminado: se cierra desde el primer día del siguiente.',
};

function closingForm(visit: CompanyVisit, base: string, shown: ShownMonth): Markup | false {
  const { standing, difference, criteria, closable } = shown;
  const { closing } = standing;
  const isOther = closing !== null && !sameCriteria(closing.criteria, criteria);
  if (standing.state === 'closed' && !isOther && !(difference?.annexes ?? []).some(isChanged)) return false;
  const label = closing === null ? 'Cerrar el mes' : 'Cerrar otra vez';
  const note = NOT_YET[closable];
  if (closable === 'not_yet') return html`<section class="card"><h2>${label}</h2><p>${note}</p></section>`;
  return html`<section class="card"><h2>${label}</h2>
${note !== null && html`<p>${note}</p>`}
<p>Los archivos y los libros de IVA quedan guardados tal como están ahora, con su nombre y la hora. Lo guardado no se cambia ni se borra, y los códigos de renta del mes ya no se cambian.</p>
<p>${isOther ? 'Con otros criterios que la versión guardada:' : 'Con estos criterios:'}</p>
${criteriaList(criteria)}
<form method="post" action="${base}">${csrfField(visit.csrf)}${hiddenCriteria(criteria)}
${beforeConfirming(shown)}
<label class="check"><input type="checkbox" name="confirmed" value="1" required> ${closing === null ? 'Presenté la declaración, o la voy a presentar con estos archivos' : 'Presenté la modificatoria, o la voy a presentar con estos archivos'}</label>
<p class="actions"><button>${label}</button></p></form></section>`;
}

/** What somebody who confirms should know, in one line: what is left out, and that the authority was not asked of late. */
function beforeConfirming({ reconciled, leftOutSums }: ShownMonth): Markup | false {
  const known = [
    ...staleWords(reconciled),
    ...leftOutSums.map(({ words, documents, cents }) => {
      const lowered = `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
      return `quedan fuera ${lowered}: ${documentsOf(documents)}, ${moneyOf(centsCell(cents))}`;
    }),
  ];
  return known.length > 0 && html`<p><strong>Antes de confirmar:</strong> ${known.join('; ')}.</p>`;
}

function staleWords({ ended, changed }: ReconciledMonth): readonly string[] {
  if (ended === null) return ['el mes no se ha conciliado con Hacienda'];
  return changed === 0 ? [] : ['la conciliación con Hacienda ya no está al día'];
}

function keptSection(base: string, closing: Closing): Markup {
  const { version, closedMs, by, files, criteria } = closing;
  return html`<section class="card" id="${keptAnchor(closing)}"><h2>Lo que se guardó, versión ${countOf(version)}</h2>
<p class="small">${momentOf(closedMs)} · <bdi>${by}</bdi></p>
${version > 1 && html`<p><a href="${base}/cerrado/${version}/cambios">Qué cambió respecto de la versión ${countOf(version - 1)}</a></p>`}
<details><summary>Con qué criterios</summary>${criteriaList(criteria)}</details>
<ul class="rows">${files.map(({ name, bytes, sha256 }) => html`<li><div><a href="${base}/cerrado/${version}/${name}">${name}</a><span class="small">${countedOf(bytes, 'byte', 'bytes')} · SHA-256 <bdi>${sha256.slice(0, 16)}…</bdi></span></div></li>`)}</ul></section>`;
}
