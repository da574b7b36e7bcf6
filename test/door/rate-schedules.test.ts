import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { RateLimits } from '../../src/operations/access/ports.ts';
import { aheadClock } from '../support/ahead-clock.ts';
import type { Node } from '../support/composition.ts';
import { ownHouse } from '../support/house.ts';
import type { Answer, Caller } from '../support/http-caller.ts';
import { withinOneMinute } from '../support/one-minute.ts';
import { expectHeaders, STRANGERS } from '../support/response-headers.ts';

const SCHEDULES = process.env['SELLO_LONG'] === '1' ? 1000 : 40;

/** What a caller may send, with the status it has where the limits let it pass; 401 is judged before them. */
const REQUESTS: Readonly<Record<string, readonly [number, (caller: Caller) => Promise<Answer>]>> = {
  catalog: [200, (caller) => caller.get('/catalogs/units?search=zzz')],
  head: [200, (caller) => caller.call('HEAD', '/catalogs/units?search=zzz')],
  missing: [404, (caller) => caller.get('/status/nada')],
  nowhere: [404, (caller) => caller.post('/nada', '{')],
  half: [400, (caller) => caller.post('/invoice', '{')],
  malformed: [400, (caller) => caller.get('/status/%')],
  wrongKey: [401, (caller) => caller.get('/catalogs/units', { authorization: `Bearer ${caller.key}x` })],
};

type Step =
  | { readonly kind: 'request'; readonly name: string; readonly node: number }
  /** So many at once, over both nodes. */
  | { readonly kind: 'burst'; readonly count: number }
  | { readonly kind: 'turn'; readonly window: 'minute' | 'hour' };

const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('request' as const),
      name: fc.constantFrom(...Object.keys(REQUESTS)),
      node: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('burst' as const), count: fc.integer({ min: 2, max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('turn' as const),
      window: fc.constantFrom('minute' as const, 'hour' as const),
    }),
  },
);

/** Specification part 8: two windows, checked and counted together. */
class Model {
  readonly limits: RateLimits;
  private minute = 0;
  private hour = 0;

  constructor(limits: RateLimits) {
    this.limits = limits;
  }

  /** Whether one more passes; the status says whether it counts. */
  admits(status: number): boolean {
    if (status === 401) return true;
    if (this.minute >= this.limits.perMinute || this.hour >= this.limits.perHour) return false;
    this.minute += 1;
    this.hour += 1;
    return true;
  }

  turn(window: 'minute' | 'hour'): void {
    this.minute = 0;
    if (window === 'hour') this.hour = 0;
  }

  headers(): Readonly<Record<string, string>> {
    const { perMinute, perHour } = this.limits;
    return {
      'x-ratelimit-limit-minute': String(perMinute),
      'x-ratelimit-limit-hour': String(perHour),
      'x-ratelimit-remaining-minute': String(perMinute - this.minute),
      'x-ratelimit-remaining-hour': String(perHour - this.hour),
    };
  }

  get exceeded(): string {
    return this.hour >= this.limits.perHour ? 'rate_limited_hour' : 'rate_limited_minute';
  }
}

let nodes: readonly Node[];
const clock = aheadClock();
const house = ownHouse({ company: { certificate: 'none' }, clock });
beforeAll(async () => {
  nodes = [house.node, await house.addNode()];
});

interface Run {
  readonly callers: readonly Caller[];
  readonly keyId: string;
  readonly model: Model;
}

async function follow(run: Run, step: Step): Promise<void> {
  switch (step.kind) {
    case 'request':
      return request(run, step.name, step.node);
    case 'burst':
      return burst(run, step.count);
    case 'turn':
      return turn(run, step.window);
  }
}

async function request({ callers, model }: Run, name: string, node: number): Promise<void> {
  const [caller, entry] = [callers[node], REQUESTS[name]];
  if (caller === undefined || entry === undefined) throw new Error(`no ${name} on node ${node}`);
  const [status, send] = entry;
  const passes = model.admits(status);
  const answer = await send(caller);
  expect([name, answer.status]).toEqual([name, passes ? status : 429]);
  expectHeaders(answer);
  expect(answer.headers).toMatchObject(status === 401 ? STRANGERS : model.headers());
  if (!passes) expectTooMany(answer, model);
  else expect(answer.headers['retry-after']).toBeUndefined();
}

/** A HEAD has no body to name the window in. */
function expectTooMany(answer: Answer, { exceeded }: Model): void {
  if (answer.text !== '') expect(answer.body['code']).toBe(exceeded);
  const reset = Number(answer.headers['x-ratelimit-reset']);
  const hourReset = Number(/;t=(\d+)$/.exec(answer.headers['ratelimit'] ?? '')?.[1]);
  const expected = exceeded === 'rate_limited_hour' ? hourReset : reset;
  expect(Number(answer.headers['retry-after'])).toBe(expected);
}

async function burst({ callers, model }: Run, count: number): Promise<void> {
  const sent = Array.from({ length: count }, (_, turn) =>
    callers[turn % callers.length]?.get('/status/nada'),
  );
  const answers = (await Promise.all(sent)).filter((answer) => answer !== undefined);
  const expected = Array.from({ length: count }, () => (model.admits(404) ? 404 : 429));
  expect(answers.map(({ status }) => status).sort()).toEqual(expected.sort());
}

/** The database's clock cannot be turned, so the stored windows are; a full one is remembered for a second. */
async function turn({ keyId, model }: Run, window: 'minute' | 'hour'): Promise<void> {
  model.turn(window);
  clock.pass(1_000);
  await house.sql`UPDATE rate_windows SET minute_start = minute_start - interval '1 hour',
      hour_start = hour_start - CASE WHEN ${window} = 'hour' THEN interval '1 hour' ELSE interval '0' END
    WHERE key_id = ${keyId}`;
}

it(`admits what the model admits, on two nodes, over ${SCHEDULES} random schedules`, async () => {
  const limits = fc.record({
    perMinute: fc.integer({ min: 1, max: 6 }),
    perHour: fc.integer({ min: 1, max: 12 }),
  });
  const schedule = fc.array(STEP, { minLength: 4, maxLength: SCHEDULES > 40 ? 40 : 14 });
  await fc.assert(
    fc.asyncProperty(limits, schedule, (limit, steps) =>
      withinOneMinute(async () => {
        const { id: keyId, key } = await house.company.addKey(limit);
        const callers = nodes.map((node) => house.caller(key, node));
        const run = { callers, keyId, model: new Model(limit) };
        for (const step of steps) await follow(run, step);
      }),
    ),
    { numRuns: SCHEDULES, seed: Number(process.env['TEST_SEED'] ?? 8) },
  );
}, 3_600_000);
