import { ROLE_TITLES } from '../../../core/users/roles.ts';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import type { PasskeyOptions, PasskeySummary, SessionSummary } from '../../../operations/users/ports.ts';
import type { ProviderAccount } from '../../../operations/users/provider-ports.ts';
import { alertOf, problemOf, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField, userLayout } from '../../layout.ts';
import { passkeyForm } from '../../passkey-form.ts';
import { type ProviderLink, providerButton } from '../../provider-link.ts';
import type { UserVisit } from '../../visit.ts';
import { agoOf, momentOf } from '../../words.ts';
import { newPasswordField } from '../invitation/view.ts';
import { deviceOf } from './device.ts';

const DONE: Readonly<Record<string, string>> = {
  clave: 'La contraseña se cambió y las demás sesiones se cerraron.',
  sesiones: 'Las demás sesiones se cerraron.',
  sesion: 'La sesión se cerró.',
  llave: 'La llave de acceso quedó guardada: con ella entra sin contraseña.',
  sin_llave: 'La llave de acceso se quitó y ya no abre su cuenta.',
  proveedor:
    'Entró por primera vez con otra cuenta, que desde ahora abre su usuario. Por seguridad, la contraseña y las llaves de acceso de antes ya no sirven: si las quiere, póngalas de nuevo aquí.',
  sin_proveedor: 'El enlace se quitó.',
};

const PASSKEYS = '/app/cuenta/llaves';
const PROVIDERS = '/app/cuenta/proveedor';

/** The passkeys of a user. */
export interface OwnPasskeys {
  readonly known: readonly PasskeySummary[];
  /** What a device is asked with for another one, or why none may be added now. */
  readonly asking: { readonly kind: 'asked'; readonly options: PasskeyOptions } | UserRefusal;
  /** Why none was added; null where nobody tried. */
  readonly refusal: UserRefusal | null;
}

/** The accounts at the provider that open this one. */
export interface OwnProviderAccounts {
  readonly known: readonly ProviderAccount[];
  /** What people call the provider; null where there is none any more. */
  readonly name: string | null;
  /** Where another account is linked; null where there is no provider. */
  readonly link: ProviderLink | null;
  /** Why a link was not removed; null where nobody tried. */
  readonly refusal: UserRefusal | null;
}

/** The page of the user's own account. */
export function accountPage(
  visit: UserVisit,
  account: {
    readonly sessions: readonly SessionSummary[];
    readonly passkeys: OwnPasskeys;
    readonly providers: OwnProviderAccounts;
    readonly refusal: UserRefusal | null;
    readonly hasPassword: boolean;
    /** What was done before this page was shown; any other word for nothing. */
    readonly done: string;
    readonly nowMs: number;
  },
): Markup {
  const { sessions, passkeys, providers, refusal, hasPassword, done, nowMs } = account;
  const hasOther = passkeys.known.length > 0 || providers.known.length > 0;
  const { session, csrf } = visit;
  const said = DONE[done];
  const body = html`<main class="narrow" id="main">
<h1>Mi cuenta</h1>
${said !== undefined && html`<p class="done" role="status">${said}</p>`}
<section class="card"><h2><bdi>${session.name}</bdi></h2>
<p><bdi>${session.email}</bdi></p>
<ul class="plain-list">${session.memberships.map(({ name, role }) => html`<li><bdi>${name}</bdi> <span class="small">${ROLE_TITLES[role]}</span></li>`)}</ul>
</section>
${passwordSection(csrf, refusal, { hasPassword, hasOther })}
${passkeySection(visit, passkeys, nowMs)}
${providerSection(visit, providers, nowMs)}
<section class="card" id="sesiones"><h2>Sesiones abiertas</h2>
<ul class="rows">${sessions.map((one) => sessionRow(one, { csrf, nowMs, isThis: one.sessionId === session.sessionId }))}</ul>
${sessions.length > 1 && html`<form method="post" action="/app/cuenta/sesiones">${csrfField(csrf)}<p class="actions"><button class="secondary">Cerrar en todas partes menos aquí</button></p></form>`}
</section>
</main>`;
  return userLayout(visit, { title: 'Mi cuenta', body });
}

function passwordSection(
  csrf: string,
  refusal: UserRefusal | null,
  { hasPassword, hasOther }: { readonly hasPassword: boolean; readonly hasOther: boolean },
): Markup {
  const title = hasPassword ? 'Cambiar contraseña' : 'Poner contraseña';
  const problems = refusal?.problems ?? [];
  const detail = refusal !== null && problems.length === 0 ? refusal.detail : null;
  return html`<section class="card" id="clave"><h2>${title}</h2>
${alertOf(detail)}
${!hasPassword && !hasOther && html`<p>Entró con un enlace que ya no sirve otra vez. Ponga una contraseña antes de salir, para poder volver.</p>`}
<form method="post" action="/app/cuenta/clave">${csrfField(csrf)}
${hasPassword && textField({ name: 'password_before', label: 'Contraseña actual', type: 'password', autocomplete: 'current-password', problem: problemOf(problems, 'before') })}
${newPasswordField({ problem: problemOf(problems, 'password'), hasFocus: false })}
<p class="actions"><button>${title}</button></p></form></section>`;
}

/** Devices that open the account; another is added soon after coming in. */
function passkeySection(
  { csrf, form }: UserVisit,
  { known, asking, refusal }: OwnPasskeys,
  nowMs: number,
): Markup {
  const problem = problemOf(refusal?.problems ?? [], 'name');
  const content = html`${csrfField(csrf)}${textField({ name: 'passkey_name', label: 'Nombre del dispositivo', value: form.one('passkey_name'), hint: 'Para reconocerlo después, como «Mi teléfono».', longest: 60, problem })}
<p class="actions"><button class="secondary">Agregar una llave de acceso</button></p>`;
  const add =
    asking.kind === 'asked'
      ? passkeyForm({ action: PASSKEYS, way: 'create', options: asking.options, content })
      : html`<p class="small">${asking.detail}</p>`;
  return html`<section class="card" id="llaves"><h2>Llaves de acceso</h2>
<p class="small">Con una llave de acceso entra sin contraseña: con su huella, su cara o el PIN del dispositivo.</p>
${alertOf(refusal !== null && problem === undefined ? refusal.detail : null)}
${known.length > 0 && html`<ul class="rows">${known.map((one) => passkeyRow(csrf, one, nowMs))}</ul>`}
${add}</section>`;
}

function passkeyRow(csrf: string, { id, name, addedAt, lastUsedAt }: PasskeySummary, nowMs: number): Markup {
  const used = lastUsedAt === null ? 'sin usar todavía' : `usada ${agoOf(lastUsedAt, nowMs)}`;
  return html`<li><div><strong><bdi>${name}</bdi></strong>
<span class="small">desde ${momentOf(addedAt)} · ${used}</span></div>
<form method="post" action="${PASSKEYS}">${csrfField(csrf)}<input type="hidden" name="passkey" value="${id}"><button class="secondary small" aria-label="Quitar la llave de acceso ${name}">Quitar</button></form></li>`;
}

/** Accounts elsewhere that open this one, or the way to one; nothing where there is neither. */
function providerSection(
  { csrf, session }: UserVisit,
  { known, name, link, refusal }: OwnProviderAccounts,
  nowMs: number,
): Markup | false {
  const rows = known.map(({ issuer, email, linkedAt, lastUsedAt }) => {
    const used = lastUsedAt === null ? 'sin usar todavía' : `usada ${agoOf(lastUsedAt, nowMs)}`;
    const title = name ?? issuer;
    return html`<li><div><strong><bdi>${title}</bdi></strong> <bdi>${email}</bdi>
<span class="small">desde ${momentOf(linkedAt)} · ${used}</span></div>
<form method="post" action="${PROVIDERS}">${csrfField(csrf)}<input type="hidden" name="issuer" value="${issuer}"><button class="secondary small" aria-label="Quitar el enlace con ${title}">Quitar</button></form></li>`;
  });
  if (rows.length === 0 && refusal === null)
    return (
      link !== null &&
      html`<section class="card" id="proveedor"><h2>Entrar con otra cuenta</h2>
<p class="small">Puede enlazar su cuenta de <bdi>${link.name}</bdi> y entrar con ella. Debe tener el mismo correo, <bdi>${session.email}</bdi>. Por seguridad, la contraseña y las llaves de acceso que tiene ahora dejan de servir.</p>
${providerButton(link, 'Enlazar')}</section>`
    );
  return html`<section class="card" id="proveedor"><h2>Cuenta enlazada</h2>
<p class="small">Quien entra en esa cuenta entra aquí, sin contraseña de Sello. Al salir de Sello, esa cuenta sigue abierta en el navegador.</p>
${alertOf(refusal?.detail ?? null)}
<ul class="rows">${rows}</ul></section>`;
}

function sessionRow(
  { sessionId, agent, address, startedAt, lastUsedAt }: SessionSummary,
  { csrf, nowMs, isThis }: { readonly csrf: string; readonly nowMs: number; readonly isThis: boolean },
): Markup {
  const end = html`<form method="post" action="/app/cuenta/sesiones">${csrfField(csrf)}<input type="hidden" name="session" value="${sessionId}"><button class="secondary small" aria-label="Cerrar la sesión de ${deviceOf(agent)} desde ${address}">Cerrar</button></form>`;
  return html`<li><div><strong>${deviceOf(agent)}</strong>${isThis && html` <span class="chip good">Esta sesión</span>`}
<span class="small"><bdi>${address}</bdi> · desde ${momentOf(startedAt)} · usada ${agoOf(lastUsedAt, nowMs)}</span></div>${!isThis && end}</li>`;
}
