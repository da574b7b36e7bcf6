import { expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { triedFew } from './examined-company.ts';

it('tries eight companies at a time, and all of them', async () => {
  const companies = Array.from({ length: 20 }, (_, index) => ({
    companyId: `c${index}`,
    company: exampleCompany(),
    setup: { certificate: null, user: null, liveKeys: 0, hasSmtpPassword: false },
  }));
  let [running, most] = [0, 0];
  const names = await triedFew(companies, async ({ companyId }) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    return companyId;
  });
  expect(names).toEqual(companies.map(({ companyId }) => companyId));
  expect(most).toBe(8);
});
