import { expect, it } from 'vitest';
import { answersIn, sayRaw } from '../door/raw-request.ts';
import { expectError } from '../support/response-headers.ts';
import { sharedHouse } from '../support/shared-house.ts';
import { callWith } from './call-with.ts';
import { READING } from './every-route.ts';
import { REFUSALS } from './refusals.ts';

const house = sharedHouse({ certificate: 'none' });

it.each(REFUSALS.map((refusal) => [JSON.stringify([refusal.path, refusal.body?.()]), refusal] as const))(
  '%s is refused by the name of what is wrong',
  async (_title, { detail, ...call }) => {
    const caller = await house.company.withKey({ perMinute: 1_000, perHour: 1_000 });
    const answer = await callWith(caller, call);
    expectError(answer, 400, 'invalid_request');
    const [field = ''] = detail.split(':');
    expect(answer.body).toMatchObject({
      detail,
      errors: expect.arrayContaining([expect.objectContaining({ field })]),
    });
  },
);

it('says in a code that a page of districts is no whole number', async () => {
  const { body } = await house.company.get('/catalogs/districts/search?page=dos');
  const message = 'Debe ser un número entero desde 1.';
  expect(body['errors']).toEqual([{ field: 'page', code: 'not_whole', message }]);
});

it('names everything that is wrong', async () => {
  const { body } = await house.company.get('/documents?nit=1&state=x&generation_code=y');
  expect(Array.isArray(body['errors']) && body['errors'].length).toBe(3);
});

it('takes filters that nobody filled in for none', async () => {
  const answer = await house.company.get(
    '/documents?customer=&from=&to=&amount=&state=&nit=&cursor=&fields=&limit=',
  );
  expect(answer.status).toBe(200);
});

it('takes two tokens of a link for none', async () => {
  const answer = await house.caller(null).get('/file/x?type=json&token=a&token=b');
  expectError(answer, 401, 'unauthorized');
});

it('refuses an address that is no UTF-8', async () => {
  expectError(await house.company.get('/documents/%FF/events'), 400, 'malformed_request');
});

it.each(READING)('$method $path is refused for two hosts', async ({ method, path }) => {
  const { url, key } = house.company;
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: a', 'Host: b', `Authorization: Bearer ${key}`];
  const said = await sayRaw(url, [...lines, 'Connection: close', '', ''].join('\r\n'));
  expect(answersIn(said)).toMatchObject([
    { status: 400, body: expect.stringContaining('malformed_request') },
  ]);
});
