import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonText } from './json-text.ts';

describe('readJsonText', () => {
  it('reads whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 2), (value, indentation) => {
        const text = JSON.stringify(value, null, indentation);
        expect(readJsonText(text)).toMatchObject({ kind: 'json', value: JSON.parse(text) });
      }),
    );
  });

  it('agrees with JSON.parse about what is no JSON', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"',
      '1',
      '01',
      '-',
      'true',
      'nul',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        expect(readJsonText(text).kind).toBe(parses ? 'json' : 'mistake');
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['', 1, 1, 'the file ends too early'],
    ['{\n  "a": 1,\n}', 3, 1, 'a field name in quotation marks is expected here'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or } is expected here'],
    ['{"a": tru}', 1, 7, 'a value is expected here'],
    ['{"a" 1}', 1, 6, 'a colon is expected here'],
    ["{'a': 1}", 1, 2, 'a field name in quotation marks is expected here'],
    ['[1 2]', 1, 4, 'a comma or ] is expected here'],
    ['[1,', 1, 4, 'the file ends too early'],
    ['{"a": "x', 1, 7, 'a text begins here and has no closing quotation mark'],
    [
      '{"a": "x\ny"}',
      1,
      7,
      'a text begins here that holds a line break, a control character or a wrong \\ escape',
    ],
    [
      '{"a": "\\q"}',
      1,
      7,
      'a text begins here that holds a line break, a control character or a wrong \\ escape',
    ],
    ['{} {}', 1, 4, 'something follows the end of the value'],
    ['['.repeat(70), 1, 66, 'it is nested too deeply'],
  ])('says where %j is wrong', (...[text, line, column, reason]) => {
    expect(readJsonText(text)).toEqual({ kind: 'mistake', line, column, reason });
  });

  it('names members that stand twice in one object', () => {
    const reading = readJsonText('{"a": 1, "b": [{"c": 1, "d": {}, "c": 2}], "a": 2, "e": {"a": 1}}');
    expect(reading).toMatchObject({ kind: 'json', repeated: ['b[0].c', 'a'] });
  });
});
