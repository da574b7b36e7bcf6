import { alertOf, textField } from '../../fields.ts';
import type { Fields } from '../../form.ts';
import { html, type Markup, NOTHING } from '../../html.ts';
import { csrfField, plainLayout } from '../../layout.ts';

/** The page on which one signs in. */
export interface SignIn {
  readonly csrf: string;
  /** Where its form goes: to the sign-in, or to the page that was left without a session. */
  readonly action: string;
  /** The address to go on to. */
  readonly next: string;
  /** What was posted to that page, so that nothing of it is lost. */
  readonly carried: Fields;
  readonly email: string;
  /** Why it did not work, as a sentence; null where nobody tried. */
  readonly problem: string | null;
}

/** A password is typed again, and never written into a page. */
const SECRET_FIELD = /password/;

export function signInPage({ csrf, action, next, carried, email, problem }: SignIn): Markup {
  const kept = carried.entries.filter(([name]) => !SECRET_FIELD.test(name));
  const hidden = kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const body = html`<main class="narrow card" id="main">
<h1>Entrar</h1>
${kept.length > 0 ? html`<p class="notice">Su sesión terminó. Entre de nuevo: lo que había escrito vuelve a aparecer y nada se envió.</p>` : NOTHING}
${alertOf(problem)}
<form method="post" action="${action}">
${csrfField(csrf)}<input type="hidden" name="_entrar" value="1"><input type="hidden" name="_a" value="${next}">${hidden}
${textField({ name: '_email', label: 'Correo', type: 'email', value: email, autocomplete: 'username', hasFocus: email === '' })}
${textField({ name: '_password', label: 'Contraseña', type: 'password', autocomplete: 'current-password', hasFocus: email !== '' })}
<p class="actions"><button>Entrar</button><a href="/app/clave">Olvidé mi contraseña</a></p>
</form>
</main>`;
  return plainLayout({ title: 'Entrar', body });
}
