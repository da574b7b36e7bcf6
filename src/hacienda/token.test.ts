import { describe, expect, it } from 'vitest';
import { nitOf } from '../../test/support/identifiers.ts';
import type { AuthorityAccount } from '../operations/authority/ports.ts';
import type { AuthAnswer } from './auth-answer.ts';
import { type Credentials, createTokenStore } from './token.ts';

const LIFETIME_MS = 60_000;
const account = (companyId: string, ambiente: '00' | '01' = '00'): AuthorityAccount => ({
  companyId,
  ambiente,
  nit: nitOf('06140101900011'),
});
const refused: AuthAnswer = {
  kind: 'refused',
  reason: 'authentication refused: HTTP 200',
  status: 200,
  code: '106',
} as const;

function createWorld() {
  const world: {
    nowMs: number;
    password: string;
    answer: ((call: number) => AuthAnswer | Promise<AuthAnswer>) | null;
    readonly calls: string[];
  } = { nowMs: 0, password: 'clave', answer: null, calls: [] };
  const store = createTokenStore({
    credentials: async ({ companyId }): Promise<Credentials | null> => {
      if (companyId === 'broken') throw new Error('the password is clave');
      return companyId === 'poor' ? null : { user: companyId, password: world.password };
    },
    authenticate: async ({ companyId, ambiente }) => {
      world.calls.push(`${companyId} ${ambiente}`);
      const call = world.calls.length;
      return world.answer?.(call) ?? { kind: 'token', token: `${companyId}-${ambiente}-${call}` };
    },
    monotonic: () => world.nowMs,
    lifetimeMs: LIFETIME_MS,
  });
  return { world, store };
}

describe('tokens', () => {
  it('are kept per company and environment', async () => {
    const { world, store } = createWorld();
    const accounts = [account('a'), account('b'), account('a', '01')];
    const first = await Promise.all(accounts.map((one) => store.acquire(one)));
    const second = await Promise.all(accounts.map((one) => store.acquire(one)));
    expect(first).toEqual(second);
    expect(new Set(first.map((answer) => JSON.stringify(answer))).size).toBe(3);
    expect(world.calls).toEqual(['a 00', 'b 00', 'a 01']);
  });

  it('are asked for once by a thousand callers at the same time', async () => {
    const { world, store } = createWorld();
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => store.acquire(account('a'))));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(world.calls).toHaveLength(1);
  });

  it('are used for their lifetime and no longer', async () => {
    const { world, store } = createWorld();
    await store.acquire(account('a'));
    world.nowMs = LIFETIME_MS - 1;
    await store.acquire(account('a'));
    expect(world.calls).toHaveLength(1);
    world.nowMs = LIFETIME_MS;
    expect(await store.acquire(account('a'))).toEqual({ kind: 'token', token: 'a-00-2' });
  });

  it('are renewed once when many find the same one stale', async () => {
    const { world, store } = createWorld();
    await store.acquire(account('a'));
    const renewed = await Promise.all(
      Array.from({ length: 50 }, () => store.acquire(account('a'), 'a-00-1')),
    );
    expect(new Set(renewed.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await store.acquire(account('a'), 'a-00-1')).toEqual({ kind: 'token', token: 'a-00-2' });
    expect(world.calls).toHaveLength(2);
  });
});

describe('refused credentials', () => {
  it('are tried again after 1, 2, 4 ... 300 seconds only', async () => {
    const { world, store } = createWorld();
    world.answer = () => refused;
    const triedAt: number[] = [];
    for (let second = 0; second <= 1_000; second += 1) {
      world.nowMs = second * 1_000;
      const before = world.calls.length;
      expect((await store.acquire(account('a'))).kind).toBe('refused');
      if (world.calls.length > before) triedAt.push(second);
    }
    expect(triedAt).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 811]);
  });

  it('tell with what status and code they were refused while they wait', async () => {
    const { world, store } = createWorld();
    world.answer = () => refused;
    await store.acquire(account('a'));
    expect(await store.acquire(account('a'))).toEqual({
      ...refused,
      reason: 'authentication refused: HTTP 200; waiting before the next try',
    });
  });

  it('hold up neither another company nor the other environment', async () => {
    const { world, store } = createWorld();
    world.answer = (call) => (call === 1 ? refused : { kind: 'token', token: `t${call}` });
    await store.acquire(account('a'));
    expect((await store.acquire(account('a'))).kind).toBe('refused');
    expect((await store.acquire(account('b'))).kind).toBe('token');
    expect((await store.acquire(account('a', '01'))).kind).toBe('token');
  });

  it('that were corrected are tried at once', async () => {
    const { world, store } = createWorld();
    world.answer = () => refused;
    await store.acquire(account('a'));
    world.answer = null;
    world.password = 'otra';
    expect((await store.acquire(account('a'))).kind).toBe('token');
  });

  it('begin anew after a long quiet time', async () => {
    const { world, store } = createWorld();
    world.answer = () => refused;
    for (const nowMs of [0, 1_000, 3_000]) {
      world.nowMs = nowMs;
      await store.acquire(account('a'));
    }
    world.nowMs = 3_000 + 4_000 + 300_000;
    await store.acquire(account('a'));
    world.nowMs += 1_000;
    await store.acquire(account('a'));
    expect(world.calls).toHaveLength(5);
  });
});

describe('a new token that the authority refuses', () => {
  it('makes the account wait, once for all who used it', async () => {
    const { world, store } = createWorld();
    await store.acquire(account('a'));
    const told = Array.from({ length: 10 }, () => store.distrust(account('a'), 'a-00-1'));
    expect(told).toEqual([true, ...told.slice(1).map(() => false)]);
    expect(await store.acquire(account('a'))).toMatchObject({ kind: 'refused', status: 401, code: null });
    world.nowMs = 1_000;
    expect(await store.acquire(account('a'))).toEqual({ kind: 'token', token: 'a-00-2' });
  });
});

describe('an authority or credentials that fail', () => {
  it('make nobody wait: the next call tries again', async () => {
    const { world, store } = createWorld();
    world.answer = () => ({ kind: 'unavailable', reason: 'authentication: HTTP 503' });
    expect((await store.acquire(account('a'))).kind).toBe('unavailable');
    world.answer = null;
    expect((await store.acquire(account('a'))).kind).toBe('token');
  });

  it('are told without their words', async () => {
    const { store } = createWorld();
    expect(await store.acquire(account('poor'))).toMatchObject({ reason: 'no credentials for this company' });
    const broken = await store.acquire(account('broken'));
    expect(broken.kind).toBe('unavailable');
    expect(JSON.stringify(broken)).not.toContain('clave');
  });
});
