import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalSentences } from '../../tools/docs/refusals.ts';
import { sampleCompanies } from '../oracle/companies.ts';
import { DOCUMENT_KINDS } from '../structure/document-kinds.ts';
import { anyDrafting } from '../structure/drafts.ts';

const SEED = 20_261_201;
const ORDERS = 400;

/** The listed sentences as patterns: `{}` stands for any value. */
const LISTED = refusalSentences().map(({ text }) => {
  const literal = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll('{}', '[^]*');
  return new RegExp(`^${literal}$`, 'i');
});

function listed(message: string): boolean {
  return LISTED.some((pattern) => pattern.test(message));
}

describe('every refusal of an order', () => {
  it.each(DOCUMENT_KINDS)('of type $tipoDte ($generation) is in the list, and names a field', (kind) => {
    const companies = sampleCompanies(kind.generation, { seed: SEED, count: 5 });
    let problems = 0;
    fc.assert(
      fc.property(anyDrafting(kind, companies), (draft) => {
        const drafted = draft();
        if (drafted.kind !== 'problems') return;
        for (const { path, message } of drafted.problems) {
          problems += 1;
          expect(listed(message), message).toBe(true);
          expect(path, message).toMatch(/^[a-z]/);
        }
      }),
      { seed: SEED, numRuns: ORDERS },
    );
    expect(problems).toBeGreaterThan(20);
  });

  it('is not taken for listed when it is not', () => {
    expect(listed('esto no lo dice nadie.')).toBe(false);
  });
});
