import type { FastifyReply } from 'fastify';
import { SHORTEST_PASSWORD } from '../../../core/users/password.ts';
import { ROLE_TITLES } from '../../../core/users/roles.ts';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import type { Invitation } from '../../../operations/users/ports.ts';
import { alertOf, problemOf, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField, plainLayout } from '../../layout.ts';
import { type ProviderLink, providerButton } from '../../provider-link.ts';
import { momentOf } from '../../words.ts';

/** What somebody who was invited is asked. */
export function invitationPage(page: {
  readonly csrf: string;
  readonly path: string;
  readonly invitation: Invitation;
  readonly name: string;
  readonly refusal: UserRefusal | null;
  /** The way to the provider, which takes the place of a password; null for none. */
  readonly provider: ProviderLink | null;
}): Markup {
  const { csrf, path, invitation, name, refusal, provider } = page;
  const { company, role, email, isUser, endsAt } = invitation;
  const problems = refusal?.problems ?? [];
  const where = company === null ? 'esta instalación de Sello' : company.name;
  const own = html`<p>Ya tiene usuario con <bdi>${email}</bdi>: escriba su contraseña de siempre.</p>
${textField({ name: 'password', label: 'Contraseña', type: 'password', autocomplete: 'current-password', hasFocus: true })}`;
  const fresh = html`${textField({ name: 'name', label: 'Su nombre', value: name, autocomplete: 'name', problem: problemOf(problems, 'name') })}
${newPasswordField({ problem: problemOf(problems, 'password'), hasFocus: true })}`;
  const body = html`<main class="narrow card" id="main">
<h1>Le invitaron a <bdi>${where}</bdi></h1>
<p>Función: <strong>${ROLE_TITLES[role]}</strong>. Entrará con el correo <bdi>${email}</bdi>. La invitación vence el ${momentOf(endsAt)}.</p>
${alertOf(refusal !== null && problems.length === 0 ? refusal.detail : null)}
<form method="post" action="${path}">${csrfField(csrf)}
<input type="hidden" name="email" value="${email}" autocomplete="username">
${isUser ? own : fresh}
<p class="actions"><button>Aceptar y entrar</button></p>
</form>
${
  provider !== null &&
  html`<p>O sin contraseña, con su cuenta de <bdi>${provider.name}</bdi> que tiene este mismo correo:</p>
${providerButton(provider, 'Aceptar y entrar')}`
}
</main>`;
  return plainLayout({ title: 'Invitación', body });
}

/** The field of a password that is chosen now. */
export function newPasswordField(field: {
  readonly problem: string | undefined;
  readonly hasFocus: boolean;
}): Markup {
  const hint = `Al menos ${SHORTEST_PASSWORD} caracteres; una frase se recuerda mejor que signos raros.`;
  return textField({
    ...field,
    name: 'password',
    label: 'Contraseña nueva',
    type: 'password',
    autocomplete: 'new-password',
    hint,
  });
}

/** The page of an invitation that was used or has ended. */
export function endedInvitation(reply: FastifyReply): Markup {
  reply.code(410);
  const body = html`<main class="narrow card" id="main"><h1>La invitación ya no sirve</h1>
<p>Ya se usó o venció. Si ya aceptó, <a href="/app/entrar">entre con su correo y contraseña</a>; si no, pida otra a quien le invitó.</p></main>`;
  return plainLayout({ title: 'Invitación', body });
}
