import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/signer/api-key.ts';
import { ownHouse } from '../support/house.ts';
import type { Answer } from '../support/http-caller.ts';
import { expectError, STRANGERS } from '../support/response-headers.ts';
import { callWith } from './call-with.ts';
import { EVERY_ROUTE } from './every-route.ts';

const house = ownHouse({ trustedProxies: ['127.0.0.1'] });

/** What of an answer a stranger could learn something from. */
function telling({ status, text, headers }: Answer) {
  const { date: _, 'x-ratelimit-reset': __, ratelimit: ___, ...others } = headers;
  return { status, text, others };
}

// To whoever has no valid key every route answers the same, and counts it for nobody. An address may try only so many
// keys that nobody has, so each route is asked from another one.
const FROM = EVERY_ROUTE.map((route, place) => ({ ...route, from: `198.51.100.${place}` }));
describe.each(FROM)('$method $path', ({ from, ...route }) => {
  const ask = (authorization: string | undefined) =>
    callWith(house.caller(null), route, { authorization, 'x-forwarded-for': from });

  it('answers 401 with one constant body, whatever is wrong with the key', async () => {
    const { company } = house;
    const revoked = await company.addKey();
    await company.revoke(revoked.id);
    const foreign = await company.addForeignKey();
    const invented = createApiKey('00').text;
    const mistyped = `${company.key.slice(0, -1)}${company.key.endsWith('A') ? 'B' : 'A'}`;
    const wrong = [mistyped, invented, revoked.key, foreign.key].map((key) => `Bearer ${key}`);
    const first = await ask('Bearer sin-forma');
    expectError(first, 401, 'unauthorized');
    expect(first.headers).toMatchObject(STRANGERS);
    expect(first.body).toEqual({ detail: 'La clave de API no es válida.', code: 'unauthorized' });
    for (const authorization of wrong) {
      const answer = await ask(authorization);
      expect([authorization, telling(answer)]).toEqual([authorization, telling(first)]);
    }
  });

  it('goes on answering 401 to the same wrong key', async () => {
    const authorization = `Bearer ${createApiKey('00').text}`;
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(authorization)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  });

  it('counts none of that against the company', async () => {
    const fresh = await house.company.withKey({ perMinute: 50, perHour: 60 });
    await ask(`Bearer ${fresh.key}x`);
    const answer = await fresh.get('/catalogs/units');
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit-minute': '50',
      'x-ratelimit-remaining-hour': '59',
    });
  });

  it('says what is wrong with a header that carries no key, which anybody can see of it', async () => {
    const { company } = house;
    const told = async (authorization: string | undefined) => {
      const answer = await ask(authorization);
      expectError(answer, 401, 'unauthorized');
      expect(answer.headers).toMatchObject(STRANGERS);
      return answer.body['detail'];
    };
    expect(await told(undefined)).toBe('La clave de API no es válida: falta el encabezado Authorization.');
    const formless = ['', 'Bearer', 'Bearer ', company.key, `Basic ${company.key}`];
    for (const authorization of [
      ...formless,
      `Bearer ${company.key} ${company.key}`,
      `Bearer ${'x'.repeat(5000)}`,
    ])
      expect(await told(authorization)).toBe(
        'La clave de API no es válida: el encabezado Authorization debe ser Bearer, un espacio y la clave.',
      );
  });
});
