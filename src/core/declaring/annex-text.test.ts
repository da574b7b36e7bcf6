import { describe, expect, it } from 'vitest';
import { annexFileName, annexLine, whyNotFileName } from './annex-text.ts';
import { ANNEXES } from './annexes.ts';

const CELLS = ['Peña é Hijos “S.A.” – 1€', '1.00'];

describe('the bytes of a line', () => {
  it('are capitals without accents, the same in every encoding', () => {
    const bytes = Buffer.from(annexLine(CELLS, 'plain'));
    expect(bytes.toString('latin1')).toBe('PENA E HIJOS  S.A.  - 1EUR;1.00\r\n');
  });

  it('are those of Windows-1252 where accents are wanted', () => {
    const bytes = annexLine(CELLS, 'windows-1252');
    expect(new TextDecoder('windows-1252').decode(bytes)).toBe('Peña é Hijos  S.A.  – 1€;1.00\r\n');
    expect(Buffer.from(annexLine(['A中'], 'windows-1252')).toString('latin1')).toBe('A\r\n');
  });
});

it('names files as the portal takes them', () => {
  for (const annex of ANNEXES)
    expect(whyNotFileName(annexFileName(annex, { year: 2026, month: 11 }))).toBe(null);
  const [first] = ANNEXES;
  expect(first && annexFileName(first, { year: 2026, month: 1 })).toBe('anexo01-2026-01.csv');
  expect(whyNotFileName('anexo01.txt')).toEqual({
    warrant: 'portal',
    message: 'Solo se permiten archivos CSV',
  });
  expect(whyNotFileName(`${'a'.repeat(22)}.csv`)).toEqual({
    warrant: 'manual',
    message: expect.stringContaining('más de 25 caracteres'),
  });
});
