import { describe, expect, it } from 'vitest';
import { type Ink, joined, widthOf, wrap } from './measure.ts';

const INK: Ink = { face: 'text', size: 10 };
const CODE: Ink = { face: 'code', size: 10 };

describe('wrap', () => {
  it('breaks at blanks, and no line is too wide', () => {
    const text = 'Varilla corrugada de 3/8 de pulgada, de seis metros de largo';
    const lines = wrap(text, INK, 100);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join(' ')).toBe(text);
    for (const line of lines) expect(widthOf(line, INK)).toBeLessThanOrEqual(100);
  });

  it('breaks a word that is too wide and loses none of it', () => {
    const word = 'A'.repeat(1000);
    const lines = wrap(`ab ${word} cd`, INK, 90);
    expect(lines.join('').replaceAll(' ', '')).toBe(`ab${word}cd`);
    for (const line of lines) expect(widthOf(line, INK)).toBeLessThanOrEqual(90);
  });

  it('breaks codes and addresses after the signs that join them', () => {
    expect(wrap('AB12CD34-0000-4000-8000-000000000001', CODE, 170)).toEqual([
      'AB12CD34-0000-4000-8000-',
      '000000000001',
    ]);
  });

  it('keeps line feeds and drops empty lines', () => {
    expect(wrap('uno\n\n\n dos  tres \n', INK, 200)).toEqual(['uno', 'dos tres']);
    expect(wrap('', INK, 200)).toEqual([]);
  });

  it('puts at least one character on a line, however narrow', () => {
    expect(wrap('WW', INK, 1)).toEqual(['W', 'W']);
  });
});

describe('widthOf', () => {
  it('adds characters up and grows with the size', () => {
    expect(widthOf('0000', CODE)).toBeCloseTo(24, 6);
    expect(widthOf('1.1', INK)).toBeCloseTo(widthOf('8.8', INK), 6);
    expect(widthOf('abc', { face: 'strong', size: 20 })).toBeCloseTo(
      2 * widthOf('abc', { face: 'strong', size: 10 }),
      6,
    );
  });
});

describe('joined', () => {
  it('puts as many texts on a line as there is room for, in their order', () => {
    expect(joined(['NIT: 1', 'NRC: 2', 'Correo: 3'], CODE, 100)).toEqual(['NIT: 1 · NRC: 2', 'Correo: 3']);
  });

  it('breaks none and loses none', () => {
    expect(joined(['a', 'x'.repeat(50), 'b', 'c'], CODE, 100)).toEqual(['a', 'x'.repeat(50), 'b · c']);
    expect(joined([], CODE, 100)).toEqual([]);
  });
});
