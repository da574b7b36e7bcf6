import { ROLE_TITLES } from '../../../core/users/roles.ts';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import type { SessionSummary } from '../../../operations/users/ports.ts';
import { alertOf, problemOf, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField, userLayout } from '../../layout.ts';
import type { UserVisit } from '../../visit.ts';
import { agoOf, momentOf } from '../../words.ts';
import { newPasswordField } from '../invitation/view.ts';
import { deviceOf } from './device.ts';

const DONE: Readonly<Record<string, string>> = {
  clave: 'La contraseña se cambió y las demás sesiones se cerraron.',
  sesiones: 'Las demás sesiones se cerraron.',
  sesion: 'La sesión se cerró.',
};

/** The page of the user's own account. */
export function accountPage(
  visit: UserVisit,
  account: {
    readonly sessions: readonly SessionSummary[];
    readonly refusal: UserRefusal | null;
    /** What was done before this page was shown; any other word for nothing. */
    readonly done: string;
    readonly nowMs: number;
  },
): Markup {
  const { sessions, refusal, done, nowMs } = account;
  const { session, csrf } = visit;
  const said = DONE[done];
  const body = html`<main class="narrow" id="main">
<h1>Mi cuenta</h1>
${said !== undefined && html`<p class="done" role="status">${said}</p>`}
<section class="card"><h2><bdi>${session.name}</bdi></h2>
<p><bdi>${session.email}</bdi></p>
<ul class="plain-list">${session.memberships.map(({ name, role }) => html`<li><bdi>${name}</bdi> <span class="small">${ROLE_TITLES[role]}</span></li>`)}</ul>
</section>
${passwordSection(csrf, refusal)}
<section class="card" id="sesiones"><h2>Sesiones abiertas</h2>
<ul class="rows">${sessions.map((one) => sessionRow(one, { csrf, nowMs, isThis: one.sessionId === session.sessionId }))}</ul>
${sessions.length > 1 && html`<form method="post" action="/app/cuenta/sesiones">${csrfField(csrf)}<p class="actions"><button class="secondary">Cerrar en todas partes menos aquí</button></p></form>`}
</section>
</main>`;
  return userLayout(visit, { title: 'Mi cuenta', body });
}

function passwordSection(csrf: string, refusal: UserRefusal | null): Markup {
  const problems = refusal?.problems ?? [];
  const detail = refusal !== null && problems.length === 0 ? refusal.detail : null;
  return html`<section class="card" id="clave"><h2>Cambiar contraseña</h2>
${alertOf(detail)}
<form method="post" action="/app/cuenta/clave">${csrfField(csrf)}
${textField({ name: 'password_before', label: 'Contraseña actual', type: 'password', autocomplete: 'current-password', problem: problemOf(problems, 'before') })}
${newPasswordField({ problem: problemOf(problems, 'password'), hasFocus: false })}
<p class="actions"><button>Cambiar contraseña</button></p></form></section>`;
}

function sessionRow(
  { sessionId, agent, address, startedAt, lastUsedAt }: SessionSummary,
  { csrf, nowMs, isThis }: { readonly csrf: string; readonly nowMs: number; readonly isThis: boolean },
): Markup {
  const end = html`<form method="post" action="/app/cuenta/sesiones">${csrfField(csrf)}<input type="hidden" name="session" value="${sessionId}"><button class="secondary small" aria-label="Cerrar la sesión de ${deviceOf(agent)} desde ${address}">Cerrar</button></form>`;
  return html`<li><div><strong>${deviceOf(agent)}</strong>${isThis && html` <span class="chip good">Esta sesión</span>`}
<span class="small"><bdi>${address}</bdi> · desde ${momentOf(startedAt)} · usada ${agoOf(lastUsedAt, nowMs)}</span></div>${!isThis && end}</li>`;
}
