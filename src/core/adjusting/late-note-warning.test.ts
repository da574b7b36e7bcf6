import { expect, it } from 'vitest';
import { lateNoteWarning } from './late-note-warning.ts';

const CCF_MS = Date.UTC(2026, 7, 20, 16);

it.for([
  ['on the last day, to the last millisecond', Date.UTC(2026, 10, 21, 6) - 1, false],
  ['a millisecond later', Date.UTC(2026, 10, 21, 6), true],
] as const)('of a note issued %s', ([, noteMs, isLate]) => {
  const warning = lateNoteWarning(noteMs, CCF_MS);
  expect(warning).toEqual(isLate ? expect.stringContaining('tres meses') : null);
});
