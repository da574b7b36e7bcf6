import type { FastifyReply } from 'fastify';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import type { ResetOwner } from '../../../operations/users/passwords.ts';
import { alertOf, problemOf, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField, plainLayout } from '../../layout.ts';
import { newPasswordField } from '../invitation/view.ts';

const TITLE = 'Otra contraseña';

/** The page that asks for the e-mail address of whoever has forgotten the password. */
export function askPage(page: {
  readonly csrf: string;
  readonly email: string;
  readonly problem: string | null;
  /** Whether the installation has a mail server; without it, the user's company may have one. */
  readonly canMail: boolean;
}): Markup {
  const { csrf, email, problem, canMail } = page;
  const body = html`<main class="narrow card" id="main"><h1>${TITLE}</h1>
${canMail ? html`<p>Le enviamos un enlace para elegir otra contraseña. Dura una hora y sirve una vez.</p>` : withoutMail()}
${alertOf(problem)}
<form method="post" action="/app/clave">${csrfField(csrf)}
${textField({ name: 'email', label: 'Correo', type: 'email', value: email, autocomplete: 'username', hasFocus: true })}
<p class="actions"><button>Pedir el enlace</button><a href="/app/entrar">Volver a entrar</a></p></form></main>`;
  return plainLayout({ title: TITLE, body });
}

function withoutMail(): Markup {
  return html`<p class="caution">Esta instalación no tiene cuenta de correo propia. Pida un enlace a quien opera Sello.</p>
<p>Si su empresa tiene cuenta de correo, escriba el suyo y el enlace le llega de ella. Dura una hora y sirve una vez.</p>`;
}

/** The same for everybody, whether there is such a user or not. */
export function askedPage({ canMail }: { readonly canMail: boolean }): Markup {
  const body = html`<main class="narrow card" id="main"><h1>${canMail ? 'Revise su correo' : 'Puede llegarle un correo'}</h1>
<p>Si hay un usuario con esa dirección${!canMail && ' y su empresa tiene cuenta de correo'}, le llegará un enlace en unos minutos. Mire también en el correo no deseado.</p>
<p>Si no llega, pida el enlace a quien opera Sello.</p>
<p><a href="/app/entrar">Volver a entrar</a></p></main>`;
  return plainLayout({ title: TITLE, body });
}

/** The page on which the other password is chosen. */
export function choosePage(page: {
  readonly csrf: string;
  readonly path: string;
  readonly owner: Pick<ResetOwner, 'email' | 'hasPassword'>;
  readonly refusal: UserRefusal | null;
}): Markup {
  const { csrf, path, owner, refusal } = page;
  const problem = problemOf(refusal?.problems ?? [], 'password');
  const title = owner.hasPassword ? TITLE : 'Elija su contraseña';
  const body = html`<main class="narrow card" id="main"><h1>${title}</h1>
<p>${owner.hasPassword ? 'Para' : 'Con ella y su correo'} <bdi>${owner.email}</bdi>${owner.hasPassword ? '. Las sesiones abiertas en otros equipos se cierran.' : ' entrará desde ahora.'}</p>
${alertOf(problem === undefined ? (refusal?.detail ?? null) : null)}
<form method="post" action="${path}">${csrfField(csrf)}
<input type="hidden" name="email" value="${owner.email}" autocomplete="username">
${newPasswordField({ problem, hasFocus: true })}
<p class="actions"><button>Guardar y entrar</button></p></form></main>`;
  return plainLayout({ title, body });
}

/** The page of a link that was used or has ended. */
export function endedPage(reply: FastifyReply): Markup {
  reply.code(410);
  const body = html`<main class="narrow card" id="main"><h1>El enlace ya no sirve</h1>
<p>Ya se usó o venció. <a href="/app/clave">Pida otro enlace</a>.</p></main>`;
  return plainLayout({ title: TITLE, body });
}
