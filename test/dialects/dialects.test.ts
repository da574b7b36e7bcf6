import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleCompanies } from '../oracle/companies.ts';
import { anyBusiness, type Business, draftBusiness } from '../oracle/generated-documents.ts';
import { DOCUMENT_KINDS } from '../structure/document-kinds.ts';
import { seededRandom } from '../structure/random.ts';
import { DIALECTS, written } from './dialects.ts';
import { askable, plainBody } from './plain-body.ts';
import { readBusiness } from './read-business.ts';

/** Every failure prints this seed and the smallest sale that fails; the same seed makes the same payloads. */
const SEED = Number(process.env['TEST_SEED'] ?? 20_261_201);
/** Three payloads each; with `SELLO_LONG=1` more than 20,000 in all. */
const SALES_A_KIND = process.env['SELLO_LONG'] === '1' ? 700 : 40;
const COMPANIES = 20;
const TIMEOUT_MS = 900_000;

describe.each(DOCUMENT_KINDS)(
  `${SALES_A_KIND} sales of type $tipoDte in $generation, each in three languages`,
  (kind) => {
    const { generation } = kind;
    const companies = sampleCompanies(generation, { seed: SEED, count: COMPANIES });
    const sale = fc.tuple(anyBusiness(companies, kind).map(askable), fc.nat());
    const textOf = (business: Business) => {
      const draft = draftBusiness(business, generation);
      return draft.kind === 'problems' ? draft.problems : [draft.text, draft.summary];
    };

    it(
      'become the same bytes as the plain ones',
      () => {
        fc.assert(
          fc.property(sale, ([business, seed]) => {
            const body = plainBody(business);
            const plain = readBusiness(JSON.stringify(body), business);
            const document = textOf(plain);
            expect(document).toEqual(textOf(business));
            for (const dialect of DIALECTS) {
              const payload = written(body, dialect, seededRandom(seed));
              const read = readBusiness(payload, business);
              expect(read, `${dialect.name}: ${payload.slice(0, 2000)}`).toEqual(plain);
              expect(textOf(read)).toEqual(document);
            }
          }),
          { seed: SEED, numRuns: SALES_A_KIND },
        );
      },
      TIMEOUT_MS,
    );
  },
);

it('are written in forms that a plain body never has', () => {
  const body = { customer: null, lines: [{ quantity: 0.1, unit_price: 10, code: null }], period: 2 };
  const all = DIALECTS.map((dialect) =>
    Array.from({ length: 200 }, (_, seed) => written(body, dialect, seededRandom(seed))).join('\n'),
  );
  const [php = '', java = '', python = ''] = all;
  for (const form of ['"customer":[]', '"customer":""', '"0.10', '"period":"2"', '"vendedor_id":null'])
    expect(php).toContain(form);
  for (const form of ['1.0E-1', '1E1', '0.1000000000000000055511151231257827', '"period":2.0E0'])
    expect(java).toContain(form);
  for (const form of ['0.10000000000000002', '10.000000000000002', '10.0', '"customer":null'])
    expect(python).toContain(form);
});
