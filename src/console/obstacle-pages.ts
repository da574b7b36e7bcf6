import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserRefusal } from '../core/users/user-refusal.ts';
import { hiddenFields } from './fields.ts';
import { queryText } from './form.ts';
import { hadSession, type Obstacle } from './guard.ts';
import { FRAMEABLE } from './headers.ts';
import { html, type Markup } from './html.ts';
import { asFirstPage, plainLayout } from './layout.ts';
import { signInPage } from './pages/sign-in/view.ts';
import { csrfOfVisitor } from './sign-in.ts';
import { inTurns } from './turns.ts';
import type { Visit } from './visit.ts';

/** Why a page is not shown, and what to do about it. */
const WORDS = {
  foreign_form: {
    status: 403,
    title: 'El formulario viene de otro sitio',
    text: 'Por seguridad no se hizo nada. Abra la página desde aquí y vuelva a intentarlo.',
  },
  stale_form: {
    status: 403,
    title: 'El formulario ya no es válido',
    text: 'No se hizo nada. Vuelva a abrir la página e inténtelo otra vez. Si se repite, el navegador no guarda la cookie de Sello: avise a quien lo opera, que debe ofrecer la consola por https o, en esta misma máquina, por localhost.',
  },
  not_found: {
    status: 404,
    title: 'Esta página no existe',
    text: 'Revise la dirección: puede estar incompleta o ser de una empresa a la que usted no pertenece.',
  },
  forbidden: {
    status: 403,
    title: 'Su usuario no puede hacer esto',
    text: 'Pídalo al propietario de la empresa, que da a cada usuario su función.',
  },
  busy: {
    status: 503,
    title: 'Sello está muy ocupado',
    text: 'No se hizo nada. Espere un momento y vuelva a intentarlo.',
  },
  too_many: {
    status: 429,
    title: 'Demasiadas páginas en poco tiempo',
    text: 'No se hizo nada. Espere un momento y vuelva a intentarlo.',
  },
  malformed: {
    status: 400,
    title: 'No se entiende lo que se envió',
    text: 'Vuelva a abrir la página e inténtelo otra vez.',
  },
  too_large: {
    status: 413,
    title: 'El formulario es demasiado grande',
    text: 'No se hizo nada. Un formulario puede tener hasta 256 kB y 2,000 campos; el de un documento, 2,000 líneas.',
  },
  unavailable: {
    status: 503,
    title: 'Sello no está disponible por el momento',
    text: 'No se sabe si lo último se hizo: revíselo cuando vuelva. Se está restableciendo.',
  },
  failed: {
    status: 500,
    title: 'Algo falló de nuestro lado',
    text: 'El fallo quedó registrado. Antes de repetir, revise si lo que hacía se hizo.',
  },
} as const satisfies Readonly<
  Record<string, { readonly status: number; readonly title: string; readonly text: string }>
>;

export type Trouble = keyof typeof WORDS;

/** A page that says what is in the way. */
export function sendTrouble(reply: FastifyReply, trouble: Trouble): FastifyReply {
  const { status, title, text } = WORDS[trouble];
  const body = html`<main class="narrow notice" id="main">
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a class="button" href="/app">Ir al inicio</a></p>
  </main>`;
  if (isPaper(reply.request)) reply.headers(FRAMEABLE);
  if (trouble === 'busy') reply.header('retry-after', 2);
  return sendPage(reply.code(status), plainLayout({ title, body }));
}

/** Whether the request is for a printed document, which pages show in a frame. */
function isPaper({ url }: FastifyRequest): boolean {
  return /^[^?]*\.pdf(?:\?|$)/.test(url);
}

/** Answers a request that may not pass; whoever is not signed in may do so, and loses nothing of a form. */
export async function sendObstacle(
  reply: FastifyReply,
  visit: Visit,
  obstacle: Obstacle,
): Promise<FastifyReply> {
  if (obstacle.kind === 'signed_out') return sendSignIn(reply, visit, obstacle.refusal);
  if (obstacle.kind === 'too_many') reply.header('retry-after', Math.ceil(obstacle.waitMs / 1_000));
  return sendTrouble(reply, obstacle.kind);
}

/** What stands in a form whose page could not be asked: the form is posted whole, to the sign-in that keeps it. */
const SESSION_ENDED = html`<p class="alert" role="alert">Su sesión terminó. Nada de lo escrito se pierde: entre de nuevo y siga donde estaba.</p>
<p class="actions"><button class="secondary" formnovalidate>Entrar de nuevo</button></p>`;

/** What stands in a form that was opened under an earlier session: posted whole, its page shows it again under this one. */
const OTHER_SESSION = html`<p class="alert" role="alert">Usted entró de nuevo en otra pestaña. Nada de lo escrito se pierde: siga donde estaba.</p>
<p class="actions"><button class="secondary" formnovalidate>Seguir</button></p>`;

/** Answers for a part of a page whose form is of an earlier session. */
export function sendStalePart(reply: FastifyReply): FastifyReply {
  return sendPage(reply, OTHER_SESSION);
}

/** A password is typed again, and never written into a page. */
const SECRET_FIELD = /password/;

/**
 * Sends whoever only reads to the sign-in and back, and shows it in place of what a form was posted to. It carries the
 * form of whoever had a session, and nobody else's.
 */
async function sendSignIn(
  reply: FastifyReply,
  visit: Visit,
  refusal: UserRefusal | null,
): Promise<FastifyReply> {
  const { path, query, form, own, csrf, isPartial } = visit;
  const next = query.entries.length === 0 ? path : `${path}?${queryText(query.entries)}`;
  const address = `/app/entrar?${new URLSearchParams({ a: next })}`;
  if (isPartial && reply.request.method === 'POST') return sendPage(reply, SESSION_ENDED);
  if (isPartial) return reply.code(200).header('hx-redirect', address).send('');
  if (reply.request.method !== 'POST') return reply.redirect(address, 303);
  const problem = refusal?.detail ?? null;
  const token = csrf === '' ? csrfOfVisitor(reply) : csrf;
  const asked = { csrf: token, action: next, next, email: own.one('_email'), problem };
  const kept = hadSession(reply.request) ? form.entries.filter(([name]) => !SECRET_FIELD.test(name)) : [];
  const carried = await inTurns(kept, (field) => hiddenFields([field]));
  const page = signInPage({ ...asked, carried });
  return sendPage(reply.code(refusal?.status ?? 401), page);
}

export function sendPage(reply: FastifyReply, page: Markup): FastifyReply {
  const isFirst = reply.request.headers.cookie === undefined;
  return reply.type('text/html; charset=utf-8').send(isFirst ? asFirstPage(page) : page.text);
}
