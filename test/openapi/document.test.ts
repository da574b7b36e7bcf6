import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApiText } from '../../tools/docs/openapi.ts';
import { EMPTY_PLACES, EVERY_ROUTE, NAMING, READING, type RouteCall } from '../routes/every-route.ts';
import { REFUSALS } from '../routes/refusals.ts';
import { type DescribedOperation, readDocument } from './description.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const ROUTES = resolve(ROOT, 'src/http/routes');
const SPECIFICATION = resolve(ROOT, '../shared/specification.md');

const { document, operations } = readDocument();

/** The calls of test/routes by the status that each is answered with there. */
const ASKED: Readonly<Record<number, readonly RouteCall[]>> = {
  400: [...REFUSALS, ...READING],
  401: EVERY_ROUTE,
  404: [...NAMING, ...EMPTY_PLACES],
  429: EVERY_ROUTE,
  500: EVERY_ROUTE,
  503: EVERY_ROUTE,
};

/** The folder of a route: its address without parameters, and its method. */
function folderOf({ path, method }: { readonly path: string; readonly method: string }): string {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  return [...parts, method.toLowerCase()].join('-');
}

/** `GET /status/{}`: parameters may have other names. */
function nameOf(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
}

describe('docs/openapi.json', () => {
  it('is committed as it is generated', async () => {
    const committed = readFileSync(resolve(ROOT, 'docs/openapi.json'), 'utf8');
    expect(committed === (await openApiText()), 'docs/openapi.json is stale: npm run docs').toBe(true);
  });

  it('is OpenAPI 3.1 with a key for every operation, and a link for files', () => {
    expect(document['openapi']).toBe('3.1.0');
    expect(document['security']).toEqual([{ bearer: [] }]);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('has an operation for every folder of a route, and no other', () => {
    expect(operations.map(folderOf).sort()).toEqual(readdirSync(ROUTES).sort());
  });

  it('has a test of every status of every operation: in a file of the route, or by a call in test/routes', () => {
    const isAsked = ({ method, path }: DescribedOperation, status: number) => {
      if (!existsSync(resolve(ROOT, `test/routes/${status}.test.ts`))) return false;
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`);
      return ASKED[status]?.some((call) => call.method === method && pattern.test(call.path)) === true;
    };
    const missing = operations.flatMap((operation) =>
      operation.statuses
        .filter((status) => !isAsked(operation, status))
        .map((status) => `${folderOf(operation)}/${status}.test.ts`)
        .filter((file) => !existsSync(resolve(ROUTES, file))),
    );
    expect(missing).toEqual([]);
    expect(new Set(EVERY_ROUTE.map(({ method, path }) => `${method} ${path}`)).size).toBe(operations.length);
  });

  it('has a status for every test file that is named after one', () => {
    const undescribed = operations.flatMap((operation) =>
      readdirSync(resolve(ROUTES, folderOf(operation)))
        .map((file) => Number(/^(\d{3})\.test\.ts$/.exec(file)?.[1] ?? 200))
        .filter((status) => !operation.statuses.includes(status))
        .map((status) => `${folderOf(operation)} ${status}`),
    );
    expect(undescribed).toEqual([]);
  });

  it('promises the headers of the limits with every answer, and Retry-After with 429 and 503', () => {
    for (const { operationId, statuses, headers } of operations) {
      for (const status of statuses) {
        const promised = headers(status);
        expect([operationId, status, promised.filter((name) => /^X-RateLimit-/.test(name)).length]).toEqual([
          operationId,
          status,
          5,
        ]);
        expect(promised.includes('Retry-After')).toBe(status === 429 || status === 503);
      }
    }
  });

  it('describes every parameter and every field', () => {
    expect(undescribed(document['components'], 'components')).toEqual([]);
    for (const { parameters } of operations)
      for (const parameter of parameters) expect(parameter['description']).toEqual(expect.any(String));
  });

  const title = 'has every endpoint of the specification (needs ../shared)';
  it.skipIf(!existsSync(SPECIFICATION))(title, () => {
    const text = readFileSync(SPECIFICATION, 'utf8');
    const specified = [...text.matchAll(/^### 4\.\d+ (GET|POST) (\S+)$/gm)].map(
      ([, method = '', path = '']) => nameOf(method, path),
    );
    const described = operations.map(({ method, path }) => nameOf(method, path));
    expect(specified.length).toBe(12);
    expect(described).toEqual(expect.arrayContaining(specified));
  });
});

/** Places of fields without a description; catalogs' own words need none. */
function undescribed(node: unknown, place: string): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, member]: readonly [string, unknown]) => {
    const inner = undescribed(member, `${place}/${name}`);
    if (!/\/schemas\/\w+\/properties$/.test(place) || CATALOGS.test(place)) return inner;
    const said = typeof member === 'object' && member !== null && 'description' in member;
    return said ? inner : [`${place}/${name}`, ...inner];
  });
}

const CATALOGS = /\/(?:CatalogEntry|Department|District|DistrictPage|Municipality)\//;
