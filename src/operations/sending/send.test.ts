import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeOf, nitOf } from '../../../test/support/identifiers.ts';
import type { SentBytes } from '../../core/submitting/attempt.ts';
import type { Progress } from '../../core/submitting/next-step.ts';
import { createCircuitBreaker, FAILURES_TO_OPEN } from '../background/circuit-breaker.ts';
import {
  type Answer,
  bringOn,
  givenUp,
  type Held,
  leaseMs,
  type Protocol,
  type SendingTask,
} from './send.ts';

const TIMES = { callTimeoutMs: 8_000, requestBudgetMs: 25_000, quarantineMs: 900_000 };
const ACCOUNT = { companyId: 'c', ambiente: '00', nit: nitOf('06140101900018') } as const;
const CODE = codeOf(randomUUID());
const SILENT = { kind: 'silent', reason: 'time-out' } as const;
const UNDELIVERED = { kind: 'not_delivered', reason: 'refused', cause: 'sign_in_refused' } as const;
const VERDICT = { kind: 'verdict', verdict: 'yes' } as const;
const LEASE = { companyId: 'c', documentId: 'd', fence: '7' };
const LEASE_LOST = { kind: 'lease_lost' };

interface Said {
  readonly said: string;
}
type Script = Protocol<Held, string, Said>;

const clock = {
  nowMs: 0,
  wallMs: 0,
  now: () => clock.wallMs,
  monotonic: () => clock.nowMs,
  sleep: async () => undefined,
};

/** A protocol that sends up to three times, remembers what it was told to do, and reads its answers from a script. */
function scripted(...answers: readonly Answer<string>[]) {
  const done: string[] = [];
  const seen: Progress[] = [];
  const script = [...answers];
  const held = (outcome: SentBytes['outcome'], sends: number): Held => ({
    lease: LEASE,
    attempts: [{ number: 1, codigoGeneracion: CODE, jws: 'a.b.c', outcome, sends }],
  });
  const protocol: Script = {
    unsent: 'nothing was sent',
    next({ held: { attempts } }, progress) {
      seen.push(progress);
      if (progress.gaveUp || progress.outOfTime || progress.offline || progress.sends > 2)
        return { do: 'wait' };
      const [attempt] = attempts;
      return attempt === undefined ? { do: 'sign' } : { do: 'send', attempt };
    },
    sign: async () => ({ kind: 'signed', jws: 'a.b.c' }),
    async record() {
      done.push('record');
      return held('unknown', 1);
    },
    recordResend: async ({ attempts: [last] }, number) => {
      done.push(`record ${number} again`);
      return held('unknown', last?.outcome === 'unknown' ? last.sends + 1 : 1);
    },
    send: async () => {
      done.push('send');
      return script.shift() ?? SILENT;
    },
    async close(_, number, outcome) {
      done.push(`close ${number} ${outcome}`);
      return held(outcome, 1);
    },
    async renew() {
      done.push('renew');
      return true;
    },
    async settle(_, verdict) {
      done.push('settle');
      return { said: verdict };
    },
    wait: async ({ silence: { reason, cause = '' } }, restMs) => {
      done.push(`wait ${restMs}`);
      return { said: `${reason} ${cause}`.trim() };
    },
    release: async (_, restMs) => void done.push(`release ${restMs}`),
    retryMs: () => 7,
  };
  return { protocol, done, seen };
}

const warned: unknown[] = [];
const log = { warn: (...told: readonly unknown[]) => void warned.push(told) };
const context = () => ({ clock, times: TIMES, breaker: createCircuitBreaker(clock), log });
const run = (protocol: Script, task: Partial<SendingTask> = {}, parts = context()) => {
  const whole = { account: ACCOUNT, deadline: 25_000, ...task };
  return bringOn({ context: parts, task: whole, protocol }, { lease: LEASE, attempts: [] });
};

beforeEach(() => {
  clock.nowMs = 0;
  clock.wallMs = 0;
});

describe('one run', () => {
  it('has bytes on record before they leave, and ends with the verdict on them', async () => {
    const { protocol, done } = scripted(VERDICT);
    expect(await run(protocol)).toEqual({ kind: 'settled', said: 'yes' });
    expect(done).toEqual(['record', 'send', 'settle']);
  });

  it('goes on after silence, and tells of the last one when it waits', async () => {
    const { protocol, done, seen } = scripted(SILENT, SILENT, { ...SILENT, reason: 'HTML' });
    expect(await run(protocol)).toEqual({ kind: 'settled', said: 'HTML' });
    expect(done.join(', ')).toBe('record, send, record 1 again, send, record 1 again, send, wait 7');
    expect(seen.map(({ sends }) => sends)).toEqual([0, 1, 2, 3]);
  });

  it('closes what never left, and repeats it once', async () => {
    const { protocol, done } = scripted(UNDELIVERED, UNDELIVERED);
    expect(await run(protocol)).toEqual({ kind: 'settled', said: 'refused sign_in_refused' });
    const once = 'send, close 1 not_delivered';
    expect(done.join(', ')).toBe(`record, ${once}, record 1 again, ${once}, wait 7`);
  });

  it('does not take for undelivered what was sent before', async () => {
    const { protocol, done } = scripted(SILENT, UNDELIVERED, UNDELIVERED);
    await run(protocol);
    expect(done.filter((one) => one.startsWith('close'))).toEqual([]);
  });

  it('rests where nothing can be signed, and tells the operator why', async () => {
    const failed = { failure: 'signature_failed', reason: 'broken' } as const;
    const { protocol, done } = scripted();
    const unsigned: Script = { ...protocol, sign: async () => ({ kind: 'failed', ...failed }) };
    expect(await run(unsigned)).toEqual({ kind: 'signing_failed', failure: 'signature_failed' });
    expect(done).toEqual(['release 7']);
    expect(warned).toEqual([['signing_failed', { companyId: 'c', documentId: 'd', ...failed }]]);
  });

  it('takes a step of its protocol’s own', async () => {
    const { protocol, done } = scripted();
    const own: Script = {
      ...protocol,
      next: (before, progress) =>
        progress.gaveUp
          ? { do: 'wait' }
          : { do: 'own', perform: async () => givenUp(before, { reason: 'it said nothing' }) },
    };
    expect(await run(own)).toEqual({ kind: 'settled', said: 'it said nothing' });
    expect(done).toEqual(['wait 7']);
  });
});

describe('what the authority has from before', () => {
  const known = (confirmed: Awaited<ReturnType<Extract<Answer<string>, { kind: 'known' }>['confirm']>>) =>
    ({ kind: 'known', unconfirmed: 'no time to ask', confirm: async () => confirmed }) as const;

  it('is asked about under a renewed lease', async () => {
    const { protocol, done } = scripted(known(VERDICT));
    expect(await run(protocol)).toEqual({ kind: 'settled', said: 'yes' });
    expect(done).toEqual(['record', 'send', 'renew', 'settle']);
  });

  it('waits where it says nothing to that, and is no sending of this run', async () => {
    const { protocol, seen } = scripted(known(SILENT));
    expect(await run(protocol)).toEqual({ kind: 'settled', said: 'time-out' });
    expect(seen.at(-1)).toMatchObject({ sends: 0, gaveUp: true });
  });

  it('waits where there is no time to ask', async () => {
    const { protocol, done } = scripted();
    const slow: Script = {
      ...protocol,
      async send() {
        clock.nowMs = 25_000;
        return known(VERDICT);
      },
    };
    expect(await run(slow)).toEqual({ kind: 'settled', said: 'no time to ask' });
    expect(done).toEqual(['record', 'wait 7']);
  });
});

describe('nothing is started', () => {
  it.each([
    ['after the deadline', { deadline: 0 }],
    ['once it is told to stop', { stop: { aborted: true } }],
  ])('%s', async (_, task) => {
    const { protocol, done, seen } = scripted();
    expect(await run(protocol, task)).toEqual({ kind: 'settled', said: 'nothing was sent' });
    expect([done, seen[0]?.outOfTime]).toEqual([['wait 7'], true]);
  });

  it('while the authority is known to be down, for the cause that made it so', async () => {
    const parts = context();
    const query = { account: ACCOUNT, tipoDte: '01', generation: 'v2', codigoGeneracion: CODE } as const;
    for (let failure = 0; failure < FAILURES_TO_OPEN; failure += 1)
      parts.breaker.note(query, false, 'sign_in_refused');
    const { protocol, done } = scripted();
    const ended = await run(protocol, {}, parts);
    expect(ended).toEqual({ kind: 'settled', said: 'nothing was sent sign_in_refused' });
    expect(done).toEqual(['wait 7']);
  });
});

describe('a lost lease', () => {
  it.each([
    ['stood still', 'nowMs'],
    ['slept with its whole machine', 'wallMs'],
  ] as const)('lets nothing leave that was recorded before the holder %s', async (_, hand) => {
    const { protocol, done } = scripted();
    const still: Script = {
      ...protocol,
      async record(held, jws, forMs) {
        const recorded = await protocol.record(held, jws, forMs);
        clock[hand] = leaseMs(TIMES);
        return recorded;
      },
    };
    expect(await run(still, { deadline: 10 ** 9 })).toEqual(LEASE_LOST);
    expect(done).toEqual(['record']);
  });

  it.each([
    ['record', []],
    ['recordResend', [SILENT]],
    ['close', [UNDELIVERED]],
    ['settle', [VERDICT]],
    ['wait', []],
  ] as const)('ends the run: %s', async (name, answers) => {
    const { protocol } = scripted(...answers);
    expect(await run({ ...protocol, [name]: async () => null })).toEqual(LEASE_LOST);
  });

  it('ends the run before a question', async () => {
    const { protocol, done } = scripted({ kind: 'known', unconfirmed: '', confirm: async () => VERDICT });
    expect(await run({ ...protocol, renew: async () => false })).toEqual(LEASE_LOST);
    expect(done).toEqual(['record', 'send']);
  });
});
