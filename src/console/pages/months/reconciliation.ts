import { type Period, periodText } from '../../../core/declaring/period.ts';
import {
  type FindingReason,
  LIST_OF,
  RECONCILED_LISTS,
  type ReconciledList,
} from '../../../core/declaring/told-difference.ts';
import { titleOfType } from '../../../core/dte/titles.ts';
import {
  changedInWords,
  type ReconciledMonth,
  UNKNOWABLE,
} from '../../../operations/declarations/reconciled-month.ts';
import type {
  FoundDifference,
  MonthReconciliation,
} from '../../../operations/declarations/reconciliation-ports.ts';
import { html, type Markup } from '../../html.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { countOf, dayOf, documentsOf, momentOf } from '../../words.ts';

const LISTS: Readonly<Record<ReconciledList, string>> = {
  only_here: 'Solo aquí',
  only_there: 'Solo en Hacienda',
  different: 'Distintos',
  unanswered: 'Sin respuesta',
};

const REASONS: Readonly<Record<FindingReason, string>> = {
  absent_there: 'sellado aquí, y Hacienda dice que no lo conoce',
  stamped_there: 'sin sello aquí, y sellado en Hacienda',
  known_there: 'sin sello aquí, e invalidado en Hacienda',
  earlier_code_there: 'un código anterior suyo también está sellado en Hacienda',
  number_taken: 'este número lo tiene otro sistema; el documento lleva otro',
  other_seal: 'Hacienda tiene otro sello',
  invalidated_there: 'vigente aquí, e invalidado en Hacienda',
  unanswered: 'Hacienda no dio una respuesta que diga algo',
};

/** When a month was compared with what the authority tells, and where the two disagree. */
export function reconciliationSection(
  visit: CompanyVisit,
  period: Period,
  { ended, open, changed, told, findings }: ReconciledMonth,
): Markup {
  const all = told === null ? 0 : RECONCILED_LISTS.reduce((sum, list) => sum + told.found[list], 0);
  return html`<section class="card"><h2>Conciliación con Hacienda</h2>
${told === null ? html`<p class="soft">Nadie ha preguntado a Hacienda por los documentos del mes. Lo hace quien administra la instalación, con <code>${orderFor(visit, period)}</code>.</p>` : html`${[ended, open].map((one) => one !== null && runLine(one))}`}
${ended !== null && html`<p>${changed > 0 && html`<span class="state warn">Ya no está al día</span> `}${changedInWords(changed)}</p>`}
${ended !== null && all === 0 && html`<p>Aquella vez: ninguna diferencia.</p>`}
${RECONCILED_LISTS.map((list) => listOf(visit, list, findings))}
${all > findings.length && html`<p class="small">Hay más: la interfaz y la orden las dan todas.</p>`}
<p class="small">${UNKNOWABLE}</p></section>`;
}

/** What whoever runs the installation pastes into a terminal. */
function orderFor({ company }: CompanyVisit, period: Period): string {
  return `sello reconcile --month ${periodText(period)} --company ${company.slug}`;
}

function runLine({ endedMs, movedMs, documents, total, by, stopped }: MonthReconciliation): Markup {
  return endedMs === null
    ? html`<p><span class="state warn">Sin terminar</span> ${momentOf(movedMs)} · ${countOf(documents)} de ${documentsOf(total)}${stopped !== null && html` · ${stopped}`}</p>`
    : html`<p>${momentOf(endedMs)} · ${documentsOf(documents)} · <bdi>${by}</bdi></p>`;
}

function listOf(
  visit: CompanyVisit,
  list: ReconciledList,
  findings: readonly FoundDifference[],
): Markup | false {
  const own = findings.filter(({ reason }) => LIST_OF[reason] === list);
  if (own.length === 0) return false;
  const rows = own.map(
    ({ tipoDte, numeroControl, documentId, issuedMs, reason }) =>
      html`<li><div><strong>${titleOfType(tipoDte)}</strong> <a href="${addressIn(visit, `/documentos/${documentId}`)}"><bdi>${numeroControl}</bdi></a>
<span class="small">${dayOf(issuedMs)} · ${REASONS[reason]}</span></div></li>`,
  );
  return html`<h3>${LISTS[list]}</h3><ul class="rows">${rows}</ul>`;
}
