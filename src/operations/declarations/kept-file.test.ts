import { expect, it } from 'vitest';
import { NO_CLASSES } from '../../core/declaring/given-class.ts';
import { USUAL_CRITERIA } from './criteria-words.ts';
import { closingWith, versionsAt } from './kept-file.ts';
import type { Closing } from './month-ports.ts';

const FIRST: Closing = {
  closingId: 'uno',
  period: { year: 2026, month: 11 },
  version: 1,
  closedMs: 0,
  by: 'Ana',
  criteria: { ...USUAL_CRITERIA, classes: NO_CLASSES },
  files: [{ name: 'anexo01-2026-11.csv', bytes: 3, sha256: 'ab' }],
};
const CLOSINGS = [{ ...FIRST, closingId: 'dos', version: 2, files: [] }, FIRST];

it('is found by its version and its name, and nothing by half of them', () => {
  const name = 'anexo01-2026-11.csv';
  expect(closingWith(CLOSINGS, { version: '1', name })).toBe(FIRST);
  for (const asked of [
    { version: '2', name },
    { version: '1', name: 'x.csv' },
    { version: '01', name },
    { version: '', name },
  ])
    expect(closingWith(CLOSINGS, asked)).toBe(null);
});

it('is compared with the version before it, and the first with none', () => {
  const [second, first] = CLOSINGS;
  expect(versionsAt(CLOSINGS, '2')).toEqual({ former: first, closing: second });
  for (const version of ['1', '3', '02', '']) expect(versionsAt(CLOSINGS, version)).toBe(null);
});
