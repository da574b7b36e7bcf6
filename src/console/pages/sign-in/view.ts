import type { PasskeyOptions } from '../../../operations/users/ports.ts';
import { alertOf, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField, plainLayout } from '../../layout.ts';
import { passkeyForm } from '../../passkey-form.ts';
import { type ProviderLink, providerButton } from '../../provider-link.ts';

/** The page on which one signs in. */
interface SignIn {
  readonly csrf: string;
  /** Where its form goes: to the sign-in, or to the page that was left without a session. */
  readonly action: string;
  /** The address to go on to. */
  readonly next: string;
  /** What was posted to that page, so that nothing of it is lost. */
  readonly carried?: readonly Markup[];
  readonly email: string;
  /** Why it did not work, as a sentence; null where nobody tried. */
  readonly problem: string | null;
  /** What a device is asked with; undefined where a form waits to be posted on. */
  readonly passkey?: PasskeyOptions;
  /** The way to the provider; null for none. It leads away, so that no form can wait for it. */
  readonly provider?: ProviderLink | null;
}

/** For whoever has no password and whose form waits here: a session that begins in another tab is this one's, too. */
const ELSEWHERE = html`<p class="small">¿Entra sin contraseña? <a href="/app/entrar" target="_blank" rel="noopener">Entre en otra pestaña</a> y luego vuelva aquí. <button class="secondary small" formnovalidate>Ya entré, continuar</button></p>`;

export function signInPage(page: SignIn): Markup {
  const { csrf, action, next, carried = [], email, problem, passkey, provider = null } = page;
  const nextField = html`<input type="hidden" name="_a" value="${next}">`;
  const content = html`${csrfField(csrf)}${nextField}
<p class="actions"><button class="secondary">Entrar con una llave de acceso</button></p>`;
  const body = html`<main class="narrow card" id="main">
<h1>Entrar</h1>
${carried.length > 0 && html`<p class="notice">Su sesión terminó. Entre de nuevo: lo que había escrito vuelve a aparecer y nada se envió.</p>`}
${alertOf(problem)}
<form method="post" action="${action}">
${csrfField(csrf)}<input type="hidden" name="_entrar" value="1">${nextField}${carried}
${textField({ name: '_email', label: 'Correo', type: 'email', value: email, autocomplete: 'username', hasFocus: email === '' })}
${textField({ name: '_password', label: 'Contraseña', type: 'password', autocomplete: 'current-password', hasFocus: email !== '' })}
<p class="actions"><button>Entrar</button><a href="/app/clave">Olvidé mi contraseña</a></p>
${passkey === undefined && ELSEWHERE}
</form>
${provider !== null && providerButton(provider, 'Entrar')}
${passkey !== undefined && passkeyForm({ action: '/app/entrar/llave', way: 'get', options: passkey, content })}
</main>`;
  return plainLayout({ title: 'Entrar', body });
}
