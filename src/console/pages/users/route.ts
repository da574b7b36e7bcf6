import { ownOf } from '../../../core/records/by-name.ts';
import { isRole, ROLE_TITLES, ROLES, type Role } from '../../../core/users/roles.ts';
import { refuseFields, type UserRefusal } from '../../../core/users/user-refusal.ts';
import { type Invited, inviteUser } from '../../../operations/users/invitations.ts';
import {
  changeRole,
  disableUser,
  listUsers,
  signOutUser,
  type UserChange,
  withdrawInvitation,
} from '../../../operations/users/manage-users.ts';
import type { CompanyUser, PendingInvitation } from '../../../operations/users/ports.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import { copyableField } from '../../copyable.ts';
import { choiceField, doneOf, optionTags, problemOf, refusalAlert, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import type { CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { rowForm } from '../../pieces.ts';
import { type Address, addressIn, type CompanyVisit } from '../../visit.ts';
import { agoOf, momentOf } from '../../words.ts';

const PATH = '/usuarios';
const access = 'manage_users';

const DONE: Readonly<Record<string, string>> = {
  invitado: 'La invitación se envió por correo.',
  funcion: 'La función se cambió.',
  acceso: 'El usuario puede entrar otra vez.',
  sin_acceso: 'El usuario ya no puede entrar a esta empresa.',
  sesiones: 'Las sesiones del usuario se cerraron: tendrá que entrar otra vez.',
  retirada: 'La invitación se retiró: su enlace ya no sirve.',
  ninguna: 'Esa invitación ya se había usado, retirado o vencido.',
};

/** `/app/e/:slug/usuarios`: the users of a company and those who are invited. */
export const USERS: readonly CompanyPage[] = [
  {
    path: PATH,
    access,
    get: (parts, visit) => usersPage(parts, visit),
    refill: (parts, visit) => usersPage(parts, visit),
    async post(parts, visit) {
      const { form, companyId, session, origin } = visit;
      const [email, name, role] = [form.one('email'), form.one('name'), form.one('role')];
      const by = doerOf(session, origin);
      const { isOperator } = session;
      const invited = isRole(role)
        ? await inviteUser(parts.users, { by, isOperator, companyId, email, name, role })
        : NO_ROLE;
      if (invited.kind === 'refused') return refused(parts, visit, invited);
      return invited.mailing?.kind === 'sent' ? listed(visit, 'invitado') : invitedPage(visit, invited);
    },
  },
  changing('/:user/funcion', async ({ users }, visit) => {
    const role = visit.form.one('role');
    const changed = isRole(role) ? await changeRole(users, changeIn(visit), role) : NO_ROLE;
    return changed.kind === 'refused' ? changed : 'funcion';
  }),
  changing('/:user/acceso', async ({ users }, visit) => {
    const isDisabled = visit.form.one('access') !== 'yes';
    const changed = await disableUser(users, changeIn(visit), isDisabled);
    return changed.kind === 'refused' ? changed : isDisabled ? 'sin_acceso' : 'acceso';
  }),
  changing('/:user/sesiones', async ({ users }, visit) => {
    const changed = await signOutUser(users, changeIn(visit));
    return changed.kind === 'refused' ? changed : 'sesiones';
  }),
  changing('/invitaciones/:invitation/retirar', async ({ users }, visit) => {
    const invitationId = visit.params['invitation'] ?? '';
    return (await withdrawInvitation(users, { ...changeIn(visit), invitationId })) ? 'retirada' : 'ninguna';
  }),
];

const NO_ROLE = refuseFields([{ path: 'role', code: 'invalid', message: 'Elija una función de la lista.' }]);

/** An address that only takes a form, whose change answers the word for what it did. */
function changing(
  path: string,
  change: (parts: ConsoleParts, visit: CompanyVisit) => Promise<UserRefusal | string>,
): CompanyPage {
  return {
    path: `${PATH}${path}`,
    access,
    get: (_parts, visit) => addressIn(visit, PATH),
    async post(parts, visit) {
      const changed = await change(parts, visit);
      return typeof changed === 'string' ? listed(visit, changed) : refused(parts, visit, changed);
    },
  };
}

function changeIn({ session, origin, companyId, params }: CompanyVisit): UserChange {
  return { by: doerOf(session, origin), companyId, userId: params['user'] ?? '' };
}

function listed(visit: CompanyVisit, done: string): Address {
  return addressIn(visit, `${PATH}?hecho=${done}`);
}

async function refused(parts: ConsoleParts, visit: CompanyVisit, refusal: UserRefusal) {
  return { status: refusal.status, page: await usersPage(parts, visit, refusal) };
}

/** What each role is for, as the owner reads it who gives it. */
const WHAT_ROLES_DO: Readonly<Record<Role, string>> = {
  cashier: 'emite ventas y ve lo que emitió hoy',
  accountant: 've todo, descarga, anula y hace notas de crédito',
  owner: 'hace todo, también usuarios, claves y datos de la empresa',
};

const ROLE_OPTIONS = ROLES.map((role) => [role, ROLE_TITLES[role]] as const);
const ROLE_HINT = `${ROLES.map((role) => `${ROLE_TITLES[role]}: ${WHAT_ROLES_DO[role]}`).join('. ')}.`;

async function usersPage(
  parts: ConsoleParts,
  visit: CompanyVisit,
  refusal: UserRefusal | null = null,
): Promise<Markup> {
  const { users, invitations } = await listUsers(parts.users, visit.companyId);
  const nowMs = parts.clock.now();
  const body = html`<div class="page-head"><h1>Usuarios</h1><p class="small"><a href="${addressIn(visit, '/usuarios/registro')}">Qué ha hecho cada quien</a></p></div>
${doneOf(ownOf(DONE, visit.query.one('hecho')))}
${refusalAlert(refusal)}
<section class="card" aria-labelledby="usuarios"><h2 id="usuarios">Quién entra</h2>
${users.length === 0 ? html`<p class="empty">Todavía no hay usuarios. Invite al primero aquí abajo.</p>` : html`<ul class="rows">${users.map((user) => userRow(visit, user, nowMs))}</ul>`}
</section>
${
  invitations.length > 0 &&
  html`<section class="card" aria-labelledby="invitados"><h2 id="invitados">Invitaciones sin aceptar</h2>
<ul class="rows">${invitations.map((one) => invitationRow(visit, one))}</ul></section>`
}
${invitationForm(visit, refusal)}`;
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
  const { csrf } = visit;
  const address = (what: string) => addressIn(visit, `${PATH}/${userId}/${what}`);
  const what = `Cerrar sus sesiones: ${name}`;
  const sessions = rowForm(csrf, { action: address('sesiones'), label: 'Cerrar sus sesiones', what });
  const turn = isDisabled ? 'Devolver acceso' : 'Quitar acceso';
  return html`<div class="row-actions">
<form class="inline" method="post" action="${address('funcion')}">${csrfField(csrf)}
<label class="hidden-words" for="role-${userId}">Función de ${name}</label>
<select id="role-${userId}" name="role">${optionTags(ROLE_OPTIONS, role)}</select>
<button class="secondary small" aria-label="Cambiar: la función de ${name}">Cambiar</button></form>
<form method="post" action="${address('acceso')}">${csrfField(csrf)}<input type="hidden" name="access" value="${isDisabled ? 'yes' : 'no'}">
<button class="secondary small" aria-label="${turn}: ${name}">${turn}</button></form>
${sessions}
</div>`;
}

function invitationRow(visit: CompanyVisit, invitation: PendingInvitation): Markup {
  const { invitationId, name, email, role, endsAt } = invitation;
  const action = addressIn(visit, PATH);
  const again = { email, name, role };
  return html`<li><div><strong><bdi>${name}</bdi></strong> <span class="chip">${ROLE_TITLES[role]}</span>
<span class="small"><bdi>${email}</bdi> · vence el ${momentOf(endsAt)}</span></div>
<div class="row-actions">
${rowForm(visit.csrf, { action, fields: Object.entries(again), label: 'Invitar de nuevo', what: `Invitar de nuevo: ${name}` })}
${rowForm(visit.csrf, { action: `${action}/invitaciones/${invitationId}/retirar`, label: 'Retirar', what: `Retirar: la invitación de ${name}` })}
</div></li>`;
}

function invitationForm(visit: CompanyVisit, refusal: UserRefusal | null): Markup {
  const { form, csrf } = visit;
  const problems = refusal?.problems ?? [];
  return html`<section class="card" aria-labelledby="invitar"><h2 id="invitar">Invitar a alguien</h2>
<form method="post" action="${addressIn(visit, PATH)}">${csrfField(csrf)}
<div class="fields">
${textField({ name: 'name', label: 'Nombre', value: form.one('name'), problem: problemOf(problems, 'name'), longest: 100 })}
${textField({ name: 'email', label: 'Correo', type: 'email', inputmode: 'email', value: form.one('email'), problem: problemOf(problems, 'email') })}
</div>
${choiceField({ name: 'role', label: 'Función', value: form.one('role') || 'cashier', options: ROLE_OPTIONS, hint: ROLE_HINT, problem: problemOf(problems, 'role') })}
<p class="actions"><button>Invitar</button></p></form></section>`;
}

/** Shows the link of an invitation that could not be mailed, this once. */
function invitedPage(visit: CompanyVisit, invited: Invited): Markup {
  const name = visit.form.one('name');
  const body = html`<h1>Entregue este enlace a <bdi>${name}</bdi></h1>
${linkToHandOver({ name, invited, next: addressIn(visit, PATH), label: 'Ya lo copié' })}`;
  return companyLayout(visit, { title: 'Invitación', main: 'card', body, active: 'users' });
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
