import { searchDepartments } from '../../../catalogs/search.ts';
import { requireKey } from '../../access.ts';
import { ErrorSchema } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { DepartmentsSchema, SearchQuerySchema } from '../../catalog-answers.ts';

/** GET /catalogs/departments (specification 4.10): departments with their municipalities. */
export function registerCatalogsDepartmentsGet(app: App, parts: ServerParts): void {
  app.get(
    '/catalogs/departments',
    {
      onRequest: (request, reply) => requireKey(parts, request, reply),
      schema: {
        querystring: SearchQuerySchema,
        response: {
          200: DepartmentsSchema,
          400: ErrorSchema,
          401: ErrorSchema,
          429: ErrorSchema,
          500: ErrorSchema,
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
