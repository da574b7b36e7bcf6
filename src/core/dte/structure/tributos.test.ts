import { describe, expect, it } from 'vitest';
import { foundBy, placesFoundBy } from '../../../../test/structure/found-by.ts';
import { oneOf } from './shape.ts';
import { lineTributos, tributosV1, tributosV2 } from './tributos.ts';

const TAX = { codigo: '20', descripcion: 'Impuesto al Valor Agregado 13%', valor: 0.13 };

describe('the taxes of a line', () => {
  it('are codes of two characters, each once', () => {
    expect(foundBy(lineTributos, null)).toEqual([]);
    expect(foundBy(lineTributos, ['20', 'C3'])).toEqual([]);
    expect(placesFoundBy(lineTributos, ['20', '20'])).toEqual(['#/1']);
    expect(placesFoundBy(lineTributos, ['2', 'C33'])).toEqual(['#/0', '#/1']);
    expect(placesFoundBy(lineTributos, [])).toEqual(['#']);
  });
});

describe('the taxes of the summary', () => {
  it('may be an empty list, but never one twice', () => {
    expect(foundBy(tributosV2, [])).toEqual([]);
    expect(placesFoundBy(tributosV2, [TAX, TAX])).toEqual(['#/1']);
    expect(foundBy(tributosV2, [TAX, { ...TAX, valor: 0.14 }])).toEqual([]);
  });

  it('have a description as long as the generation admits', () => {
    const v1 = tributosV1(oneOf('20'));
    const described = (length: number) => [{ ...TAX, descripcion: 'x'.repeat(length) }];
    for (const length of [2, 150]) expect(foundBy(v1, described(length))).toEqual([]);
    for (const length of [1, 151]) expect(placesFoundBy(v1, described(length))).toEqual(['#/0/descripcion']);
    for (const length of [1, 300]) expect(foundBy(tributosV2, described(length))).toEqual([]);
    for (const length of [0, 301])
      expect(placesFoundBy(tributosV2, described(length))).toEqual(['#/0/descripcion']);
    expect(placesFoundBy(v1, [{ ...TAX, codigo: 'C3' }])).toEqual(['#/0/codigo']);
  });
});
