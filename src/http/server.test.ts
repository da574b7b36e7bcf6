import { describe, expect, it } from 'vitest';
import type { Method } from '../../test/support/http-caller.ts';
import { expectError, expectHeaders } from '../../test/support/response-headers.ts';
import { sharedHouse } from '../../test/support/shared-house.ts';

const house = sharedHouse();

describe('an address that leads nowhere', () => {
  it.each<[Method, string]>([
    ['GET', '/'],
    ['GET', '/invoice'],
    ['GET', '/Status/x'],
    ['GET', '/status'],
    ['GET', '/status/a/b'],
    ['GET', '/invoices'],
    ['POST', '/status/x'],
    ['PUT', '/invoice'],
    ['PATCH', '/invoice'],
    ['DELETE', '/invoice'],
    ['OPTIONS', '/invoice'],
    ['POST', '/catalogs/units'],
  ])('%s %s is a 404, with a key and without', async (method, path) => {
    for (const caller of [house.company, house.caller(null)]) {
      const answer = await caller.call(method, path);
      expectError(answer, 404, 'path_not_found');
    }
  });

  it('is no document where the reference is missing', async () => {
    expectError(await house.company.get('/status/'), 404, 'document_not_found');
    expectError(await house.company.get('/file/?type=json'), 404, 'document_not_found');
  });

  it('is a 400 where it cannot be decoded', async () => {
    for (const path of ['/status/%', '/status/%E0%A4%A', '/file/%ff?type=json'])
      expectError(await house.company.get(path), 400, 'malformed_request');
  });

  it.each<[Method, string]>([
    ['HEAD', '/nada'],
    ['HEAD', '/invoice'],
  ])('%s %s has headers and no body', async (method, path) => {
    const answer = await house.caller(null).call(method, path);
    expect([answer.status, answer.text]).toEqual([404, '']);
    expectHeaders(answer);
  });
});

describe('the headers of every response', () => {
  it('give nobody on another site access', async () => {
    const answer = await house.company.get('/catalogs/units', { origin: 'https://example.com' });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
