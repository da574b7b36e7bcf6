import { createHmac, createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bindHash, formOf, hashSecret, type Peppers, secretMatches } from './key-hash.ts';

const pepper = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const peppersOf = (count: number, acceptsUnbound = false): Peppers => ({
  versions: new Map(Array.from({ length: count }, (_, index) => [index + 1, pepper(index + 1)])),
  acceptsUnbound,
});
const MINE = { keyId: 'k1', companyId: 'c1', ambiente: '00' } as const;
const OTHERS = [
  { ...MINE, keyId: 'k2' },
  { ...MINE, companyId: 'c2' },
  { ...MINE, ambiente: '01' },
] as const;
const bare = createHmac('sha256', pepper(1)).update('secret').digest();

describe('a hash', () => {
  it.each([
    ['new', hashSecret('secret', MINE, peppersOf(1))],
    ['bound later', bindHash(bare, MINE, peppersOf(1))],
  ])('that is %s opens with its secret in its own row alone', (_, secretHmac) => {
    const matches = (secret: string, row: (typeof OTHERS)[number] | typeof MINE) =>
      secretMatches(secret, { ...row, secretHmac }, peppersOf(1));
    expect(matches('secret', MINE)).toBe(true);
    expect(matches('other', MINE)).toBe(false);
    expect(OTHERS.map((row) => matches('secret', row))).toEqual([false, false, false]);
    expect(formOf(secretHmac)).toEqual({ isBound: true, pepper: 1 });
  });

  it('of the first form opens in any row, until it is accepted no longer', () => {
    for (const row of [MINE, ...OTHERS]) {
      expect(secretMatches('secret', { ...row, secretHmac: bare }, peppersOf(2, true))).toBe(true);
      expect(secretMatches('secret', { ...row, secretHmac: bare }, peppersOf(2))).toBe(false);
    }
    expect(secretMatches('other', { ...MINE, secretHmac: bare }, peppersOf(2, true))).toBe(false);
  });

  it('goes on under its pepper while new ones are made under the newest', () => {
    const old = { ...MINE, secretHmac: hashSecret('secret', MINE, peppersOf(1)) };
    const fresh = { ...MINE, secretHmac: hashSecret('secret', MINE, peppersOf(2)) };
    expect(formOf(fresh.secretHmac)).toEqual({ isBound: true, pepper: 2 });
    expect([old, fresh].map((one) => secretMatches('secret', one, peppersOf(2)))).toEqual([true, true]);
    expect(secretMatches('secret', fresh, peppersOf(1))).toBe(false);
    const [, kept] = peppersOf(2).versions;
    expect(
      secretMatches('secret', old, { versions: new Map([kept ?? [2, pepper(2)]]), acceptsUnbound: false }),
    ).toBe(false);
  });

  it('of nobody, or in no form that we know, opens with nothing', () => {
    expect(secretMatches('secret', null, peppersOf(1, true))).toBe(false);
    const whole = hashSecret('secret', MINE, peppersOf(1));
    const broken = [whole.subarray(1), Buffer.concat([whole, whole]), Buffer.alloc(0), Buffer.alloc(34, 9)];
    for (const secretHmac of broken)
      expect(secretMatches('secret', { ...MINE, secretHmac }, peppersOf(1, true))).toBe(false);
  });
});
