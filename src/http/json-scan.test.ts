import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstFinding, MOST_ITEMS, MOST_NAMES } from './json-scan.ts';

/** What is found, with the path. */
function found(text: string): string | null {
  JSON.parse(text);
  const first = firstFinding(text);
  return first === null ? null : `${first.finding} ${first.path}`;
}

describe('a name', () => {
  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"customer":{"nit":"1","name":"x", "nit" :"2"}}', 'customer.nit'],
    ['{"lines":[{"b":1},{"b":1,"c":{},"b":2}]}', 'lines[1].b'],
    [String.raw`{"price":1,"pr\u0069ce":2}`, 'price'],
    [String.raw`{"a\"b":1,"a\"b":2}`, 'a"b'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['[{"a":{"a":{"a":1}},"a":[]}]', '[0].a'],
  ])('stands once in %s', (text, path) => {
    expect(found(text)).toBe(`duplicate_name ${path}`);
  });

  it.each([
    '{"a":"a","b":"a"}',
    '{"a":{"a":1},"b":[{"a":1},{"a":1}]}',
    '{"a":["a","a"]}',
    '{"A":1,"a":2}',
    '"a"',
  ])('may stand elsewhere again: %s', (text) => {
    expect(found(text)).toBeNull();
  });
});

describe('a number', () => {
  it.each([
    '0',
    '-1',
    '10',
    '1.10',
    '100.00',
    '0.00000001',
    '9999999999.99999',
    '9007199254740991',
    '9007199254740992',
    '123456789012345680',
    '0.10000000000000000000',
    '12345678.12345678',
    '0.0000000000000000000000001',
    '100000000000000000000000',
  ])('may be %s', (number) => {
    expect(found(`{"n":${number}}`)).toBeNull();
  });

  it.each([
    ['9007199254740993', 'inexact_number'],
    ['123456789012345678', 'inexact_number'],
    ['12345678901234567890', 'inexact_number'],
    ['1.00000000000000000001', 'inexact_number'],
    ['0.1000000000000000055511151231257827', 'inexact_number'],
    ['99999999999.99999999', 'inexact_number'],
    ['-99999999999.999999999', 'inexact_number'],
    [`1${'0'.repeat(400)}`, 'inexact_number'],
    [`0.${'0'.repeat(400)}1`, 'inexact_number'],
    ['-0', 'negative_zero'],
    ['-0.00', 'negative_zero'],
    ['1e400', 'exponent'],
    ['1e21', 'exponent'],
    ['-0e1', 'exponent'],
    ['1E-7', 'exponent'],
  ])('may not be %s', (number, finding) => {
    expect(found(`{"lines":[{"q":1},{"q":${number}}]}`)).toBe(`${finding} lines[1].q`);
  });

  it('is not seen in a text', () => {
    expect(
      found(String.raw`{"a":"1e400","1e5":"-0","c":"\"1e9","d":"\\","e":"99999999999999999999"}`),
    ).toBeNull();
  });

  it('passes where a double prints it, and only there', () => {
    const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{0,12}[1-9])?$/);
    fc.assert(
      fc.property(digits, (number) => {
        const printed = String(Number(number));
        fc.pre(!printed.includes('e'));
        expect(found(`[${number}]`) === null).toBe(printed === number);
        if (number.replace('.', '').length <= 15) expect(printed).toBe(number);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('lists and objects', () => {
  const list = (length: number) => `[${Array(length).fill('0').join(',')}]`;
  const object = (length: number) => `{${Array.from({ length }, (_, n) => `"n${n}":0`).join(',')}}`;

  it('have no more entries than any body has', () => {
    expect(found(`{"lines":${list(MOST_ITEMS)}}`)).toBeNull();
    expect(found(`{"lines":${list(MOST_ITEMS + 1)}}`)).toBe('long_list lines');
    expect(found(`{"lines":[{"x":[[],${list(MOST_ITEMS + 1)}]}]}`)).toBe('long_list lines[0].x[1]');
    expect(found(`[${object(MOST_NAMES)}]`)).toBeNull();
    expect(found(`[${object(MOST_NAMES + 1)}]`)).toBe('crowded_object [0]');
  });
});

describe('any JSON', () => {
  it('of distinct names and short numbers has nothing wrong', () => {
    const value = fc.jsonValue({ maxDepth: 5 });
    const numbers = /[eE][+-]\d|-0(?![.\d])|\d{16}|[\d.]{17}/;
    fc.assert(
      fc.property(value, (json) => {
        const text = JSON.stringify(json, (_key, inner) =>
          typeof inner === 'number' ? Math.trunc(inner) % 1000 : inner,
        );
        fc.pre(!numbers.test(text));
        expect(found(text)).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  it('takes linear time, whatever it is', () => {
    const hostile = [
      `[${'"\\\\",'.repeat(1999)}1]`,
      `["${'\\"'.repeat(2_000_000)}"]`,
      `[${'9'.repeat(4_000_000)}]`,
      `[0.${'1'.repeat(4_000_000)}]`,
      `{${Array.from({ length: 99 }, (_, n) => `"${'x'.repeat(40_000)}${n}":1`).join(',')}}`,
    ];
    const started = performance.now();
    for (const text of hostile) firstFinding(text);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
