import { searchDepartments } from '../../../catalogs/search.ts';
import { requireKey } from '../../access.ts';
import { REFUSED } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { DepartmentsSchema, SearchQuerySchema } from '../../catalog-answers.ts';

/** GET /catalogs/departments (specification 4.10): departments with their municipalities. */
export function registerCatalogsDepartmentsGet(app: App, parts: ServerParts): void {
  app.get(
    '/catalogs/departments',
    {
      onRequest: (request, reply) => requireKey(parts.access, request, reply),
      schema: {
        querystring: SearchQuerySchema,
        response: {
          200: DepartmentsSchema,
          ...REFUSED,
        },
      },
    },
    async (request) =>
      searchDepartments(request.query.search).map((department) => ({
        ...department,
        municipalities: [...department.municipalities],
      })),
  );
}
