import { describe, expect, it } from 'vitest';
import { foundBy, placesFoundBy } from '../../../../test/structure/found-by.ts';
import { apendice, FREE, NOT_EMPTY, SPEAKING } from './apendice.ts';

const ENTRY = { campo: 'ruta', etiqueta: 'Ruta', valor: 'Occidente' };
const EMPTY = { campo: '', etiqueta: '', valor: '' };
const SHORT = { campo: 'r', etiqueta: 'R', valor: 'O' };

describe('the appendix', () => {
  it.each([FREE, NOT_EMPTY, SPEAKING])('is null or has one to ten entries (%j)', (minimum) => {
    const shape = apendice(minimum);
    expect(foundBy(shape, null)).toEqual([]);
    expect(foundBy(shape, Array(10).fill(ENTRY))).toEqual([]);
    expect(foundBy(shape, [])).toEqual(['# must have at least 1 entries']);
    expect(foundBy(shape, Array(11).fill(ENTRY))).toEqual(['# must have at most 10 entries']);
  });

  it('has texts as short as the type admits', () => {
    const all = ['#/0/campo', '#/0/etiqueta', '#/0/valor'];
    expect(placesFoundBy(apendice(FREE), [EMPTY])).toEqual([]);
    expect(placesFoundBy(apendice(NOT_EMPTY), [EMPTY])).toEqual(all);
    expect(placesFoundBy(apendice(NOT_EMPTY), [SHORT])).toEqual([]);
    expect(placesFoundBy(apendice(SPEAKING), [SHORT])).toEqual(['#/0/campo', '#/0/etiqueta']);
  });

  it('has texts of 25, 50 and 150 characters at most', () => {
    const widest = { campo: 'x'.repeat(25), etiqueta: 'x'.repeat(50), valor: 'x'.repeat(150) };
    expect(foundBy(apendice(FREE), [widest])).toEqual([]);
    const wider = { campo: `${widest.campo}x`, etiqueta: `${widest.etiqueta}x`, valor: `${widest.valor}x` };
    expect(placesFoundBy(apendice(FREE), [wider])).toEqual(['#/0/campo', '#/0/etiqueta', '#/0/valor']);
  });
});
