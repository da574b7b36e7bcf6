import { ROLE_TITLES, ROLES, type Role } from '../../../core/users/roles.ts';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import type { Invited } from '../../../operations/users/invitations.ts';
import type { CompanyUser, PendingInvitation } from '../../../operations/users/ports.ts';
import { copyableField } from '../../copyable.ts';
import { alertOf, choiceField, problemOf, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { agoOf, momentOf } from '../../words.ts';

/** What is said above the list. */
export interface Told {
  readonly refusal: UserRefusal | null;
  /** What was done before this page was shown; any other word for nothing. */
  readonly done: string;
}

const DONE: Readonly<Record<string, string>> = {
  invitado: 'La invitación se envió por correo.',
  funcion: 'La función se cambió.',
  acceso: 'El usuario puede entrar otra vez.',
  sin_acceso: 'El usuario ya no puede entrar a esta empresa.',
  sesiones: 'Las sesiones del usuario se cerraron: tendrá que entrar otra vez.',
  retirada: 'La invitación se retiró: su enlace ya no sirve.',
  ninguna: 'Esa invitación ya se había usado, retirado o vencido.',
};

/** What each role is for, as the owner reads it who gives it. */
const WHAT_ROLES_DO: Readonly<Record<Role, string>> = {
  cashier: 'emite ventas y ve lo que emitió hoy',
  accountant: 've todo, descarga, anula y hace notas de crédito',
  owner: 'hace todo, también usuarios, claves y datos de la empresa',
};

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_TITLES[role] }));
const ROLE_HINT = `${ROLES.map((role) => `${ROLE_TITLES[role]}: ${WHAT_ROLES_DO[role]}`).join('. ')}.`;

export function usersPage(
  visit: CompanyVisit,
  listed: Told & {
    readonly users: readonly CompanyUser[];
    readonly invitations: readonly PendingInvitation[];
    readonly nowMs: number;
  },
): Markup {
  const { users, invitations, refusal, done } = listed;
  const said = DONE[done];
  const isOfForm = refusal !== null && refusal.problems.length > 0;
  const body = html`<main id="main">
<div class="page-head"><h1>Usuarios</h1><p class="small"><a href="${addressIn(visit, '/usuarios/registro')}">Qué ha hecho cada quien</a></p></div>
${said !== undefined && html`<p class="done" role="status">${said}</p>`}
${alertOf(refusal !== null && !isOfForm ? refusal.detail : null)}
<section class="card" aria-labelledby="usuarios"><h2 id="usuarios">Quién entra</h2>
${users.length === 0 ? html`<p class="empty">Todavía no hay usuarios. Invite al primero aquí abajo.</p>` : html`<ul class="rows">${users.map((user) => userRow(visit, user, listed.nowMs))}</ul>`}
</section>
${
  invitations.length > 0 &&
  html`<section class="card" aria-labelledby="invitados"><h2 id="invitados">Invitaciones sin aceptar</h2>
<ul class="rows">${invitations.map((one) => invitationRow(visit, one))}</ul></section>`
}
${invitationForm(visit, isOfForm ? refusal : null)}
</main>`;
  return companyLayout(visit, { title: 'Usuarios', body, active: 'users' });
}

function userRow(visit: CompanyVisit, user: CompanyUser, nowMs: number): Markup {
  const { userId, name, email, role, isDisabled, lastUsedAt } = user;
  const used = lastUsedAt === null ? 'no ha entrado todavía' : `último uso ${agoOf(lastUsedAt, nowMs)}`;
  const isSelf = userId === visit.session.userId;
  return html`<li><div><strong><bdi>${name}</bdi></strong> <span class="chip">${ROLE_TITLES[role]}</span>${
    isSelf && html` <span class="chip good">Usted</span>`
  }${isDisabled && html` <span class="chip bad">Sin acceso</span>`}
<span class="small"><bdi>${email}</bdi> · ${used}</span></div>
${!isSelf && changes(visit, user)}</li>`;
}

function changes(visit: CompanyVisit, { userId, name, role, isDisabled }: CompanyUser): Markup {
  const address = (what: string) => addressIn(visit, `/usuarios/${userId}/${what}`);
  const options = ROLES.map(
    (one) => html`<option value="${one}"${one === role && html` selected`}>${ROLE_TITLES[one]}</option>`,
  );
  return html`<div class="row-actions">
<form class="inline" method="post" action="${address('funcion')}">${csrfField(visit.csrf)}
<label class="hidden-words" for="role-${userId}">Función de ${name}</label>
<select id="role-${userId}" name="role">${options}</select>
<button class="secondary small" aria-label="Cambiar: la función de ${name}">Cambiar</button></form>
<form method="post" action="${address('acceso')}">${csrfField(visit.csrf)}<input type="hidden" name="access" value="${isDisabled ? 'yes' : 'no'}">
<button class="secondary small" aria-label="${isDisabled ? 'Devolver acceso' : 'Quitar acceso'}: ${name}">${isDisabled ? 'Devolver acceso' : 'Quitar acceso'}</button></form>
<form method="post" action="${address('sesiones')}">${csrfField(visit.csrf)}<button class="secondary small" aria-label="Cerrar sus sesiones: ${name}">Cerrar sus sesiones</button></form>
</div>`;
}

function invitationRow(
  visit: CompanyVisit,
  { invitationId, name, email, role, endsAt }: PendingInvitation,
): Markup {
  const again = [
    ['email', email],
    ['name', name],
    ['role', role],
  ].map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`);
  return html`<li><div><strong><bdi>${name}</bdi></strong> <span class="chip">${ROLE_TITLES[role]}</span>
<span class="small"><bdi>${email}</bdi> · vence el ${momentOf(endsAt)}</span></div>
<div class="row-actions">
<form method="post" action="${addressIn(visit, '/usuarios')}">${csrfField(visit.csrf)}${again}<button class="secondary small" aria-label="Invitar de nuevo: ${name}">Invitar de nuevo</button></form>
<form method="post" action="${addressIn(visit, `/usuarios/invitaciones/${invitationId}/retirar`)}">${csrfField(visit.csrf)}<button class="secondary small" aria-label="Retirar: la invitación de ${name}">Retirar</button></form>
</div></li>`;
}

function invitationForm(visit: CompanyVisit, refusal: UserRefusal | null): Markup {
  const { form, csrf } = visit;
  const problems = refusal?.problems ?? [];
  return html`<section class="card" aria-labelledby="invitar"><h2 id="invitar">Invitar a alguien</h2>
<form method="post" action="${addressIn(visit, '/usuarios')}">${csrfField(csrf)}
<div class="fields">
${textField({ name: 'name', label: 'Nombre', value: form.one('name'), problem: problemOf(problems, 'name'), longest: 100 })}
${textField({ name: 'email', label: 'Correo', type: 'email', inputmode: 'email', value: form.one('email'), problem: problemOf(problems, 'email') })}
</div>
${choiceField({ name: 'role', label: 'Función', value: form.one('role') || 'cashier', options: ROLE_OPTIONS, hint: ROLE_HINT, problem: problemOf(problems, 'role') })}
<p class="actions"><button>Invitar</button></p></form></section>`;
}

/** Shows the link of an invitation that could not be mailed, this once. */
export function invitedPage(visit: CompanyVisit, invited: Invited): Markup {
  const name = visit.form.one('name');
  const next = addressIn(visit, '/usuarios');
  const body = html`<main class="narrow card" id="main">
<h1>Entregue este enlace a <bdi>${name}</bdi></h1>
${linkToHandOver({ name, invited, next, label: 'Ya lo copié' })}
</main>`;
  return companyLayout(visit, { title: 'Invitación', body, active: 'users' });
}

/** The link of an invitation, this once, and where to go on from it. */
export function linkToHandOver({
  name,
  invited: { link, endsAt, mailing },
  next,
  label,
}: {
  readonly name: string;
  readonly invited: Invited;
  readonly next: string;
  readonly label: string;
}): Markup {
  const why =
    mailing === null
      ? 'Esta instalación no envía correos.'
      : 'El correo no se pudo enviar; puede que haya un error en la dirección o en la cuenta de correo.';
  return html`<p class="notice">${why} El enlace se muestra solo esta vez: cópielo y entréguelo a <bdi>${name}</bdi> en persona, porque quien lo abra entra en su lugar.</p>
${copyableField({ id: 'link', label: 'Enlace de la invitación', what: 'el enlace de la invitación', value: link ?? '' })}
<p class="small">Sirve una vez y vence el ${momentOf(endsAt)}.</p>
<p class="actions"><a class="button" href="${next}">${label}</a></p>`;
}
