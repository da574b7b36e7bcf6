import { searchActivities } from '../../../catalogs/search.ts';
import { requireKey } from '../../access.ts';
import { REFUSED } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { CodeItemsSchema, SearchQuerySchema } from '../../catalog-answers.ts';

/** GET /catalogs/activities (specification 4.9): at most 50 economic activities of CAT-019. */
export function registerCatalogsActivitiesGet(app: App, parts: ServerParts): void {
  app.get(
    '/catalogs/activities',
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
    async (request) => [...searchActivities(request.query.search)],
  );
}
