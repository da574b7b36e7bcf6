import type { FastifyInstance } from 'fastify';
import { registerUserPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { CATALOGS_PATH, catalogOptions } from '../../suggesting.ts';

/** `/app/catalogos/:catalogo`: what a field suggests while somebody types. */
export function registerCatalogs(app: FastifyInstance, parts: ConsoleParts): void {
  registerUserPage(app, parts, {
    path: `${CATALOGS_PATH}/:catalogo`,
    isSuggestion: true,
    get({ isPartial, params, query }, reply) {
      if (!isPartial) return reply.redirect('/app', 303);
      const [[, text = ''] = []] = query.entries;
      return catalogOptions(params['catalogo'] ?? '', text);
    },
  });
}
