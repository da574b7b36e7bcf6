import fastify from 'fastify';
import { expect, it } from 'vitest';
import { isJsonObject } from '../../core/json/read-json.ts';
import { Type } from '../../schema/schema.ts';
import type { App, TypedBySchema } from '../app.ts';
import { describeInterface, interfaceDocument } from './description.ts';
import { objectAt } from './json-value.ts';

async function pathsOf(registerRoutes: (scope: App) => void) {
  const app = fastify({ exposeHeadRoutes: true }).withTypeProvider<TypedBySchema>();
  describeInterface(app, 'https://sello.example', registerRoutes);
  app.get('/beside', () => '');
  await app.ready();
  return objectAt(interfaceDocument(app), 'paths');
}

const querystring = Type.Object({ token: Type.Optional(Type.String()), type: Type.String() });
const params = Type.Object({ id: Type.String() });

it('describes the routes of the interface and nothing beside them', async () => {
  const paths = await pathsOf((scope) => {
    scope.get('/file/:id', { schema: { querystring, params } }, () => '');
    scope.get('/catalogs/units', () => '');
  });
  expect(
    Object.entries(paths).map(([path, item]) => [path, isJsonObject(item) && Object.keys(item)]),
  ).toEqual([
    ['/file/{id}', ['get']],
    ['/catalogs/units', ['get']],
  ]);
});

it('says that a link opens a file without a key, and takes its token for no parameter', async () => {
  const paths = await pathsOf((scope) => {
    scope.get('/file/:id', { schema: { querystring, params } }, () => '');
  });
  expect(paths).toMatchObject({
    '/file/{id}': {
      get: { security: [{ bearer: [] }, { link: [] }], parameters: [{ name: 'type' }, { name: 'id' }] },
    },
  });
});

it('fails for a route that nobody has described', async () => {
  await expect(pathsOf((scope) => scope.get('/secret', () => ''))).rejects.toThrow(
    'GET /secret has no description in operations.ts',
  );
});
