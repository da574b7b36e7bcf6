import type { Backlog, WatchedStanding } from '../../../operations/installation/metrics-ports.ts';
import type { Membership } from '../../../operations/users/ports.ts';
import { alertOf } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { operatorLayout } from '../../operator-layout.ts';
import type { UserPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { statOf } from '../../pieces.ts';
import type { UserVisit } from '../../visit.ts';
import { countedOf, countOf, spanOf } from '../../words.ts';

/** `/app/operador/instalacion`: what waits over all companies, and how the node that answers stands. */
export const NODE: UserPage = { path: '/app/operador/instalacion', access: 'operate', get: nodePage };

const REFUSALS: Readonly<Record<NonNullable<WatchedStanding['refusal']>, string>> = {
  forgot:
    'La base de datos olvidó algo que este nodo había guardado: no se numera nada. Ejecute sello reconcile.',
  clocks_apart:
    'El reloj de la base de datos y el de este nodo están muy separados: no se numera nada. Sincronice los relojes (NTP).',
  signer:
    'El proceso que firma no arranca: no se emite nada. El registro dice por qué (signer_process_not_started).',
  journal:
    'El diario de este nodo no se puede escribir: no se numera nada. Vea que su carpeta (SELLO_JOURNAL_DIR) exista y tenga espacio.',
};

const STATES: Readonly<Record<string, string>> = {
  claimed: 'numerados, sin firmar',
  in_flight: 'enviados, sin respuesta',
  contingency: 'en contingencia',
};

async function nodePage({ operating, users }: ConsoleParts, visit: UserVisit): Promise<Markup> {
  const { backlog, log, breaker, version } = operating;
  const [waiting, standing] = await Promise.all([backlog.read(), log.standing()]);
  const silent = new Set(breaker.offline().map(({ companyId }) => companyId));
  const companies = silent.size === 0 ? [] : await users.users.companies();
  const isSilent = ({ companyId }: Membership) => silent.has(companyId);
  const body = html`${stateOf(standing, companies.filter(isSilent))}
<dl class="stats">
${statOf('Sin respuesta de Hacienda', countOf(waiting.documents.reduce((total, { count }) => total + count, 0)))}
${statOf('Listos para enviar ahora', countOf(waiting.due))}
${statOf('El más viejo espera', waiting.oldestSeconds === 0 ? 'ninguno' : spanOf(waiting.oldestSeconds * 1_000))}
${statOf('Anulaciones pendientes', countOf(waiting.invalidations))}
${statOf('Detenidos', countOf(waiting.putAside.documents + waiting.putAside.invalidations))}
${statOf('En contingencia sin reportar', waiting.unreportedSeconds === 0 ? 'ninguno' : spanOf(waiting.unreportedSeconds * 1_000))}
</dl>
<div class="grid">
<section class="card" aria-labelledby="cola"><h2 id="cola">Lo que espera a Hacienda</h2>
${waiting.documents.length === 0 ? html`<p class="soft">Nada espera.</p>` : html`<ul class="rows">${waiting.documents.map(({ ambiente, state: name, count }) => html`<li><div>${STATES[name] ?? name}<span class="small">${ambiente === '00' ? 'Pruebas' : 'Producción'}</span></div><strong>${countOf(count)}</strong></li>`)}</ul>`}
</section>
<section class="card" aria-labelledby="plazos"><h2 id="plazos">Plazos de ley</h2>
${waiting.clocks.length === 0 ? html`<p class="soft">No corre ninguno.</p>` : html`<ul class="rows">${waiting.clocks.map(clockRow)}</ul>`}
</section></div>
<p class="small">Sello ${version}. Lo que aquí falta (certificados y claves maestras, relojes, correo) lo revisa <code>sello doctor</code>.</p>`;
  return operatorLayout(visit, { title: 'Instalación', active: 'node', body });
}

/** `silent` are companies that the authority does not answer at present, as far as this node has seen. */
function stateOf({ clockAheadMs, refusal }: WatchedStanding, silent: readonly Membership[]): Markup | null {
  if (refusal !== null) return alertOf(REFUSALS[refusal]);
  const apartMs = Math.abs(Math.round(clockAheadMs ?? 0));
  const clock = clockAheadMs !== null && ` El reloj de la base de datos difiere ${apartMs} ms.`;
  if (silent.length === 0)
    return html`<p class="state good">Este nodo numera y Hacienda responde.${clock}</p>`;
  const names = silent
    .slice(0, 20)
    .map(({ slug, name }) => html`<li><a href="/app/operador/empresas/${slug}"><bdi>${name}</bdi></a></li>`);
  return html`<div class="caution"><p>Hacienda no le responde a ${countedOf(silent.length, 'empresa', 'empresas')}: lo que emiten queda en contingencia y se envía solo.${clock}</p><ul>${names}</ul></div>`;
}

function clockRow({ clock, secondsLeft, used }: Backlog['clocks'][number]): Markup {
  const share = Math.round(used * 100);
  const left = secondsLeft > 0 ? `quedan ${spanOf(secondsLeft * 1_000)}` : 'vencido';
  return html`<li><div>${clock === 'report' ? 'Reportar el evento (24 h)' : 'Transmitir los documentos (72 h)'}<span class="small">${left}</span></div>
<progress max="100" value="${share}" aria-label="Parte usada del plazo">${share} %</progress></li>`;
}
