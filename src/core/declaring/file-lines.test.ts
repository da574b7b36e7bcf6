import { describe, expect, it } from 'vitest';
import { annexLine } from './annex-text.ts';
import { FileLines, linesOfText } from './file-lines.ts';

/** The bytes taken apart, so many at a time. */
function taken(bytes: Uint8Array, step = bytes.length || 1) {
  const file = new FileLines();
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += step) lines.push(...file.push(bytes.subarray(at, at + step)));
  lines.push(...file.end());
  return { lines, findings: file.findings() };
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('the lines of a file', () => {
  it('are those that were written, however the bytes come', () => {
    const text = ['uno;1.00', 'Peña é Hijos;2.00', '', 'último;3.00'].map((line) => `${line}\r\n`).join('');
    for (const bytes of [latin1(text), latin1(text.trimEnd()), latin1('a\rb\n\nc\r'), latin1('')])
      for (const step of [1, 2, 3, 7, 50]) expect(taken(bytes, step)).toEqual(taken(bytes));
    expect(taken(latin1(text))).toEqual({
      lines: ['uno;1.00', 'Peña é Hijos;2.00', '', 'último;3.00'],
      findings: [],
    });
  });

  it('are read in the encoding that the annexes are written in', () => {
    const cells = ['Peña é Hijos “S.A.” – 1€', '1.00'];
    expect(taken(annexLine(cells, 'plain'))).toEqual({
      lines: ['PENA E HIJOS  S.A.  - 1EUR;1.00'],
      findings: [],
    });
    expect(taken(annexLine(cells, 'windows-1252'))).toEqual({
      lines: ['Peña é Hijos  S.A.  – 1€;1.00'],
      findings: [],
    });
  });

  it('are read in the UTF-8 of other programs, with its mark', () => {
    expect(taken(Buffer.from('\uFEFFPeña\r\n')).lines).toEqual(['\uFEFFPeña']);
  });

  it('may have letters of Windows-1252 that happen to be UTF-8', () => {
    expect(taken(latin1('Ü°\r\n'))).toEqual({ lines: ['Ü°'], findings: [] });
  });

  it('end where they are longer than any of an annex', () => {
    const { lines } = taken(latin1('a'.repeat(150_000)), 1_000);
    expect(lines.map(({ length }) => length)).toEqual([65_536, 65_536, 18_928]);
    const pasted = linesOfText(`a\r\n\n${'b'.repeat(70_000)}\r`);
    expect(pasted.map(({ length }) => length)).toEqual([1, 0, 65_536, 4_464]);
  });

  it.each([
    ['a\r\nb\r\n', 'latin1', []],
    ['a\r\nb\n', 'latin1', [2]],
    ['a\rb', 'latin1', [1, 2]],
    ['a\r', 'latin1', [1]],
    ['', 'latin1', []],
    ['Peña\r\n', 'latin1', []],
    ['Peña\r\n', 'utf8', [0]],
  ] as const)('say what is wrong with their bytes: %j in %s', (text, encoding, faults) => {
    expect(taken(Buffer.from(text, encoding)).findings.map(({ line }) => line)).toEqual(faults);
  });
});
