import { expect, it } from 'vitest';
import type { NewDeed } from '../users/ports.ts';
import { createOwnKey, limitOwnKey, type OwnKeysContext, revokeOwnKey } from './manage-own-keys.ts';
import type { OwnKey } from './own-ports.ts';

const BY = { userId: null, userName: 'Rosa', address: '192.0.2.7' };
const CHANGE = {
  by: BY,
  companyId: 'c',
  company: { ambiente: '00' },
  isOperator: false,
  keyId: 'k',
} as const;
const KEY: OwnKey = {
  keyId: 'k',
  name: 'Caja 1',
  ambiente: '00',
  limits: { perMinute: 600, perHour: 5_000 },
  createdMs: 0,
  lastUsedMs: null,
  revokedMs: null,
  live: true,
};

/** Keys in memory, with what was done to them and told of it. */
function opened(keys: readonly OwnKey[] = [KEY]) {
  const done: unknown[] = [];
  const deeds: NewDeed[] = [];
  const context: OwnKeysContext = {
    ownKeys: {
      list: async () => keys,
      async create({ name, limits, secretHmac }) {
        done.push([name, limits, secretHmac.length]);
        return 'k';
      },
      async setLimits(_companyId, keyId, limits) {
        done.push([keyId, limits]);
        return true;
      },
      revoke: async () => false,
    },
    deeds: {
      record: async (deed) => void deeds.push(deed),
      latest: async () => [],
    },
    vault: async () => ({
      mintKey: (companyId, ambiente) => ({
        keyId: 'k',
        companyId,
        ambiente,
        publicId: 'p',
        secretHmac: Buffer.alloc(34),
        text: 'the secret',
      }),
    }),
  };
  return { context, done, deeds };
}

it('makes a key whose secret is in the answer alone', async () => {
  const { context, done, deeds } = opened();
  const typed = { name: ' Caja 2 ', perMinute: '120', perHour: ' 5000 ' };
  expect(await createOwnKey(context, CHANGE, typed)).toEqual({ kind: 'created', key: 'the secret' });
  expect(done).toEqual([['Caja 2', { perMinute: 120, perHour: 5_000 }, 34]]);
  expect(JSON.stringify([done, deeds])).not.toContain('the secret');
  expect(deeds).toMatchObject([{ deed: 'key_created', companyId: 'c', by: BY }]);
});

it.each(['', '0', '-1', '1.5', '1e3', '5001', '99999999999'])('takes no limit like %j', async (perHour) => {
  const { context, done, deeds } = opened();
  const refused = await createOwnKey(context, CHANGE, { name: 'Caja', perMinute: '1', perHour });
  expect(refused).toMatchObject({ kind: 'refused', status: 422, problems: [{ path: 'per_hour' }] });
  expect([...done, ...deeds]).toEqual([]);
});

it('leaves a company what the operator gave it, and no more', async () => {
  const { context, done } = opened();
  expect(await limitOwnKey(context, CHANGE, { perMinute: '601', perHour: '1' })).toMatchObject({
    problems: [{ path: 'per_minute', message: 'Escriba un número entero de 1 a 600.' }],
  });
  expect(await limitOwnKey(context, CHANGE, { perMinute: '600', perHour: '1' })).toEqual({ kind: 'changed' });
  const operator = { ...CHANGE, isOperator: true };
  expect(await limitOwnKey(context, operator, { perMinute: '9000', perHour: '1' })).toEqual({
    kind: 'changed',
  });
  expect(done).toHaveLength(2);
});

it('changes no key that is revoked, unknown, or revoked at this moment, and tells of none', async () => {
  for (const keys of [[], [{ ...KEY, live: false }], [KEY]]) {
    const { context, deeds } = opened(keys);
    expect(await revokeOwnKey(context, CHANGE)).toMatchObject({ code: 'unknown_key', status: 404 });
    expect(deeds).toEqual([]);
  }
  const { context } = opened([]);
  expect(await limitOwnKey(context, CHANGE, { perMinute: '1', perHour: '1' })).toMatchObject({
    code: 'unknown_key',
  });
});
