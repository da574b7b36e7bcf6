import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import { beginReset, finishReset, type ResetOwner, resetOf } from '../../../operations/users/passwords.ts';
import { alertOf, problemOf, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField, plainLayout } from '../../layout.ts';
import type { Answer, OpenPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { comeIn } from '../../sign-in.ts';
import type { Visit } from '../../visit.ts';
import { newPasswordField } from '../invitation/route.ts';

const TITLE = 'Otra contraseña';

/** `/app/clave`, which mails a link, and `/app/clave/:token`, where that link leads: to another password. */
export const RESET: readonly OpenPage[] = [
  {
    path: '/app/clave',
    access: 'everybody',
    get: (parts, visit) => askPage(visit, { canMail: canMail(parts) }),
    async post(parts, visit) {
      const { form, origin } = visit;
      const asked = await beginReset(parts.users, { email: form.one('email'), origin });
      if (asked.kind === 'asked' && canMail(parts)) return askedPage();
      const [status, problem] = asked.kind === 'asked' ? [200, null] : [asked.status, asked.detail];
      return { status, page: askPage(visit, { canMail: canMail(parts), problem }) };
    },
  },
  {
    path: '/app/clave/:token',
    access: 'everybody',
    async get(parts, visit) {
      const owner = await resetOf(parts.users, visit.params['token'] ?? '');
      return owner === null ? ended() : choosePage(visit, owner);
    },
    async post(parts, visit, reply) {
      const { params, form, origin } = visit;
      const { token = '' } = params;
      const [password = ''] = form.all('password');
      const owner = await resetOf(parts.users, token);
      const finished = await finishReset(parts.users, { token, password, origin });
      if (finished.kind === 'signed_in') return comeIn(reply, finished, '/app');
      if (owner === null || finished.code === 'link_ended') return ended();
      return { status: finished.status, page: choosePage(visit, owner, finished) };
    },
  },
];

/** Whether the installation has a mail server: that of a company carries no link that opens others, too. */
function canMail({ users }: ConsoleParts): boolean {
  return users.mailAccounts.ofInstallation !== null;
}

/** The page that asks for the e-mail address of whoever has forgotten the password. */
export function askPage(
  { csrf, form }: Pick<Visit, 'csrf' | 'form'>,
  { canMail, problem = null }: { readonly canMail: boolean; readonly problem?: string | null },
): Markup {
  const ask = html`<p>Le enviamos un enlace para elegir otra contraseña. Dura una hora y sirve una vez.</p>
${alertOf(problem)}
<form method="post" action="/app/clave">${csrfField(csrf)}
${textField({ name: 'email', label: 'Correo', type: 'email', value: form.one('email'), autocomplete: 'username', hasFocus: true })}
<p class="actions"><button>Pedir el enlace</button><a href="/app/entrar">Volver a entrar</a></p></form>`;
  const askElsewhere = html`<p class="caution">Esta instalación no envía enlaces por correo. Pida un enlace a quien opera Sello.</p>
<p><a href="/app/entrar">Volver a entrar</a></p>`;
  const body = html`<main class="narrow card" id="main"><h1>${TITLE}</h1>
${canMail ? ask : askElsewhere}</main>`;
  return plainLayout({ title: TITLE, body });
}

/** The same for everybody, whether there is such a user or not. */
export function askedPage(): Markup {
  const body = html`<main class="narrow card" id="main"><h1>Revise su correo</h1>
<p>Si hay un usuario con esa dirección, le llegará un enlace en unos minutos. Mire también en el correo no deseado.</p>
<p>Si no llega, pida el enlace a quien opera Sello.</p>
<p><a href="/app/entrar">Volver a entrar</a></p></main>`;
  return plainLayout({ title: TITLE, body });
}

/** The page on which the other password is chosen. */
function choosePage({ csrf, path }: Visit, owner: ResetOwner, refusal: UserRefusal | null = null): Markup {
  const problem = problemOf(refusal?.problems ?? [], 'password');
  const title = owner.isNew ? 'Elija su contraseña' : TITLE;
  const email = html`<bdi>${owner.email}</bdi>`;
  const what = owner.isNew
    ? html`<p>Con ella y su correo ${email} entrará desde ahora.</p>`
    : html`<p>Para ${email}. Al guardarla se cierran las sesiones abiertas y dejan de servir las llaves de acceso y las cuentas enlazadas que había; después puede ponerlas de nuevo.</p>`;
  const body = html`<main class="narrow card" id="main"><h1>${title}</h1>
${what}
${alertOf(problem === undefined ? (refusal?.detail ?? null) : null)}
<form method="post" action="${path}">${csrfField(csrf)}
<input type="hidden" name="email" value="${owner.email}" autocomplete="username">
${newPasswordField({ problem, hasFocus: true })}
<p class="actions"><button>Guardar y entrar</button></p></form></main>`;
  return plainLayout({ title, body });
}

/** The page of a link that was used or has ended. */
function ended(): Answer {
  const body = html`<main class="narrow card" id="main"><h1>El enlace ya no sirve</h1>
<p>Ya se usó o venció. <a href="/app/clave">Pida otro enlace</a>.</p></main>`;
  return { status: 410, page: plainLayout({ title: TITLE, body }) };
}
