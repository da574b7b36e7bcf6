import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../test/support/example-company.ts';
import type { KeyReader } from './access-ports.ts';
import { keysOfTestCompanies, testCompanies } from './test-companies.ts';

const [TEST, PRODUCTION] = ['00', '01'].map((environment) => exampleCompany({ environment }));

describe('the wall between a simulator and production', () => {
  it('knows no key of a production company', async () => {
    const keys: KeyReader = {
      noteUse: async () => undefined,
      async identify(publicId) {
        const company = publicId === 'test' ? TEST : PRODUCTION;
        if (company === undefined) return null;
        const limits = { perMinute: 1, perHour: 1 };
        const { ambiente } = company;
        return { keyId: 'k', companyId: 'c', company, ambiente, secretHmac: Buffer.alloc(32), limits };
      },
    };
    const walled = keysOfTestCompanies(keys);
    expect(await walled.identify('test')).toMatchObject({ company: { ambiente: '00' } });
    expect(await walled.identify('production')).toBeNull();
    expect(walled.noteUse).toBe(keys.noteUse);
  });

  it('works for no production company', async () => {
    const all = { company: async (companyId: string) => (companyId === 'test' ? TEST : PRODUCTION) ?? null };
    const walled = testCompanies(all);
    expect(await walled.company('test')).toBe(TEST);
    expect(await walled.company('production')).toBeNull();
  });
});
