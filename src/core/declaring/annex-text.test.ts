import { describe, expect, it } from 'vitest';
import { annexFileName, annexLine, annexLinesOf, whyNotFileName } from './annex-text.ts';
import { ANNEXES } from './annexes.ts';

const CELLS = ['Peña é Hijos “S.A.” – 1€', '1.00'];

describe('the bytes of a line', () => {
  it('are capitals without accents, the same in every encoding', () => {
    const bytes = Buffer.from(annexLine(CELLS, 'plain'));
    expect(bytes.toString('latin1')).toBe('PENA E HIJOS ?S.A.? - 1?;1.00\r\n');
    expect(annexLinesOf(bytes)).toEqual({ lines: [bytes.toString('utf8').trimEnd()], faults: [] });
  });

  it('are those of Windows-1252 where accents are wanted', () => {
    const bytes = annexLine(CELLS, 'windows-1252');
    expect(new TextDecoder('windows-1252').decode(bytes)).toBe('Peña é Hijos “S.A.” – 1€;1.00\r\n');
    expect(annexLinesOf(bytes)).toEqual({ lines: ['Peña é Hijos “S.A.” – 1€;1.00'], faults: [] });
    expect(Buffer.from(annexLine(['中'], 'windows-1252')).toString('latin1')).toBe('?\r\n');
  });
});

it('reads UTF-8 of other programs, with its mark', () => {
  expect(annexLinesOf(Buffer.from('\uFEFFPeña\r\n')).lines).toEqual(['\uFEFFPeña']);
});

it('names files as the portal takes them', () => {
  for (const annex of ANNEXES)
    expect(whyNotFileName(annexFileName(annex, { year: 2026, month: 11 }))).toBe(null);
  const [first] = ANNEXES;
  expect(first && annexFileName(first, { year: 2026, month: 1 })).toBe('anexo01-2026-01.csv');
  expect(whyNotFileName('anexo01.txt')).toBe('Solo se permiten archivos CSV');
  expect(whyNotFileName(`${'a'.repeat(22)}.csv`)).toContain('más de 25 caracteres');
});

it('says what is wrong with the bytes of a file', () => {
  const linesOfFaults = (text: string, encoding: 'utf8' | 'latin1' = 'latin1') =>
    annexLinesOf(Buffer.from(text, encoding)).faults.map(({ line }) => line);
  expect(linesOfFaults('a\r\nb\r\n')).toEqual([]);
  expect(linesOfFaults('a\r\nb\n')).toEqual([2]);
  expect(linesOfFaults('a\rb')).toEqual([1, 2]);
  expect(linesOfFaults('Peña\r\n')).toEqual([]);
  expect(linesOfFaults('Peña\r\n', 'utf8')).toEqual([0]);
});

it('takes letters of Windows-1252 for what they are, also where they happen to be UTF-8', () => {
  expect(annexLinesOf(Buffer.from('Ü°\r\n', 'latin1'))).toEqual({ lines: ['Ü°'], faults: [] });
});
