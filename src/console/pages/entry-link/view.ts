import { html, type Markup } from '../../html.ts';
import { csrfField, plainLayout } from '../../layout.ts';

/** The page of a link that signs in once, with its button, or with why it does not. */
export function entryPage(page: {
  readonly csrf: string;
  readonly path: string;
  readonly problem: string | null;
}): Markup {
  const { csrf, path, problem } = page;
  const offer = html`<p>Este enlace abre la consola una sola vez, en este navegador.</p>
<form method="post" action="${path}">${csrfField(csrf)}<p class="actions"><button autofocus>Entrar</button></p></form>`;
  const ended = html`<p class="alert" role="alert">${problem}</p><p><a href="/app/entrar">Entrar con correo y contraseña</a></p>`;
  const body = html`<main class="narrow card" id="main"><h1>Bienvenido a Sello</h1>${problem === null ? offer : ended}</main>`;
  return plainLayout({ title: 'Entrar', body });
}
