import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_ITEMS, MOST_NAMES, parseJsonObject, scanJson } from './read-json.ts';

/** What is found first, with the path. */
function found(text: string): string | null {
  JSON.parse(text);
  const {
    mistake,
    found: [first],
  } = scanJson(text);
  expect(mistake).toBeNull();
  return first === undefined ? null : `${first.finding} ${first.path}`;
}

/** Whether JSON.parse takes a text. */
function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('a text', () => {
  const pieces = ['{', '}', '[', ']', ':', ',', '"a"', '"', '1', '01', '-', '1.', '2e', '.5', 'true', 'nul'];
  const inTexts = ['\\', '\\n', '\\u', '\\u00e9', '\\q', '\n', '\u0000', 'ñ', '\u00a0', '\ufeff', ' ', '\t'];

  it('is JSON where JSON.parse says so', () => {
    const part = fc.constantFrom(...pieces, ...inTexts);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        const text = parts.join('');
        expect(scanJson(text).mistake === null).toBe(parses(text));
      }),
      { numRuns: 20_000 },
    );
  });

  it('of which a character is lost, doubled or another is JSON where JSON.parse says so', () => {
    const change = fc.record({
      json: fc.json({ maxDepth: 4 }),
      at: fc.nat(),
      by: fc.constantFrom('', ...pieces, ...inTexts),
    });
    fc.assert(
      fc.property(change, fc.integer({ min: 0, max: 1 }), ({ json, at, by }, lost) => {
        const place = at % json.length;
        const text = `${json.slice(0, place)}${by}${json.slice(place + lost)}`;
        expect(scanJson(text).mistake === null).toBe(parses(text));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['', 0, 'ends_early'],
    ['{"a": 1,}', 8, 'no_name'],
    ['{"a": 1 "b": 2}', 8, 'no_comma_in_object'],
    ['{"a": tru}', 6, 'no_value'],
    ['{"a" 1}', 5, 'no_colon'],
    ["{'a': 1}", 1, 'no_name'],
    ['[1 2]', 3, 'no_comma_in_list'],
    ['[01]', 2, 'no_comma_in_list'],
    ['[1,', 3, 'ends_early'],
    ['{"a": "x', 6, 'open_text'],
    ['{"a": "x\ny"}', 8, 'broken_text'],
    ['{"a": "\\q"}', 7, 'broken_text'],
    ['{} {}', 3, 'more_follows'],
    ['['.repeat(70), 32, 'too_deep'],
  ])('%j stops being JSON at %i: %s', (text, at, fault) => {
    expect(scanJson(text).mistake).toEqual({ at, fault });
  });
});

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

describe('names', () => {
  it('that stand twice are all told', () => {
    const { found: all } = scanJson('{"a": 1, "b": [{"c": 1, "d": {}, "c": 2}], "a": 2, "e": {"a": 1}}');
    expect(all.map(({ path }) => path)).toEqual(['b[0].c', 'a']);
  });
});

describe('a number', () => {
  const kept = (text: string) => Object.fromEntries(scanJson(text).numbers);

  it.each(['0', '-1', '-0', '10', '1.10', '0.00000001', '9999999999.9999', '123456789012345'])(
    'is a double where it is %s',
    (number) => {
      expect(kept(`{"n":${number}}`)).toEqual({});
    },
  );

  it.each([
    '9007199254740993',
    '3.3333333333333335',
    '99999999999.99999999',
    '0.1000000000000000055511151231257827',
    `1${'0'.repeat(400)}`,
    '1e400',
    '-0e1',
    '1.0E1',
    '1e-05',
  ])('is kept as its text where it is %s', (number) => {
    const text = `{"lines":[{"q":1},{"q":${number}, "p" : ${number}}],"a":[${number}]}`;
    expect(kept(text)).toEqual({ 'lines[1].q': number, 'lines[1].p': number, 'a[0]': number });
  });

  it('is not seen in a text', () => {
    const text = String.raw`{"a":"1e400","1e5":"-0","c":"\"1e9","d":"\\","e":"99999999999999999999"}`;
    expect([found(text), kept(text)]).toEqual([null, {}]);
  });

  it('is a double that prints it, or is kept', () => {
    const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{0,12}[1-9])?$/);
    fc.assert(
      fc.property(digits, (number) => {
        const printed = String(Number(number));
        fc.pre(!printed.includes('e'));
        if (kept(`[${number}]`)['[0]'] === undefined) expect(printed).toBe(number);
        else expect(number.length).toBeGreaterThan(15);
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
  it('of distinct names has nothing wrong', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (json) => {
        expect(found(JSON.stringify(json))).toBeNull();
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
    for (const text of hostile) scanJson(text);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

describe('parsing an answer', () => {
  it('reads an object, with or without a byte order mark', () => {
    expect(parseJsonObject(bytes('{"estado":"PROCESADO"}'))).toEqual({ estado: 'PROCESADO' });
    expect(parseJsonObject(bytes('\uFEFF{"a":1}'))).toEqual({ a: 1 });
  });

  it.each(['', ' ', 'null', '[]', '"x"', '1', '{', '{"a":1', '<html></html>', '{"a":"\u0000"}', '{}{}'])(
    'makes nothing of %j',
    (text) => {
      expect(parseJsonObject(bytes(text))).toBeNull();
    },
  );

  it('makes nothing of bytes that are no UTF-8', () => {
    expect(parseJsonObject(Buffer.from('{"a":"\u00f1"}', 'latin1'))).toBeNull();
  });
});
