import { offeredCatalogs } from '../../../catalogs/offered-catalogs.ts';
import {
  searchActivities,
  searchCatalog,
  searchDepartments,
  searchDistricts,
  searchUnits,
} from '../../../catalogs/search.ts';
import { refuse, refuseProblems } from '../../../core/refusals/refusal.ts';
import { type TSchema, Type } from '../../../schema/schema.ts';
import { REFUSED, REFUSED_OR_NOT_FOUND } from '../../answers.ts';
import type { App } from '../../app.ts';
import {
  CodeItemsSchema,
  DepartmentsSchema,
  DistrictPageSchema,
  SearchQuerySchema,
} from '../../catalog-answers.ts';
import { sendRefusal } from '../../problems.ts';

/** The catalogs with addresses of their own (specification 4.9 to 4.12), and the lists that a form is filled with. */
export function registerCatalogs(app: App): void {
  app.get('/catalogs/activities', { schema: searching(CodeItemsSchema) }, async ({ query }) => [
    ...searchActivities(query.search),
  ]);
  app.get('/catalogs/departments', { schema: searching(DepartmentsSchema) }, async ({ query }) =>
    searchDepartments(query.search).map((department) => ({
      ...department,
      municipalities: [...department.municipalities],
    })),
  );
  registerDistricts(app);
  app.get('/catalogs/units', { schema: searching(CodeItemsSchema) }, async ({ query }) => [
    ...searchUnits(query.search),
  ]);
  registerOthers(app);
}

function searching<Found extends TSchema>(found: Found) {
  return { querystring: SearchQuerySchema, response: { 200: found, ...REFUSED } };
}

const DistrictsQuerySchema = Type.Object({
  q: Type.Optional(
    Type.String({ description: 'Nombre del distrito, sin distinguir acentos ni mayúsculas.' }),
  ),
  page: Type.Optional(Type.String({ description: 'Página desde 1, de 20 resultados; 1 por defecto.' })),
});

const PAGE = /^[1-9][0-9]{0,5}$/;
const NO_PAGE = refuseProblems([
  { path: 'page', code: 'not_whole', message: 'Debe ser un número entero desde 1.' },
]);

function registerDistricts(app: App): void {
  const schema = { querystring: DistrictsQuerySchema, response: { 200: DistrictPageSchema, ...REFUSED } };
  app.get('/catalogs/districts/search', { schema }, async ({ query }, reply) => {
    const { q, page = '1' } = query;
    if (!PAGE.test(page)) return sendRefusal(reply, NO_PAGE);
    const found = searchDistricts(q, Number(page));
    return { results: [...found.results], pagination: found.pagination };
  });
}

const NAMES = offeredCatalogs.map(({ name, title }) => `${name}, ${title}`).join('; ');

const ParamsSchema = Type.Object({ name: Type.String({ description: `Uno de estos: ${NAMES}.` }) });

function registerOthers(app: App): void {
  const response = { 200: CodeItemsSchema, ...REFUSED_OR_NOT_FOUND };
  const schema = { params: ParamsSchema, querystring: SearchQuerySchema, response };
  app.get('/catalogs/:name', { schema }, async ({ params, query }, reply) => {
    const found = searchCatalog(params.name, query.search);
    return found === null ? sendRefusal(reply, refuse('path_not_found')) : [...found];
  });
}
