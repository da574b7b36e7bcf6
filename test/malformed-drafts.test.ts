import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Drafting } from '../src/core/drafting/order.ts';
import { structureProblems } from '../src/core/dte/structure/check.ts';
import { sampleCompanies } from './oracle/companies.ts';
import { DOCUMENT_KINDS } from './structure/document-kinds.ts';
import { anyDrafting, documentOf } from './structure/drafts.ts';
import { seedOfThisRun } from './support/this-half.ts';

const SEED = seedOfThisRun(20_261_201);
const ORDERS = Number(process.env['TEST_ORDERS'] ?? 500);
const COMPANIES = 20;
const TIMEOUT_MS = 60_000 + 20 * ORDERS;

const RECIPIENT_EMAIL = /^#\/(receptor|sujetoExcluido)\/correo$/;

describe.each(DOCUMENT_KINDS)('1,000 orders of type $tipoDte ($generation), right and wrong', (kind) => {
  it(
    'are drafted well or refused, and never malformed',
    () => {
      const seen = { drafts: 0, refusals: 0, emails: 0 };
      // A malformed document is thrown, and whatever is thrown fails the property.
      const check = (draft: () => Drafting) => {
        const drafted = draft();
        if (drafted.kind === 'problems') {
          expect(drafted.problems.length).toBeGreaterThan(0);
          seen.refusals += 1;
          return;
        }
        seen.drafts += 1;
        const found = structureProblems(kind.tipoDte, kind.generation, documentOf(kind, drafted));
        expect(found.filter(({ path }) => !RECIPIENT_EMAIL.test(path))).toEqual([]);
        seen.emails += found.length;
      };
      const companies = sampleCompanies(kind.generation, { seed: SEED, count: COMPANIES });
      const draftings = anyDrafting(kind, companies);
      fc.assert(fc.property(draftings, check), { seed: SEED, numRuns: ORDERS });
      expect(seen.drafts).toBeGreaterThan(ORDERS / 4);
      expect(seen.refusals).toBeGreaterThan(ORDERS / 50);
      if (kind.generation === 'v1') expect(seen.emails).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
