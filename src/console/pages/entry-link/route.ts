import { enterByLink, opensByLink } from '../../../operations/users/links.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField, plainLayout } from '../../layout.ts';
import type { Answer, OpenPage } from '../../page.ts';
import { comeIn } from '../../sign-in.ts';
import type { Visit } from '../../visit.ts';

/**
 * `/app/enlace/:token`, a link that signs in once. A button does it, because programs open links, too, to show a preview
 * of them.
 */
export const ENTRY_LINK: OpenPage = {
  path: '/app/enlace/:token',
  access: 'everybody',
  get: async ({ users }, visit) =>
    (await opensByLink(users, visit.params['token'] ?? '')) ? entryPage(visit) : ended(),
  async post({ users }, { params, origin }, reply) {
    const signed = await enterByLink(users, params['token'] ?? '', origin);
    return signed.kind === 'refused' ? ended() : comeIn(reply, signed, '/app');
  },
};

/** The page of a link that signs in once, with its button. */
function entryPage({ csrf, path }: Visit): Markup {
  const body = html`<main class="narrow card" id="main"><h1>Bienvenido a Sello</h1>
<p>Este enlace abre la consola una sola vez, en este navegador.</p>
<form method="post" action="${path}">${csrfField(csrf)}<p class="actions"><button autofocus>Entrar</button></p></form></main>`;
  return plainLayout({ title: 'Entrar', body });
}

/** The page of a link that was used or has ended. */
function ended(): Answer {
  const body = html`<main class="narrow card" id="main"><h1>Este enlace ya no sirve</h1>
<p class="notice">Ya se usó o venció: abre la consola una sola vez y dura 15 minutos.</p>
<p>Si ya entró en este navegador, <a href="/app">siga en la consola</a>. Si tiene contraseña, <a href="/app/entrar">entre con su correo</a>.</p>
<p>¿Necesita otro enlace? <code>npm start</code> muestra uno nuevo cada vez que arranca; en una instalación, pídalo a quien opera Sello.</p></main>`;
  return { status: 410, page: plainLayout({ title: 'Entrar', body }) };
}
