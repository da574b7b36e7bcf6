import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../test/support/example-company.ts';
import type { IdentifiedKey, KeyCheck, PresentedKey } from './access-ports.ts';
import { authenticate } from './authenticate.ts';

const HMAC = new Uint8Array([1, 2, 3]);
const PRESENTED: PresentedKey = { ambiente: '00', publicId: 'abc', secret: 'right' };
const KNOWN: IdentifiedKey = {
  keyId: 'key-1',
  ambiente: '00',
  secretHmac: HMAC,
  limits: { perMinute: 120, perHour: 5000 },
  companyId: 'company-1',
  company: exampleCompany(),
};

/** A house with one key, that notes what it looked up and compared. */
function house(known: IdentifiedKey | null, presented: PresentedKey | null = PRESENTED) {
  const lookups: string[] = [];
  const uses: unknown[] = [];
  const compares: (Uint8Array | null)[] = [];
  const check: KeyCheck = {
    parse: () => presented,
    matches(secret, stored) {
      compares.push(stored);
      return stored !== null && secret === 'right';
    },
  };
  const keys = {
    identify(publicId: string) {
      lookups.push(publicId);
      return Promise.resolve(known);
    },
    noteUse: (key: unknown) => void uses.push(key),
  };
  return { lookups, compares, uses, caller: () => authenticate(keys, check, 'the text of a key') };
}

describe('the caller behind a key', () => {
  it('is who the key was made for, with its limits', async () => {
    const { keyId, limits, companyId, company } = KNOWN;
    const known = house(KNOWN);
    expect(await known.caller()).toEqual({ keyId, limits, companyId, company });
    expect(known.uses).toEqual([{ companyId, keyId }]);
  });

  it.each([
    ['a malformed text', house(KNOWN, null)],
    ['an unknown or revoked key', house(null)],
    ['a wrong secret', house(KNOWN, { ...PRESENTED, secret: 'wrong' })],
    ['a key that says another environment', house(KNOWN, { ...PRESENTED, ambiente: '01' })],
    ['a key made for another environment', house({ ...KNOWN, ambiente: '01' })],
    [
      'a key of the company’s former environment',
      house({ ...KNOWN, company: exampleCompany({ environment: '01' }) }),
    ],
    ['both wrong together', house({ ...KNOWN, ambiente: '01' }, { ...PRESENTED, ambiente: '01' })],
  ])('is nobody for %s, which is no use of a key', async (_title, { caller, uses }) => {
    expect(await caller()).toBeNull();
    expect(uses).toEqual([]);
  });

  it.each([
    ['known', KNOWN, HMAC],
    ['unknown', null, null],
  ] as const)('costs one look-up and one compare for a key that is %s', async (_title, known, compared) => {
    for (const secret of ['right', 'wrong']) {
      const { caller, lookups, compares } = house(known, { ...PRESENTED, secret });
      await caller();
      expect(lookups).toEqual(['abc']);
      expect(compares).toEqual([compared]);
    }
  });

  it('costs one look-up of nothing and one compare for a text that is no key', async () => {
    const { caller, lookups, compares } = house(null, null);
    expect(await caller()).toBeNull();
    expect([lookups, compares]).toEqual([[''], [null]]);
  });
});
