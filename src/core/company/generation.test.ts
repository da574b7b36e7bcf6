import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import type { GenerationEntry } from './company.ts';
import { everIssuesV2, generationAt } from './generation.ts';

const CHANGE_MS = Date.parse('2026-12-01T00:00:00-06:00');
const BACK_MS = Date.parse('2026-12-03T00:00:00-06:00');

function companyWith(entries: readonly GenerationEntry[]) {
  const company = exampleCompany();
  return { ...company, generations: { ...company.generations, '03': entries } };
}

describe('generationAt', () => {
  it('is the one that holds since always', () => {
    const company = companyWith([{ generation: 'v1', fromMs: null }]);
    expect(generationAt(company, '03', 0)).toBe('v1');
    expect(generationAt(company, '01', 0)).toBe('v2');
  });

  it('changes at the instant itself, not a millisecond before', () => {
    const company = companyWith([
      { generation: 'v1', fromMs: null },
      { generation: 'v2', fromMs: CHANGE_MS },
      { generation: 'v1', fromMs: BACK_MS },
    ]);
    const at = [CHANGE_MS - 1, CHANGE_MS, BACK_MS - 1, BACK_MS].map((now) =>
      generationAt(company, '03', now),
    );
    expect(at).toEqual(['v1', 'v2', 'v2', 'v1']);
  });

  it('throws where nothing holds since always, which a parsed file cannot produce', () => {
    expect(() => generationAt(companyWith([{ generation: 'v2', fromMs: CHANGE_MS }]), '03', 0)).toThrow(
      RangeError,
    );
    expect(() => generationAt(companyWith([]), '03', 0)).toThrow(RangeError);
  });
});

describe('everIssuesV2', () => {
  it('sees one type and one future entry', () => {
    const v1: readonly GenerationEntry[] = [{ generation: 'v1', fromMs: null }];
    const allV1 = { '01': v1, '03': v1, '05': v1, '11': v1, '14': v1 };
    expect(everIssuesV2(allV1)).toBe(false);
    expect(everIssuesV2({ ...allV1, '14': [...v1, { generation: 'v2', fromMs: CHANGE_MS }] })).toBe(true);
  });
});
