import { NO_CLASSES } from '../../src/core/declaring/given-class.ts';

/** The second closing of January 2026, of whose files nothing is told. */
export const CLOSING = {
  closingId: 'x',
  period: { year: 2026, month: 1 },
  version: 2,
  closedMs: Date.UTC(2026, 1, 3, 12),
  by: 'clave 1',
  criteria: {
    notesAreNegative: false,
    exportsWithFreight: false,
    codesWithoutHyphens: false,
    encoding: 'plain',
    classes: NO_CLASSES,
  },
  files: [],
} as const;
