import { searchDistricts } from '../../../catalogs/search.ts';
import { refuseProblems } from '../../../core/refusals/refusal.ts';
import { Type } from '../../../schema/schema.ts';
import { requireKey } from '../../access.ts';
import { REFUSED } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { DistrictPageSchema } from '../../catalog-answers.ts';
import { sendRefusal } from '../../problems.ts';

const QuerySchema = Type.Object({
  q: Type.Optional(
    Type.String({ description: 'Nombre del distrito, sin distinguir acentos ni mayúsculas.' }),
  ),
  page: Type.Optional(Type.String({ description: 'Página desde 1, de 20 resultados; 1 por defecto.' })),
});

const PAGE = /^[1-9][0-9]{0,5}$/;

/** GET /catalogs/districts/search (specification 4.11): 20 districts of CAT-008 a page. */
export function registerCatalogsDistrictsSearchGet(app: App, parts: ServerParts): void {
  app.get(
    '/catalogs/districts/search',
    {
      onRequest: (request, reply) => requireKey(parts.access, request, reply),
      schema: {
        querystring: QuerySchema,
        response: {
          200: DistrictPageSchema,
          ...REFUSED,
        },
      },
    },
    async (request, reply) => {
      const { q, page = '1' } = request.query;
      if (!PAGE.test(page))
        return sendRefusal(
          reply,
          refuseProblems([
            { path: 'page', code: 'not_whole', message: 'Debe ser un número entero desde 1.' },
          ]),
        );
      const found = searchDistricts(q, Number(page));
      return { results: [...found.results], pagination: found.pagination };
    },
  );
}
