import { describe, expect, it } from 'vitest';
import { changedInWords, readReconciliation, reconciledInWords } from './reconciled-month.ts';
import type { MonthReconciliation } from './reconciliation-ports.ts';

const ENDED: MonthReconciliation = {
  reconciliationId: 'r1',
  begunMs: 0,
  by: 'Ana',
  movedMs: Date.UTC(2026, 10, 23, 20),
  endedMs: Date.UTC(2026, 10, 23, 21, 5, 9),
  stopped: null,
  documents: 120,
  total: 120,
  found: { only_here: 1, only_there: 2, different: 3, unanswered: 4 },
};
const OPEN: MonthReconciliation = { ...ENDED, endedMs: null, documents: 40 };

describe('how a month was compared', () => {
  const month = { companyId: 'a', ambiente: '00', period: { year: 2026, month: 11 } } as const;
  const ended = { ...ENDED, reconciliationId: 'r2' };
  it.each([
    [null, null, null],
    [null, OPEN, 'r1'],
    [ended, OPEN, 'r2'],
    [ended, null, 'r2'],
  ])('is told by what has ended before what goes on', async (last, open, id) => {
    const asked: string[] = [];
    const reader = {
      ofMonth: async () => ({ ended: last, open, changed: 0 }),
      found: async (_companyId: string, reconciliationId: string) => {
        asked.push(reconciliationId);
        return [];
      },
    };
    const read = await readReconciliation(reader, month, { after: '0', limit: 1 });
    expect([read.told?.reconciliationId ?? null, asked]).toEqual([id, id === null ? [] : [id]]);
  });
});

describe('when a month was compared, in words', () => {
  it.each([
    ['Nunca', null, null],
    ['Sin terminar: 23/11/2026 14:00:00, 40 de 120 documentos', null, OPEN],
    [
      'Sin terminar: 23/11/2026 14:00:00, 40 de 120 documentos. Hacienda no responde.',
      null,
      { ...OPEN, stopped: 'Hacienda no responde.' },
    ],
    [
      '23/11/2026 15:05:09: 120 documentos; 1 solo aquí, 2 solo en Hacienda, 3 distintos, 4 sin respuesta. Desde entonces no cambió ningún documento del mes, ni de uno anterior que este reste.',
      ENDED,
      null,
    ],
    [
      '23/11/2026 15:05:09: 120 documentos; 1 solo aquí, 2 solo en Hacienda, 3 distintos, 4 sin respuesta. Desde entonces no cambió ningún documento del mes, ni de uno anterior que este reste. Otra, sin terminar: 23/11/2026 14:00:00, 40 de 120 documentos',
      ENDED,
      OPEN,
    ],
  ])('%s', (words, ended, open) => expect(reconciledInWords({ ended, open, changed: 0 })).toBe(words));
});

it('says when a month must be compared again', () => {
  expect(changedInWords(1)).toContain(
    'cambió 1 documento del mes, o de uno anterior que este resta: concilie',
  );
  expect(reconciledInWords({ ended: ENDED, open: null, changed: 7 })).toMatch(
    /sin respuesta\. Desde entonces cambiaron 7 documentos del mes, .*: concilie otra vez\.$/,
  );
});
