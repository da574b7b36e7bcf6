import { expect, it } from 'vitest';
import { NEW_COMPANY } from '../../../test/support/day-sums.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { parseCompanySlug } from '../../core/identifiers/company-slug.ts';
import { identifier } from '../../core/identifiers/text.ts';
import type { Membership } from '../users/ports.ts';
import { type WatchParts, watchCompanies } from './watch-companies.ts';

/** A place where each company has something of its own; `most` is how many were looked at together. */
function opened(profiles: Readonly<Record<string, unknown>> = {}) {
  const seen = { now: 0, most: 0 };
  const parts: WatchParts = {
    clock: { now: () => Date.UTC(2026, 10, 23) },
    companies: {
      async company(companyId) {
        return companyId === 'none' ? null : exampleCompany(Object(profiles[companyId] ?? {}));
      },
    },
    today: {
      async sums() {
        seen.now += 1;
        seen.most = Math.max(seen.most, seen.now);
        await new Promise((done) => setTimeout(done, 1));
        seen.now -= 1;
        return { sums: [], gap: null };
      },
      standing: async () => NEW_COMPANY,
    },
    attention: {
      troubles: async () => [],
      counts: async () => ({ mail: 0, put_aside: 0, invalidation_rejected: 0 }),
    },
  };
  return { parts, seen };
}

const named = (companyId: string): Membership => ({
  companyId,
  slug: identifier(parseCompanySlug, `empresa-${companyId}`),
  name: companyId,
  ambiente: '00',
  role: 'operator',
});

it('tells the generation of each company, in their order', async () => {
  const { parts } = opened({
    one: { schema_generation: 'v1' },
    two: { schema_generation: 'v2' },
    both: { schema_generation: { '01': 'v2' } },
  });
  const watched = await watchCompanies(parts, ['one', 'both', 'none', 'two'].map(named));
  expect(watched.map(({ named: { name }, generation }) => [name, generation])).toEqual([
    ['one', 'v1'],
    ['both', 'both'],
    ['none', null],
    ['two', 'v2'],
  ]);
});

it('looks at a few companies at a time', async () => {
  const { parts, seen } = opened();
  const companies = Array.from({ length: 10 }, (_, place) => named(String(place)));
  expect(await watchCompanies(parts, companies)).toHaveLength(10);
  expect(seen.most).toBe(4);
});
