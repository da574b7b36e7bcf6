import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/signer/api-key.ts';
import { answersIn, sayRaw } from '../door/raw-request.ts';
import { type House, sharedHouse } from './house.ts';
import type { Answer, Caller, Method } from './http-caller.ts';
import { expectError, expectHeaders, STRANGERS } from './response-headers.ts';

/** A call of one route that a caller with a key may make. */
export interface RouteCall {
  readonly method: Method;
  readonly path: string;
  readonly body?: () => unknown;
}

const EXAMPLE_LIMITS = { perMinute: 2, perHour: 1000 };

/** Only what issues needs a certificate, and making one takes a while. */
function houseFor({ body }: RouteCall): House {
  return sharedHouse({ company: { certificate: body === undefined ? 'none' : 'valid' } });
}

function callWith(caller: Caller, { method, path, body }: RouteCall, authorization?: string | null) {
  const headers = authorization === undefined ? {} : { authorization: authorization ?? undefined };
  return caller.call(method, path, { headers, ...(body === undefined ? {} : { body: body() }) });
}

/** What of an answer a stranger could learn something from. */
function telling({ status, text, headers }: Answer) {
  const { date: _, 'x-ratelimit-reset': __, ratelimit: ___, ...others } = headers;
  return { status, text, others };
}

/** Declares what a route answers to whoever has no valid key: always the same, and counted for nobody. */
export function describeStrangers(route: RouteCall): void {
  describe(`${route.method} ${route.path} without a valid key`, () => {
    const house = houseFor(route);

    it('answers 401 with one constant body, whatever is wrong with the key', async () => {
      const { company } = house;
      const revoked = await company.addKey();
      await company.revoke(revoked.id);
      const foreign = await company.addForeignKey();
      const invented = createApiKey('00').text;
      const mistyped = `${company.key.slice(0, -1)}${company.key.endsWith('A') ? 'B' : 'A'}`;
      const wrong = [...[mistyped, invented, revoked.key, foreign.key].map((key) => `Bearer ${key}`)];
      const first = await callWith(house.caller(null), route, 'Bearer sin-forma');
      expectError(first, 401, 'unauthorized');
      expect(first.headers).toMatchObject(STRANGERS);
      expect(first.body).toEqual({ detail: 'La clave de API no es válida.', code: 'unauthorized' });
      for (const authorization of wrong) {
        const answer = await callWith(house.caller(null), route, authorization);
        expect([authorization, telling(answer)]).toEqual([authorization, telling(first)]);
      }
    });

    it('goes on answering 401 to the same wrong key', async () => {
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => callWith(house.caller(createApiKey('00').text), route)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    });

    it('counts none of that against the company', async () => {
      const fresh = await house.company.withKey({ perMinute: 50, perHour: 60 });
      await callWith(fresh, route, `Bearer ${fresh.key}x`);
      const answer = await fresh.get('/catalogs/units');
      expect(answer.headers).toMatchObject({
        'x-ratelimit-limit-minute': '50',
        'x-ratelimit-remaining-hour': '59',
      });
    });
  });
}

/** Declares what a route answers to a header that carries no key, which anybody can see of it. */
export function describeHeaders(route: RouteCall): void {
  describe(`${route.method} ${route.path} with a header that carries no key`, () => {
    const house = houseFor(route);

    it('says what is wrong with a header that carries no key', async () => {
      const { company } = house;
      const told = async (authorization: string | null) => {
        const answer = await callWith(house.caller(null), route, authorization);
        expectError(answer, 401, 'unauthorized');
        expect(answer.headers).toMatchObject(STRANGERS);
        return answer.body['detail'];
      };
      expect(await told(null)).toBe('La clave de API no es válida: falta el encabezado Authorization.');
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
}

const LAST_SECONDS = 5;

/** Waits where the clock's minute is about to end, which would begin another window in the middle of a test. */
export async function awayFromTheMinutesEnd(): Promise<void> {
  const left = 60 - (Math.floor(Date.now() / 1000) % 60);
  if (left <= LAST_SECONDS) await new Promise((resolve) => setTimeout(resolve, (left + 1) * 1000));
}

/** Declares what a route answers to whoever calls too often. */
export function describeLimits(route: RouteCall): void {
  describe(`${route.method} ${route.path} beyond the limits`, () => {
    const house = sharedHouse();
    beforeAll(awayFromTheMinutesEnd, 20_000);

    it('answers 429 with Retry-After and all five headers, until the minute is over', async () => {
      const caller = await house.company.withKey(EXAMPLE_LIMITS);
      const served = [await callWith(caller, route), await callWith(caller, route)];
      expect(served.map(({ headers }) => headers['x-ratelimit-remaining-minute'])).toEqual(['1', '0']);
      expect(served.map(({ status }) => status)).not.toContain(429);
      for (const answer of [await callWith(caller, route), await callWith(caller, route)]) {
        expectError(answer, 429, 'rate_limited_minute');
        expect(answer.body['detail']).toBe('Se superó el límite de solicitudes por minuto: 2.');
        expect(answer.headers).toMatchObject({
          'x-ratelimit-limit-minute': '2',
          'x-ratelimit-limit-hour': '1000',
          'x-ratelimit-remaining-minute': '0',
          'x-ratelimit-remaining-hour': '998',
        });
        expect(answer.headers['retry-after']).toBe(answer.headers['x-ratelimit-reset']);
      }
    });

    it('names the hour where the hour is full, and lets another key of the company pass', async () => {
      const caller = await house.company.withKey({ perMinute: 100, perHour: 1 });
      await callWith(caller, route);
      const answer = await callWith(caller, route);
      expectError(answer, 429, 'rate_limited_hour');
      expect(answer.body['detail']).toBe('Se superó el límite de solicitudes por hora: 1.');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(
        Number(answer.headers['x-ratelimit-reset']),
      );
      const other = await house.company.withKey(EXAMPLE_LIMITS);
      expect((await callWith(other, route)).status).not.toBe(429);
    });
  });
}

/** A node that is full from the start. */
const NO_PLACES = {
  places: 0,
  shared: 0,
  leastShare: 0,
  activeForMs: 1_000,
  linePerPlace: 0,
  longestWaitMs: 300,
  mostUnderWay: 100,
};

/** Declares what a route answers where there is no place for one more request. */
export function describeBusy(route: RouteCall): void {
  describe(`${route.method} ${route.path} at a node that is full`, () => {
    const house = sharedHouse({ company: { certificate: 'none' }, placeLimits: NO_PLACES });

    it('answers 503 at once, with Retry-After, and counts nothing', async () => {
      const answer = await callWith(house.company.at(house.node), route);
      expectError(answer, 503, 'busy');
      expect(answer.headers).toMatchObject({ 'retry-after': '1' });
      expect(await house.sql('SELECT count(*)::int AS counted FROM rate_windows')).toEqual([{ counted: 0 }]);
      expect(await house.sql('SELECT count(*)::int AS issued FROM documents')).toEqual([{ issued: 0 }]);
    });
  });
}

/** Declares what a route answers when something of ours breaks. */
export function describeFailures(route: RouteCall): void {
  describe(`${route.method} ${route.path} with a broken database`, () => {
    const house = houseFor(route);

    it('answers 500 without a word of what broke, and recovers', async () => {
      await house.sql('ALTER TABLE rate_windows RENAME TO elsewhere');
      const broken = await callWith(house.company.at(house.node), route);
      await house.sql('ALTER TABLE elsewhere RENAME TO rate_windows');
      expectError(broken, 500, 'internal_error');
      expect(broken.body).toEqual({
        detail: 'Error interno; puede reintentar con la misma referencia.',
        code: 'internal_error',
      });
      const recovered = await callWith(house.company.at(house.node), route);
      expect(recovered.status).toBeLessThan(500);
      expectHeaders(recovered);
    });
  });
}

/** Declares what a route that reads answers to a parameter that is misspelt, and to those of others. */
export function describeMisspelt(path: string): void {
  describe(`GET ${path} with a parameter that it does not know`, () => {
    const house = sharedHouse({ company: { certificate: 'none' } });

    it('answers 400 with its name where it is misspelt, also where there is no document', async () => {
      const answer = await house.company.get(`${path}?includ_dte=1`);
      expectError(answer, 400, 'invalid_request');
      expect(answer.body['detail']).toBe(
        'includ_dte: no es un parámetro conocido. ¿Quiso decir «include_dte»?',
      );
    });

    it('does not mind one that means nothing to it', async () => {
      expectError(await house.company.get(`${path}?utm_source=x&_=17&v`), 404, 'document_not_found');
    });
  });
}

/** Declares what a route that searches answers to a search that comes twice. */
export function describeRepeatedSearch(path: string, parameter = 'search'): void {
  describe(`GET ${path} with two searches`, () => {
    const house = sharedHouse({ company: { certificate: 'none' } });

    it('answers 400, and takes neither', async () => {
      const answer = await house.company.get(`${path}?${parameter}=a&${parameter}=b`);
      expectError(answer, 400, 'invalid_request');
      expect(answer.body['detail']).toBe(`${parameter}: debe ser un texto.`);
    });
  });
}

/** Declares what a route without parameters of its own answers to a request that names two hosts. */
export function describeTwoHosts(path: string): void {
  describe(`GET ${path} for two hosts`, () => {
    const house = sharedHouse({ company: { certificate: 'none' } });

    it('answers 400, and does not mind parameters that mean nothing to it', async () => {
      const { url, key } = house.company;
      const lines = [`GET ${path} HTTP/1.1`, 'Host: a', 'Host: b', `Authorization: Bearer ${key}`];
      const said = await sayRaw(url, [...lines, 'Connection: close', '', ''].join('\r\n'));
      expect(answersIn(said)).toMatchObject([
        { status: 400, body: expect.stringContaining('malformed_request') },
      ]);
      expectError(await house.company.get(`${path}?include_dte=1`), 404, 'document_not_found');
    });
  });
}
