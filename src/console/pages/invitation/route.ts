import { SHORTEST_PASSWORD } from '../../../core/users/password.ts';
import { ROLE_TITLES } from '../../../core/users/roles.ts';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import { acceptInvitation, invitationOf } from '../../../operations/users/invitations.ts';
import { type Field, problemOf, refusalAlert, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField, plainLayout } from '../../layout.ts';
import type { Answer, OpenPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { providerButton, providerLink } from '../../provider-link.ts';
import { comeIn } from '../../sign-in.ts';
import type { Visit } from '../../visit.ts';
import { momentOf } from '../../words.ts';

const TITLE = 'Invitación';

/** `/app/invitacion/:token`, where somebody who was invited chooses a password and comes in. */
export const INVITATION: OpenPage = {
  path: '/app/invitacion/:token',
  access: 'everybody',
  async get(parts, visit) {
    const { token = '' } = visit.params;
    return (await invitationPage(parts, visit, { token })) ?? ended();
  },
  async post(parts, visit, reply) {
    const { form, origin } = visit;
    const { token = '' } = visit.params;
    const [password = ''] = form.all('password');
    const accepted = await acceptInvitation(parts.users, { token, name: form.one('name'), password, origin });
    if (accepted.kind === 'signed_in') return comeIn(reply, accepted, '/app');
    const page = await invitationPage(parts, visit, { token, refusal: accepted });
    return page === null ? ended() : { status: accepted.status, page };
  },
};

/** What somebody who was invited is asked; null where the invitation was used or has ended. */
export async function invitationPage(
  parts: ConsoleParts,
  { csrf, form }: Visit,
  { token, refusal = null }: { readonly token: string; readonly refusal?: UserRefusal | null },
): Promise<Markup | null> {
  const invitation = await invitationOf(parts.users, token);
  if (invitation === null) return null;
  const { company, role, email, isUser, endsAt } = invitation;
  const problems = refusal?.problems ?? [];
  const name = form.has('name') ? form.one('name') : invitation.name;
  const provider = providerLink(parts, { invitacion: token });
  const where = company === null ? 'esta instalación de Sello' : company.name;
  const own = html`<p>Ya tiene usuario con <bdi>${email}</bdi>: escriba su contraseña de siempre.</p>
${textField({ name: 'password', label: 'Contraseña', type: 'password', autocomplete: 'current-password', hasFocus: true })}
<p class="small">¿No la recuerda, o no la puso usted? <a href="/app/clave">Elija otra</a> y vuelva a abrir la invitación.</p>`;
  const fresh = html`${textField({ name: 'name', label: 'Su nombre', value: name, autocomplete: 'name', problem: problemOf(problems, 'name') })}
${newPasswordField({ problem: problemOf(problems, 'password'), hasFocus: true })}`;
  const body = html`<main class="narrow card" id="main">
<h1>Le invitaron a <bdi>${where}</bdi></h1>
<p>Función: <strong>${ROLE_TITLES[role]}</strong>. Entrará con el correo <bdi>${email}</bdi>. La invitación vence el ${momentOf(endsAt)}.</p>
${refusalAlert(refusal)}
<form method="post" action="/app/invitacion/${token}">${csrfField(csrf)}
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
  return plainLayout({ title: TITLE, body });
}

/** The field of a password that is chosen now. */
export function newPasswordField(field: Pick<Field, 'problem' | 'hasFocus'>): Markup {
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
function ended(): Answer {
  const body = html`<main class="narrow card" id="main"><h1>La invitación ya no sirve</h1>
<p>Ya se usó o venció. Si ya aceptó, <a href="/app/entrar">entre con su correo y contraseña</a>; si no, pida otra a quien le invitó.</p></main>`;
  return { status: 410, page: plainLayout({ title: TITLE, body }) };
}
