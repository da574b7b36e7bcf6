import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import type { Gate, KnownKey } from '../access/ports.ts';
import type { DocumentRead } from '../documents/reading-ports.ts';
import { gateOfTestCompanies, testCompanies } from './test-companies.ts';

const [TEST, PRODUCTION] = ['00', '01'].map((environment) => exampleCompany({ environment }));
const STANDING = {
  exceeded: null,
  remainingMinute: 0,
  remainingHour: 0,
  resetMinute: 1,
  resetHour: 1,
  retryAfter: 0,
};

function keyOf(companyId: string): KnownKey {
  return { keyId: 'k', companyId, ambiente: '00', secretHmac: Buffer.alloc(32) };
}

describe('the wall between a simulator and production', () => {
  it('admits no key of a production company', async () => {
    const asked: unknown[] = [];
    const gate: Gate = {
      refusal: (key) => gate.admit(key, null),
      async admit({ keyId, companyId }, read) {
        asked.push(read);
        const company = companyId === 'test' ? TEST : PRODUCTION;
        if (company === undefined || companyId === 'gone') return null;
        const caller = { keyId, companyId, company, limits: { perMinute: 1, perHour: 1 }, linksEpoch: 0 };
        return { caller, standing: STANDING, found: null };
      },
    };
    const walled = gateOfTestCompanies(gate);
    const read: DocumentRead = { idOrRef: 'ref', bytes: true };
    const admitted = await walled.admit(keyOf('test'), read);
    expect(admitted).toEqual(await gate.admit(keyOf('test'), read));
    expect(admitted).toMatchObject({ caller: { company: { ambiente: '00' } } });
    expect(await walled.admit(keyOf('production'), null)).toBeNull();
    expect(await walled.admit(keyOf('gone'), null)).toBeNull();
    expect(asked).toEqual([read, read, null, null]);
    expect(await walled.refusal(keyOf('test'))).toEqual(admitted);
    expect(await walled.refusal(keyOf('production'))).toBeNull();
  });

  it('works for no production company', async () => {
    const all = { company: async (companyId: string) => (companyId === 'test' ? TEST : PRODUCTION) ?? null };
    const walled = testCompanies(all);
    expect(await walled.company('test')).toBe(TEST);
    expect(await walled.company('production')).toBeNull();
  });
});
