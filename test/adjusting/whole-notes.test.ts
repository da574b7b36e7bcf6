// Every CCF can be given back whole, whatever its lines come to beside its totals.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INVALIDATION, noted, OUTCOMES, soldToTaxpayer } from '../support/cancelling.ts';
import { ccfBody } from '../support/request-bodies.ts';
import { shared } from '../support/shared.ts';
import { sharedHouse } from '../support/shared-house.ts';

const LONG = process.env['SELLO_LONG'] === '1';
const SETTINGS = { seed: Number(process.env['TEST_SEED'] ?? 20_261_201), numRuns: LONG ? 2_000 : 40 };

type Line = Readonly<Record<string, unknown>>;

const decimals = (most: number, places: number) =>
  fc.integer({ min: 1, max: most * 10 ** places }).map((units) => units / 10 ** places);

const anyLine: fc.Arbitrary<Line> = fc.record({
  description: fc.constant('Producto ficticio'),
  quantity: fc.oneof(decimals(9, 0), decimals(9, 3)),
  unit_price: decimals(100, 2),
  discount_percentage: fc.constantFrom(0, 5, 10, 15, 33.33),
  sale_type: fc.constantFrom('taxed', 'taxed', 'exempt', 'non_subject'),
});
const anyLines = fc.array(anyLine, { minLength: 2, maxLength: 5 });

/** Whose columns, rounded one by one, come to more than a cent less than their lines. */
const APART: readonly (readonly Line[])[] = [
  [
    { description: 'a', quantity: 5, unit_price: 76.2, discount_percentage: 10 },
    { description: 'b', quantity: 7, unit_price: 33.92, discount_percentage: 15 },
    { description: 'c', quantity: 7, unit_price: 96.71, discount_percentage: 15, sale_type: 'exempt' },
  ],
  [
    { description: 'a', quantity: 2.14, unit_price: 6.89 },
    { description: 'b', quantity: 0.524, unit_price: 9.47, sale_type: 'exempt' },
  ],
];

describe.each(['v1', 'v2'] as const)('a CCF of %s with lines of every kind', (generation) => {
  const house = sharedHouse({ file: { ...INVALIDATION, schema_generation: generation } });
  const company = shared(() => house.company);

  it.each(APART)('is given back whole in both ways', async (...lines) => {
    for (const mode of [{ lines: undefined }, { lines: undefined, full_adjustment: true }]) {
      const ccf = await soldToTaxpayer(company, { lines });
      const note = await noted(company, ccf, mode);
      expect(note).toMatchObject({ ccf_fully_adjusted: true });
    }
  });

  it.each(APART)('is given back line by line', async (...lines) => {
    const ccf = await soldToTaxpayer(company, { lines });
    for (const line of lines) await noted(company, ccf, { lines: [line] });
  });

  it.each(APART)('is cancelled by our own note when it is too late for anything else', async (...lines) => {
    const late = await house.addCompany({
      file: {
        ...INVALIDATION,
        schema_generation: generation,
        windows: { direct_invalidation_business_day: 0 },
      },
    });
    const ccf = await soldToTaxpayer(late, { lines });
    const answer = await late.call('POST', `/invalidate/${ccf['document_id']}`);
    expect(answer.body).toMatchObject({ ...OUTCOMES.sealed, created_credit_memo: true });
  });

  it(`can be given back whole, ${SETTINGS.numRuns} of them`, async () => {
    const giveBack = async (lines: readonly Line[], full: boolean) => {
      const ccf = await company.post('/invoice', ccfBody({ lines }));
      expect([ccf.status, ccf.body['dte_success']], ccf.text).toEqual([200, true]);
      await noted(company, ccf.body, { lines: undefined, ...(full ? { full_adjustment: true } : {}) });
    };
    await fc.assert(fc.asyncProperty(anyLines, fc.boolean(), giveBack), SETTINGS);
  }, 900_000);
});
