import type { FastifyReply } from 'fastify';
import { html, type Markup } from '../../html.ts';
import { csrfField, plainLayout } from '../../layout.ts';

/** The page of a link that signs in once, with its button. */
export function entryPage({ csrf, path }: { readonly csrf: string; readonly path: string }): Markup {
  const body = html`<main class="narrow card" id="main"><h1>Bienvenido a Sello</h1>
<p>Este enlace abre la consola una sola vez, en este navegador.</p>
<form method="post" action="${path}">${csrfField(csrf)}<p class="actions"><button autofocus>Entrar</button></p></form></main>`;
  return plainLayout({ title: 'Entrar', body });
}

/** The page of a link that was used or has ended. */
export function endedEntryPage(reply: FastifyReply): Markup {
  reply.code(410);
  const body = html`<main class="narrow card" id="main"><h1>Este enlace ya no sirve</h1>
<p class="notice">Ya se usó o venció: abre la consola una sola vez y dura 15 minutos.</p>
<p>Si ya entró en este navegador, <a href="/app">siga en la consola</a>. Si tiene contraseña, <a href="/app/entrar">entre con su correo</a>.</p>
<p>¿Necesita otro enlace? <code>npm start</code> muestra uno nuevo cada vez que arranca; en una instalación, pídalo a quien opera Sello.</p></main>`;
  return plainLayout({ title: 'Entrar', body });
}
