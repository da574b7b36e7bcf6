import { describe, expect, it } from 'vitest';
import { amountIn, objectIn, objectsIn, readDte, textIn, textOrNullIn } from './read-dte.ts';

const DOCUMENT = readDte(
  '{"resumen":{"total":12345678901.12345678,"nombre":"Ana","nada":null},"lineas":[{"n":0.1}],"sin":null}',
);
const RESUMEN = objectIn(DOCUMENT, 'resumen');

describe('reading a document of ours', () => {
  it('keeps every digit', () => {
    expect(amountIn(RESUMEN, 'total')).toBe(1_234_567_890_112_345_678n);
    expect(objectsIn(DOCUMENT, 'lineas').map((line) => amountIn(line, 'n'))).toEqual([10_000_000n]);
  });

  it('finds texts and lists, and what may be missing', () => {
    expect(textIn(RESUMEN, 'nombre')).toBe('Ana');
    expect([textOrNullIn(RESUMEN, 'nada'), textOrNullIn(RESUMEN, 'otra')]).toEqual([null, null]);
    expect(objectsIn(DOCUMENT, 'sin')).toEqual([]);
  });

  it.each([
    ['no object', () => readDte('[]')],
    ['a number with an exponent', () => readDte('{"a":1e3}')],
    ['a text for an object', () => objectIn(RESUMEN, 'nombre')],
    ['a text for a list', () => objectsIn(RESUMEN, 'nombre')],
    ['a list of texts', () => objectsIn(readDte('{"a":["b"]}'), 'a')],
    ['a number for a text', () => textIn(RESUMEN, 'total')],
    ['no text', () => textIn(RESUMEN, 'nada')],
    ['a text for an amount', () => amountIn(RESUMEN, 'nombre')],
  ])('refuses %s', (_, read) => {
    expect(read).toThrow(TypeError);
  });
});
