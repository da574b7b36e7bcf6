import { DAY_MS } from '../../../core/calendar/spans.ts';
import type { RunningClock } from '../../../operations/companies/ports.ts';
import type { CompanyStanding } from '../../../operations/today/ports.ts';
import type { AuthorityState, Today } from '../../../operations/today/read-today.ts';
import { html, type Markup } from '../../html.ts';
import { agoOf, dayOf, documentsOf, momentOf, spanOf } from '../../words.ts';

interface State {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: string;
  /** What it means for whoever sells, and what to do. */
  readonly text: string;
}

/** A certificate takes some weeks to be renewed. */
const CERTIFICATE_WARNING_MS = 45 * DAY_MS;

/** How the authority stands, and what has to be done until when. */
export function authorityPanel({ authority, standing, nowMs }: Today): Markup {
  const { tone, title, text } = stateOf(authority, standing);
  const { waiting, lastStampMs } = standing;
  const first = waiting.sinceMs === null ? null : `el primero desde ${momentOf(waiting.sinceMs)}`;
  const more = waiting.isAtLeast ? 'o más, ' : '';
  return html`<section class="panel" aria-labelledby="authority-title">
<h2 id="authority-title">Hacienda</h2>
<p class="state ${tone}">${title}</p>
<p class="small">${text}</p>
<dl class="facts">
<dt>Último sello</dt><dd>${lastStampMs === null ? 'Todavía ninguno' : `${agoOf(lastStampMs, nowMs)} (${momentOf(lastStampMs)})`}</dd>
<dt>En espera</dt><dd>${waiting.documents === 0 ? 'Nada' : html`${documentsOf(waiting.documents)}, ${more}${first}`}</dd>
</dl>
${deadlinesOf(standing, nowMs)}
</section>`;
}

/** Why this node issues nothing, for whoever sells. */
const REFUSALS: Readonly<Record<NonNullable<AuthorityState['refusal']>, string>> = {
  forgot:
    'La base de datos volvió a un estado anterior. Avise a quien opera Sello: debe conciliarla antes de que se emita.',
  clocks_apart: 'Los relojes del servidor y de la base de datos no coinciden. Avise a quien opera Sello.',
  signer: 'El servidor no puede firmar. Avise a quien opera Sello.',
  journal:
    'El servidor no puede escribir su diario. Avise a quien opera Sello: el disco está lleno o no se puede usar.',
};

function stateOf(
  { isSilent, cause, refusal }: AuthorityState,
  { hasCredentials, certificate }: CompanyStanding,
): State {
  if (refusal !== null) return { tone: 'bad', title: 'No se puede emitir', text: REFUSALS[refusal] };
  if (certificate === null || !hasCredentials)
    return {
      tone: 'warn',
      title: 'Falta configurar la empresa',
      text:
        certificate === null
          ? 'Suba el certificado para firmar.'
          : 'Guarde la contraseña de la API de Hacienda.',
    };
  if (cause === 'sign_in_refused')
    return {
      tone: 'bad',
      title: 'Hacienda rechaza la contraseña',
      text: 'Lo que emite queda en contingencia. Revise el usuario y la contraseña de la API en Empresa.',
    };
  if (isSilent)
    return {
      tone: 'warn',
      title: 'Hacienda no responde',
      text: 'Siga vendiendo: cada documento queda numerado y firmado, y se envía solo cuando vuelva.',
    };
  return { tone: 'good', title: 'Todo en orden', text: 'Los documentos se envían y se sellan al emitirlos.' };
}

const CLOCKS: Readonly<Record<RunningClock['clock'], string>> = {
  report: 'Informar la contingencia',
  transmit: 'Enviar lo emitido en contingencia',
};

function deadlinesOf({ clocks, certificate }: CompanyStanding, nowMs: number): Markup | null {
  const ends = certificate?.notAfterMs ?? null;
  const isNear = ends !== null && ends - nowMs < CERTIFICATE_WARNING_MS;
  if (clocks.length === 0 && !isNear) return null;
  const rows = clocks.map(
    ({ clock, untilMs, documents }) =>
      html`<li><div><strong>${CLOCKS[clock]}</strong> <span class="small">${documentsOf(documents)}</span></div>${left(untilMs, nowMs)}</li>`,
  );
  const renewal = html`<li><div><strong>Renovar el certificado</strong> <span class="small">vence el ${dayOf(ends ?? 0)}</span></div>${left(ends ?? 0, nowMs)}</li>`;
  return html`<h3>Plazos</h3><ul class="rows">${rows}${isNear && renewal}</ul>`;
}

function left(untilMs: number, nowMs: number): Markup {
  if (untilMs <= nowMs) return html`<span class="chip bad">Vencido ${agoOf(untilMs, nowMs)}</span>`;
  const tone = untilMs - nowMs < DAY_MS ? 'bad' : 'warn';
  return html`<span class="chip ${tone}">Quedan ${spanOf(untilMs - nowMs)}</span>`;
}
