import { ownOf } from '../../../core/records/by-name.ts';
import { ROLE_TITLES } from '../../../core/users/roles.ts';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import { beginPasskey, finishPasskey, removePasskey } from '../../../operations/users/passkeys.ts';
import { changePassword, hasPassword } from '../../../operations/users/passwords.ts';
import type { SessionSummary } from '../../../operations/users/ports.ts';
import { unlinkProviderAccount } from '../../../operations/users/provider-sign-in.ts';
import { signOutEverywhere } from '../../../operations/users/sessions.ts';
import { alertOf, doneOf, problemOf, refusalAlert, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField, userLayout } from '../../layout.ts';
import type { UserPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { passkeyForm, passkeyResponse } from '../../passkey-form.ts';
import { rowForm } from '../../pieces.ts';
import { providerButton, providerLink } from '../../provider-link.ts';
import type { UserVisit } from '../../visit.ts';
import { agoOf, momentOf } from '../../words.ts';
import { newPasswordField } from '../invitation/route.ts';
import { deviceOf } from './device.ts';

const ADDRESS = '/app/cuenta';

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

/** The forms of the page; each is posted to an address of its own, below the page's. */
type FormName = 'clave' | 'sesiones' | 'llaves' | 'proveedor';

/** `/app/cuenta`: the user's own sessions, password, devices and accounts elsewhere. */
export const ACCOUNT: readonly UserPage[] = [
  { path: ADDRESS, access: 'user', get: (parts, visit) => accountPage(parts, visit) },
  form('clave', async ({ users, clock }, { session, origin, form }) => {
    const [[before = ''], [password = '']] = [form.all('password_before'), form.all('password')];
    const nowMs = clock.now();
    const changed = await changePassword(users, session, { before, password, origin, nowMs });
    return changed.kind === 'refused' ? changed : 'clave';
  }),
  form('sesiones', async ({ users }, { session, origin, form }) => {
    const sessionId = form.one('session');
    if (sessionId === '') await signOutEverywhere(users, session, origin);
    else await users.sessions.end(session.userId, sessionId);
    return sessionId === '' ? 'sesiones' : 'sesion';
  }),
  form('llaves', async ({ users, clock }, { session, origin, form }) => {
    const id = form.one('passkey');
    const changing = { origin, nowMs: clock.now() };
    if (id !== '') {
      const removed = await removePasskey(users, session, { ...changing, id });
      return removed.kind === 'refused' ? removed : 'sin_llave';
    }
    const response = passkeyResponse(form.one('response'));
    const added = await finishPasskey(users, session, {
      ...changing,
      response,
      name: form.one('passkey_name'),
    });
    return added.kind === 'refused' ? added : 'llave';
  }),
  form('proveedor', async ({ users, clock }, { session, origin, form }) => {
    const changing = { origin, nowMs: clock.now() };
    const unlinked = await unlinkProviderAccount(users, session, { ...changing, issuer: form.one('issuer') });
    return unlinked.kind === 'refused' ? unlinked : 'sin_proveedor';
  }),
];

/** A form of the page, which answers the word for what it did. */
function form(
  name: FormName,
  send: (parts: ConsoleParts, visit: UserVisit) => Promise<UserRefusal | string>,
): UserPage {
  return {
    path: `${ADDRESS}/${name}`,
    access: 'user',
    get: () => ADDRESS,
    async post(parts, visit) {
      const sent = await send(parts, visit);
      if (typeof sent === 'string') return `${ADDRESS}?hecho=${sent}`;
      return { status: sent.status, page: await accountPage(parts, visit, { [name]: sent }) };
    },
  };
}

async function read({ users, clock, consoleUrl }: ConsoleParts, { session }: UserVisit) {
  const nowMs = clock.now();
  const { userId } = session;
  const [sessions, hasOne, passkeys, asking, linked] = await Promise.all([
    users.sessions.sessionsOf(userId),
    hasPassword(users, session),
    users.passkeys.passkeysOf(userId),
    beginPasskey(users, session, nowMs),
    users.providerAccounts.accountsOf(userId),
  ]);
  const link = providerLink({ users, consoleUrl }, { a: ADDRESS });
  return { nowMs, sessions, hasOne, passkeys, asking, linked, link };
}

type Account = Awaited<ReturnType<typeof read>>;

/** The page, with why a form of it did nothing. */
async function accountPage(
  parts: ConsoleParts,
  visit: UserVisit,
  refusals: Partial<Readonly<Record<FormName, UserRefusal>>> = {},
): Promise<Markup> {
  const { session, csrf, query } = visit;
  const account = await read(parts, visit);
  const { sessions, nowMs } = account;
  const { clave = null, llaves = null, proveedor = null } = refusals;
  const body = html`<main class="narrow" id="main">
<h1>Mi cuenta</h1>
${doneOf(ownOf(DONE, query.one('hecho')))}
<section class="card"><h2><bdi>${session.name}</bdi></h2>
<p><bdi>${session.email}</bdi></p>
<ul class="plain-list">${session.memberships.map(({ name, role }) => html`<li><bdi>${name}</bdi> <span class="small">${ROLE_TITLES[role]}</span></li>`)}</ul>
</section>
${passwordSection(csrf, account, clave)}
${passkeySection(visit, account, llaves)}
${providerSection(visit, account, proveedor)}
<section class="card" id="sesiones"><h2>Sesiones abiertas</h2>
<ul class="rows">${sessions.map((one) => sessionRow(visit, one, nowMs))}</ul>
${sessions.length > 1 && html`<form method="post" action="/app/cuenta/sesiones">${csrfField(csrf)}<p class="actions"><button class="secondary">Cerrar en todas partes menos aquí</button></p></form>`}
</section>
</main>`;
  return userLayout(visit, { title: 'Mi cuenta', body });
}

function passwordSection(
  csrf: string,
  { hasOne, passkeys, linked, asking }: Account,
  refusal: UserRefusal | null,
): Markup {
  const title = hasOne ? 'Cambiar contraseña' : 'Poner contraseña';
  const isOnlyWay = !hasOne && passkeys.length === 0 && linked.length === 0;
  const problems = refusal?.problems ?? [];
  const form = html`<form method="post" action="/app/cuenta/clave">${csrfField(csrf)}
${hasOne && textField({ name: 'password_before', label: 'Contraseña actual', type: 'password', autocomplete: 'current-password', problem: problemOf(problems, 'before') })}
${newPasswordField({ problem: problemOf(problems, 'password') })}
<p class="actions"><button>${title}</button></p></form>`;
  return html`<section class="card" id="clave"><h2>${title}</h2>
${refusalAlert(refusal)}
${isOnlyWay && html`<p>Entró con un enlace que ya no sirve otra vez. ${asking.kind === 'asked' ? 'Ponga una contraseña ahora, para poder volver.' : 'Para volver después, pida otro a quien opera Sello.'}</p>`}
${asking.kind === 'asked' ? form : html`<p class="small">${asking.detail}</p>`}</section>`;
}

/** Devices that open the account; they change soon after coming in. */
function passkeySection(
  { csrf, form }: UserVisit,
  { passkeys, asking, nowMs }: Account,
  refusal: UserRefusal | null,
): Markup {
  const problem = problemOf(refusal?.problems ?? [], 'name');
  const content = html`${csrfField(csrf)}${textField({ name: 'passkey_name', label: 'Nombre del dispositivo', value: form.one('passkey_name'), hint: 'Para reconocerlo después, como «Mi teléfono».', longest: 60, problem })}
<p class="actions"><button class="secondary">Agregar una llave de acceso</button></p>`;
  const add =
    asking.kind === 'asked'
      ? passkeyForm({ action: `${ADDRESS}/llaves`, way: 'create', options: asking.options, content })
      : html`<p class="small">${asking.detail}</p>`;
  const rows = passkeys.map(({ id, name, addedAt, lastUsedAt }) => {
    const title = html`<strong><bdi>${name}</bdi></strong>`;
    const what = `Quitar la llave de acceso ${name}`;
    const form = rowForm(csrf, {
      action: `${ADDRESS}/llaves`,
      fields: [['passkey', id]],
      label: 'Quitar',
      what,
    });
    return wayInRow(title, { sinceMs: addedAt, lastUsedAt, nowMs }, asking.kind === 'asked' && form);
  });
  return html`<section class="card" id="llaves"><h2>Llaves de acceso</h2>
<p class="small">Con una llave de acceso entra sin contraseña: con su huella, su cara o el PIN del dispositivo.</p>
${alertOf(refusal !== null && problem === undefined ? refusal.detail : null)}
${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}
${add}</section>`;
}

/** What opens the account besides a password, since when, and the form that takes it away, where it can be now. */
function wayInRow(
  title: Markup,
  times: { readonly sinceMs: number; readonly lastUsedAt: number | null; readonly nowMs: number },
  form: Markup | false,
): Markup {
  const { sinceMs, lastUsedAt, nowMs } = times;
  const used = lastUsedAt === null ? 'sin usar todavía' : `usada ${agoOf(lastUsedAt, nowMs)}`;
  return html`<li><div>${title}
<span class="small">desde ${momentOf(sinceMs)} · ${used}</span></div>
${form}</li>`;
}

/** Accounts elsewhere that open this one, or the way to one; nothing where there is neither. */
function providerSection(
  { csrf, session }: UserVisit,
  { linked, link, nowMs, asking }: Account,
  refusal: UserRefusal | null,
): Markup | false {
  const rows = linked.map(({ issuer, email, linkedAt, lastUsedAt }) => {
    const name = link?.name ?? issuer;
    const title = html`<strong><bdi>${name}</bdi></strong> <bdi>${email}</bdi>`;
    const what = `Quitar el enlace con ${name}`;
    const fields = [['issuer', issuer]] as const;
    const form = rowForm(csrf, { action: `${ADDRESS}/proveedor`, fields, label: 'Quitar', what });
    return wayInRow(title, { sinceMs: linkedAt, lastUsedAt, nowMs }, asking.kind === 'asked' && form);
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

function sessionRow({ session, csrf }: UserVisit, one: SessionSummary, nowMs: number): Markup {
  const { sessionId, agent, address, startedAt, lastUsedAt } = one;
  const isThis = sessionId === session.sessionId;
  const what = `Cerrar la sesión de ${deviceOf(agent)} desde ${address}`;
  const fields = [['session', sessionId]] as const;
  const end = rowForm(csrf, { action: `${ADDRESS}/sesiones`, fields, label: 'Cerrar', what });
  return html`<li><div><strong>${deviceOf(agent)}</strong>${isThis && html` <span class="chip good">Esta sesión</span>`}
<span class="small"><bdi>${address}</bdi> · desde ${momentOf(startedAt)} · usada ${agoOf(lastUsedAt, nowMs)}</span></div>${!isThis && end}</li>`;
}
