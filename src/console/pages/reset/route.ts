import type { FastifyInstance } from 'fastify';
import { beginReset, finishReset, resetOf } from '../../../operations/users/passwords.ts';
import { registerOpenPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { keepSession } from '../../sign-in.ts';
import { askedPage, askPage, choosePage, endedPage } from './view.ts';

/** `/app/clave`, which mails a link, and `/app/clave/:token`, where that link leads: to another password. */
export function registerReset(app: FastifyInstance, parts: ConsoleParts): void {
  const canMail = parts.users.mailAccounts.ofInstallation !== null;
  registerOpenPage(app, parts, {
    path: '/app/clave',
    get: ({ csrf }) => askPage({ csrf, email: '', problem: null, canMail }),
    async post({ csrf, form, origin }, reply) {
      const email = form.one('email');
      const asked = await beginReset(parts.users, { email, origin });
      if (asked.kind === 'asked') return askedPage({ canMail });
      reply.code(asked.status);
      return askPage({ csrf, email, problem: asked.detail, canMail });
    },
  });
  registerOpenPage(app, parts, {
    path: '/app/clave/:token',
    async get({ csrf, path, params }, reply) {
      const owner = await resetOf(parts.users, params['token'] ?? '');
      return owner === null ? endedPage(reply) : choosePage({ csrf, path, owner, refusal: null });
    },
    async post({ csrf, path, params, form, origin }, reply) {
      const { token = '' } = params;
      const [password = ''] = form.all('password');
      const owner = await resetOf(parts.users, token);
      const finished = await finishReset(parts.users, { token, password, origin });
      if (finished.kind === 'signed_in') {
        keepSession(reply, finished);
        return reply.redirect('/app', 303);
      }
      if (owner === null || finished.code === 'link_ended') return endedPage(reply);
      reply.code(finished.status);
      return choosePage({ csrf, path, owner, refusal: finished });
    },
  });
}
