import { DAY_MS, HOUR_MS } from '../../../core/calendar/spans.ts';
import { summedTally, timeWithin } from '../../../operations/installation/counting.ts';
import type { History, Period } from '../../../operations/installation/node-history.ts';
import { html, type Markup } from '../../html.ts';
import { operatorLayout } from '../../operator-layout.ts';
import type { UserPage } from '../../page.ts';
import { statOf } from '../../pieces.ts';
import type { UserVisit } from '../../visit.ts';
import { countOf, momentOf } from '../../words.ts';
import { chartOf } from './chart.ts';
import { CHARTS, timeOf } from './charts.ts';

const FIVE_MINUTES_MS = 300_000;

const PATH = '/app/operador/metricas';

/** `/app/operador/metricas`: what the node that answers did in the last hour, or with `?vista=dia` in the last day. */
export const METRICS: UserPage = {
  path: PATH,
  access: 'operate',
  get: ({ operating, clock }, visit) =>
    metricsPage(visit, {
      history: operating.history.read(),
      isDay: visit.query.one('vista') === 'dia',
      nowMs: clock.now(),
    }),
};

interface Shown {
  readonly history: History;
  readonly isDay: boolean;
  readonly nowMs: number;
}

function metricsPage(visit: UserVisit, shown: Shown): Markup {
  const { isDay, history } = shown;
  const tab = (label: string, query: string, isHere: boolean) =>
    html`<li><a href="${PATH}${query}"${isHere && html` aria-current="page"`}>${label}</a></li>`;
  const body = html`<nav class="tabs" aria-label="Cuánto tiempo"><ul>${tab('Última hora', '', !isDay)}${tab('Último día', '?vista=dia', isDay)}</ul></nav>
<p class="soft">Lo que recuerda el nodo que respondió, desde que arrancó (${momentOf(history.sinceMs)}). Otros nodos recuerdan lo suyo; al reiniciar, se olvida. Lo que está en cola es de toda la instalación.</p>
${drawnPart(shown)}`;
  return operatorLayout(visit, { title: 'Métricas', active: 'metrics', body });
}

/** The figures and the drawings. */
export function drawnPart(shown: Shown): Markup {
  const { isDay, history, nowMs } = shown;
  const address = `${PATH}${isDay ? '?vista=dia' : ''}`;
  return html`<div id="graficas">
${latestOf(history.hour.slice(-5))}
<div class="charts">${chartsOf(shown)}</div>
<p class="small">Hasta ${momentOf(nowMs)}. <a href="${address}">Actualizar</a></p>
</div>`;
}

function chartsOf({ history, isDay, nowMs }: Shown): readonly Markup[] {
  const lengthMs = isDay ? DAY_MS : HOUR_MS;
  const span = { fromMs: nowMs - lengthMs, toMs: nowMs, rowMs: isDay ? HOUR_MS : FIVE_MINUTES_MS };
  const periods = (isDay ? history.day : history.hour).filter(({ toMs }) => toMs > span.fromMs);
  return CHARTS.map((chart) => chartOf(chart, periods, span));
}

const UNTIL_SEAL = 'Hasta el sello, la mitad en';

/** The last minutes in figures. */
function latestOf(periods: readonly Period[]): Markup {
  const last = periods.at(-1);
  if (last === undefined)
    return html`<p class="caution">El primer minuto todavía no termina: espere un momento y actualice.</p>`;
  const all = summedTally(periods);
  const { stamped, contingency, rejected, failed } = all.issued;
  const [half, most] = [timeWithin(all, 0.5), timeWithin(all, 0.99)];
  const { waiting, connections, silentCompanies } = last;
  const queued = waiting === null ? '—' : countOf(waiting.documents);
  return html`<dl class="stats">
${statOf(`Emitidos en ${periods.length} min`, countOf(stamped + contingency + rejected), `${countOf(contingency)} en contingencia; rechazados: ${countOf(rejected)}; con error: ${countOf(failed)}`)}
${half === null || most === null ? statOf(UNTIL_SEAL, '—', 'nada se selló') : statOf(UNTIL_SEAL, timeOf(half), `99 de cada 100 en ${timeOf(most)}`)}
${statOf('Documentos en cola', queued, waiting === null ? 'la base de datos no contestó' : `${countOf(waiting.mails)} correos`)}
${statOf('Hacienda no responde a', countOf(silentCompanies), 'empresas')}
${statOf('Conexiones en uso', `${countOf(connections.taken)} de ${countOf(connections.most)}`, `${countOf(connections.awaited)} esperan`)}
</dl>`;
}
