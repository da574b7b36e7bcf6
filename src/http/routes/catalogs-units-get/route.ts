import { searchUnits } from '../../../catalogs/search.ts';
import { requireKey } from '../../access.ts';
import { REFUSED } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { CodeItemsSchema, SearchQuerySchema } from '../../catalog-answers.ts';

/** GET /catalogs/units (specification 4.12): units of measure of CAT-014. */
export function registerCatalogsUnitsGet(app: App, parts: ServerParts): void {
  app.get(
    '/catalogs/units',
    {
      onRequest: (request, reply) => requireKey(parts.access, request, reply),
      schema: {
        querystring: SearchQuerySchema,
        response: {
          200: CodeItemsSchema,
          ...REFUSED,
        },
      },
    },
    async (request) => [...searchUnits(request.query.search)],
  );
}
