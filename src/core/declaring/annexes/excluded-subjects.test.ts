import { expect, it } from 'vitest';
import { declaredDocument } from '../../../../test/support/declared-document.ts';
import { EXCLUDED_SUBJECTS, excludedSubjectsLine } from './excluded-subjects.ts';

const NOVEMBER = { period: { year: 2026, month: 11 }, notesAreNegative: false };

function line(counterparty: Parameters<typeof declaredDocument>[0] = {}): readonly string[] {
  const document = declaredDocument({
    tipoDte: '14',
    amounts: { purchased: '150', incomeTaxWithheld: '15' },
    ...counterparty,
  });
  return excludedSubjectsLine(document, NOVEMBER);
}

it('has the seal, then the code, and what was bought before income tax', () => {
  const cells = line({ counterparty: { nombre: 'Ana', dui: '012345678' } });
  expect(cells).toEqual([
    '2',
    '012345678',
    'Ana',
    '05/11/2026',
    '20261'.padEnd(40, '0'),
    expect.stringMatching(/^[A-F0-9]{32}$/),
    '150.00',
    '0.00',
    '1',
    '2',
    '2',
    '2',
    '5',
  ]);
  expect(EXCLUDED_SUBJECTS.findingsOf(cells, NOVEMBER)).toEqual([]);
});

it('tells NIT, DUI and other documents apart', () => {
  const begin = (party: Parameters<typeof declaredDocument>[0]) => line(party).slice(0, 2);
  expect(begin({ counterparty: { nit: '06141501901010' } })).toEqual(['1', '06141501901010']);
  expect(begin({ counterparty: { other: 'AB-1234567890123' } })).toEqual(['3', 'AB123456789012']);
});

it('holds the length of the number against its kind', () => {
  const cells = line({ counterparty: { dui: '012345678' } });
  expect(EXCLUDED_SUBJECTS.findingsOf(cells.with(0, '1'), NOVEMBER)).toMatchObject([{ column: 'B' }]);
  expect(EXCLUDED_SUBJECTS.findingsOf(cells.with(0, '3'), NOVEMBER)).toEqual([]);
});

it('holds the four codes of income tax against the table of the manual', () => {
  const cells = line({ counterparty: { dui: '012345678' } });
  expect(EXCLUDED_SUBJECTS.findingsOf(cells.with(11, '4'), NOVEMBER)).toMatchObject([{ column: 'L' }]);
  expect(EXCLUDED_SUBJECTS.findingsOf(cells.with(9, '1').with(11, '4'), NOVEMBER)).toEqual([]);
});

it('asks for no codes of income tax before February 2024', () => {
  const document = declaredDocument({
    tipoDte: '14',
    fecEmi: '2024-01-05',
    counterparty: { dui: '012345678' },
  });
  const january = { period: { year: 2024, month: 1 }, notesAreNegative: false };
  const cells = excludedSubjectsLine(document, january);
  expect(cells.slice(8, 12)).toEqual(['0', '0', '0', '0']);
  expect(EXCLUDED_SUBJECTS.findingsOf(cells, january)).toEqual([]);
});
