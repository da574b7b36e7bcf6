import { describe, expect, it } from 'vitest';
import { jacksonPretty } from './jackson-pretty.ts';
import { hasVectors, VECTOR_NAMES, vectorText } from './vectors.ts';

describe.skipIf(!hasVectors)('against the official signer (../shared/hacienda/vectors)', () => {
  it.each(VECTOR_NAMES)('prints %s as the official signer does', (name) => {
    expect(jacksonPretty(vectorText(`${name}.input.json`))).toBe(vectorText(`${name}.payload.txt`));
  });
});

describe('numbers', () => {
  it.each([
    ['-0', '0'],
    ['12345678901234567890123', '12345678901234567890123'],
    ['1.10', '1.1'],
    ['100.00', '100.0'],
    ['0.001', '0.001'],
    ['0.0001', '1.0E-4'],
    ['12345678.91', '1.234567891E7'],
    ['9999999.5', '9999999.5'],
    ['1e7', '1.0E7'],
    ['1e2', '100.0'],
    ['-0.0', '-0.0'],
    ['0.0', '0.0'],
  ])('prints %s as %s', (json, printed) => {
    expect(jacksonPretty(json)).toBe(printed);
  });

  it('refuses a number beyond a double', () => {
    expect(() => jacksonPretty('1e400')).toThrow(RangeError);
  });
});

describe('layout', () => {
  it.each([
    ['[]', '[ ]'],
    ['{}', '{ }'],
    ['[1,2]', '[ 1, 2 ]'],
    ['[{"a":null},{"b":true}]', '[ {\n  "a" : null\n}, {\n  "b" : true\n} ]'],
    ['{"a":[{"b":[]}]}', '{\n  "a" : [ {\n    "b" : [ ]\n  } ]\n}'],
    [' { "a" : "x y" } ', '{\n  "a" : "x y"\n}'],
    ['{"2":1,"a":0,"2":3}', '{\n  "2" : 3,\n  "a" : 0\n}'],
    ['"\\u001f\\/\\u00e9\\u2028"', '"\\u001F/é\u2028"'],
  ])('prints %s', (json, printed) => {
    expect(jacksonPretty(json)).toBe(printed);
  });

  it.each(['', '{"a"}', '[1,]', '[1', '1 2', 'nul', '{"a":1,}', '@', '{1:2}'])('refuses %s', (json) => {
    expect(() => jacksonPretty(json)).toThrow();
  });
});
