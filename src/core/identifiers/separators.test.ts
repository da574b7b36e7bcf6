import { expect, it } from 'vitest';
import { withoutSeparators } from './separators.ts';

it('removes hyphens, blanks and no-break spaces, and nothing else', () => {
  expect(withoutSeparators(' 0614-010190\u00a0001-8 ')).toBe('06140101900018');
  expect(withoutSeparators('06.14_01\t0190\n')).toBe('06.14_01\t0190\n');
  expect(withoutSeparators('--- ')).toBe('');
});
