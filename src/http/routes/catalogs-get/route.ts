import { offeredCatalogs } from '../../../catalogs/offered-catalogs.ts';
import { searchCatalog } from '../../../catalogs/search.ts';
import { refuse } from '../../../core/refusals/refusal.ts';
import { Type } from '../../../schema/schema.ts';
import { requireKey } from '../../access.ts';
import { REFUSED_OR_NOT_FOUND } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { CodeItemsSchema, SearchQuerySchema } from '../../catalog-answers.ts';
import { sendRefusal } from '../../problems.ts';

const NAMES = offeredCatalogs.map(({ name, title }) => `${name}, ${title}`).join('; ');

const ParamsSchema = Type.Object({ name: Type.String({ description: `Uno de estos: ${NAMES}.` }) });

/** GET /catalogs/{name}: the lists that a form is filled with, beside those that have addresses of their own. */
export function registerCatalogsGet(app: App, parts: ServerParts): void {
  app.get(
    '/catalogs/:name',
    {
      onRequest: (request, reply) => requireKey(parts.access, request, reply),
      schema: {
        params: ParamsSchema,
        querystring: SearchQuerySchema,
        response: {
          200: CodeItemsSchema,
          ...REFUSED_OR_NOT_FOUND,
        },
      },
    },
    async (request, reply) => {
      const found = searchCatalog(request.params.name, request.query.search);
      return found === null ? sendRefusal(reply, refuse('path_not_found')) : [...found];
    },
  );
}
