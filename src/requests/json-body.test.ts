import { describe, expect, it } from 'vitest';
import { CreditMemoBodySchema } from './credit-memo/schema.ts';
import { InvalidationBodySchema } from './invalidation-fields.ts';
import { InvoiceBodySchema } from './invoice/schema.ts';
import { asMeant, readJsonBody } from './json-body.ts';

describe('readJsonBody', () => {
  const read = (text: string) => readJsonBody(new TextEncoder().encode(text));

  it('keeps the text of a number that a double may not keep', () => {
    const text = '{"lines":[{"quantity":1},{"quantity":1E2}],"texto":"2e5"}';
    expect(read(text)).toEqual({
      kind: 'json',
      value: { lines: [{ quantity: 1 }, { quantity: 100 }], texto: '2e5' },
      numbers: new Map([['lines[1].quantity', '1E2']]),
    });
  });

  it.each([
    [String.raw`{"a":"1\r\n2\r3\n4"}`, '1\n2\n3\n4'],
    [String.raw`{"a":"1\u000d\u000A2\u000D"}`, '1\n2\n'],
    [String.raw`{"a":"1\\r2"}`, String.raw`1\r2`],
  ])('ends lines as we do: %s', (text, a) => {
    expect(read(text)).toMatchObject({ value: { a } });
  });

  it('refuses a carriage return in a name', () => {
    expect(read(String.raw`{"a\r":1}`)).toMatchObject({ kind: 'refused' });
  });

  it('takes linear time', () => {
    const text = JSON.stringify({
      a: '1e'.repeat(1_000_000),
      b: '"\\'.repeat(300_000),
      c: '\r'.repeat(500_000),
    });
    const started = performance.now();
    expect(read(text).kind).toBe('json');
    expect(performance.now() - started).toBeLessThan(1500);
  });
});

function meant(text: string, schema: unknown = InvoiceBodySchema): unknown {
  const reading = readJsonBody(new TextEncoder().encode(text));
  if (reading.kind === 'refused') throw new Error(reading.detail);
  return asMeant(reading, schema);
}

describe('a number', () => {
  it.each([
    ['3.3333333333333335', 3.33333333],
    ['1.0E1', 10],
    ['"1.50"', 1.5],
    ['"1e-05"', 0.00001],
    ['0.123456789', 0.12345679],
    ['99999999999.99999999', '99999999999.99999999'],
    ['1e400', '1e400'],
    ['"1,50"', '1,50'],
    ['""', ''],
    ['true', true],
    ['[]', []],
  ])('sent as %s is %j', (sent, value) => {
    const text = `{"lines":[{"quantity":1},{"quantity":${sent}}]}`;
    expect(meant(text)).toEqual({ lines: [{ quantity: 1 }, { quantity: value }] });
  });

  it('is what it is wherever else it stands', () => {
    const text = '{"customer":{"name":1e3},"customer_name":3.3333333333333335,"lines":1.0E1}';
    expect(meant(text)).toEqual({ customer: { name: 1000 }, customer_name: 3.3333333333333335, lines: 10 });
  });
});

describe('a small code', () => {
  it('may be digits as text', () => {
    const text =
      '{"transaction_condition":"2","deadline":"1","period":"030","customer":{"type_contributor":"3","person_type":"1"}}';
    expect(meant(text)).toEqual({
      transaction_condition: 2,
      deadline: 1,
      period: 30,
      customer: { type_contributor: 3, person_type: 1 },
    });
    expect(meant('{"type":"2"}', InvalidationBodySchema)).toEqual({ type: 2 });
  });

  it.each(['1.0', '1 1', 'x', '-1', '1234567890'])('is not %j', (text) => {
    expect(meant(JSON.stringify({ period: text }))).toEqual({ period: text });
  });
});

describe('blanks at the ends of a text', () => {
  it.each([
    [{ doc_type: '01 ' }, { doc_type: '01' }],
    [
      { customer: { email: ' user@example.com ', document_type: '13 ', name: 'Ana\0' } },
      { customer: { email: 'user@example.com', document_type: '13', name: 'Ana' } },
    ],
    [
      { lines: [{ unit_price: '1.50 ', quantity: '\u00a02', description: '\n uno\n dos \n' }] },
      { lines: [{ unit_price: 1.5, quantity: 2, description: 'uno\n dos' }] },
    ],
    [
      { period: ' 30', transaction_condition: '2 ' },
      { period: 30, transaction_condition: 2 },
    ],
    [
      { observations: '\u3000Ya\r\n', appendix: [{ field: 'ff ', label: ' lll', value: 'v\t' }] },
      { observations: 'Ya', appendix: [{ field: 'ff', label: 'lll', value: 'v' }] },
    ],
    [
      { payments: [{ method: '01 ', amount: ' 1.00', reference: 'T-1 ' }] },
      { payments: [{ method: '01', amount: 1, reference: 'T-1' }] },
    ],
    [
      { observations: '  ', customer: ' ', lines: [{ description: ' ', code: '\t' }], nadie: ' ' },
      { observations: null, customer: null, lines: [{ description: '', code: null }] },
    ],
  ])('are no part of it: %j', (sent, value) => {
    expect(meant(JSON.stringify(sent))).toEqual(value);
  });

  it('are looked at no more than the text that they are at is', () => {
    const read = (value: unknown) => readJsonBody(new TextEncoder().encode(JSON.stringify(value)));
    expect(read({ observations: 'Ya\v\0' })).toMatchObject({ kind: 'json' });
    expect(read({ observations: 'Y\0a' })).toMatchObject({
      problems: [{ path: 'observations', code: 'bad_character' }],
    });
  });

  it('stay where a document may have them in its reference, and go where none may', () => {
    const read = (value: unknown, schema?: unknown) => meant(JSON.stringify(value), schema);
    expect(read({ external_ref: 'uno ' })).toEqual({ external_ref: 'uno ' });
    expect(read({ external_ref: `uno${' '.repeat(200)}` })).toEqual({ external_ref: 'uno' });
    expect(read({ external_ref: '   ' })).toEqual({ external_ref: null });
    expect(read({ document_id: 'uno\n' }, CreditMemoBodySchema)).toEqual({ document_id: 'uno' });
  });
});

describe('nothing', () => {
  it('is an empty text where null may stand, and there alone', () => {
    expect(
      meant('{"external_ref":"","period":"","customer":"","lines":[{"description":"","code":""}]}'),
    ).toEqual({
      external_ref: null,
      period: null,
      customer: null,
      lines: [{ description: '', code: null }],
    });
  });

  it('is the empty list that PHP makes of an empty object', () => {
    expect(meant('{"customer":[],"export":[],"payments":[],"lines":[[]]}')).toEqual({
      customer: null,
      export: null,
      payments: [],
      lines: [[]],
    });
    expect(meant('[]', InvalidationBodySchema)).toBeNull();
    expect(meant('[]')).toEqual([]);
    expect(meant('{"lines":[]}', CreditMemoBodySchema)).toEqual({ lines: [] });
  });

  it('may have a name that nobody knows', () => {
    expect(meant('{"foo":null,"bar":"","baz":[],"customer":{"x":null,"y":0}}')).toEqual({
      baz: [],
      customer: { y: 0 },
    });
    expect(meant('{"__proto__":null,"constructor":null,"toString":1}')).toEqual({ toString: 1 });
  });
});
