import type { FastifyInstance } from 'fastify';
import { enterByLink, opensByLink } from '../../../operations/users/links.ts';
import { registerOpenPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { keepSession } from '../../sign-in.ts';
import { endedEntryPage, entryPage } from './view.ts';

/**
 * `/app/enlace/:token`, a link that signs in once. A button does it, because programs open links, too, to show a preview
 * of them.
 */
export function registerEntryLink(app: FastifyInstance, parts: ConsoleParts): void {
  registerOpenPage(app, parts, {
    path: '/app/enlace/:token',
    get: async ({ csrf, path, params }, reply) =>
      (await opensByLink(parts.users, params['token'] ?? ''))
        ? entryPage({ csrf, path })
        : endedEntryPage(reply),
    async post({ params, origin }, reply) {
      const signed = await enterByLink(parts.users, params['token'] ?? '', origin);
      if (signed.kind === 'refused') return endedEntryPage(reply);
      keepSession(reply, signed);
      return reply.redirect('/app', 303);
    },
  });
}
