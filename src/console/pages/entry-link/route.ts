import type { FastifyInstance } from 'fastify';
import { enterByLink } from '../../../operations/users/entry-links.ts';
import { registerOpenPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { keepSession } from '../../sign-in.ts';
import { entryPage } from './view.ts';

/**
 * `/app/enlace/:token`, a link that signs in once. A button does it, because programs open links, too, to show a preview
 * of them.
 */
export function registerEntryLink(app: FastifyInstance, parts: ConsoleParts): void {
  registerOpenPage(app, parts, {
    path: '/app/enlace/:token',
    get: ({ csrf, path }) => entryPage({ csrf, path, problem: null }),
    async post({ csrf, path, params, origin }, reply) {
      const signed = await enterByLink(parts.users, params['token'] ?? '', origin);
      if (signed.kind === 'refused') {
        reply.code(signed.status);
        return entryPage({ csrf, path, problem: signed.detail });
      }
      keepSession(reply, signed);
      return reply.redirect('/app', 303);
    },
  });
}
