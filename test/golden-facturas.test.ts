import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { goldenCases, goldenFile, issueGolden, prettyJson } from './golden/golden-case.ts';
import { expectedFactura } from './oracle/factura-arithmetic.ts';
import { printedAmounts } from './oracle/printed-amounts.ts';
import { officialSchema, officialSchemasArePresent } from './support/official-schemas.ts';

/** With `UPDATE_CASES=1` the expected files are written anew instead of compared; read the difference before a commit. */
const UPDATE = process.env['UPDATE_CASES'] === '1';

const NAMES = goldenCases(/^01-factura-/);

const SCHEMAS = { v1: 'v1/fe-fc-v1', v2: 'v2/fe-f-v2' } as const;

function expectFile(name: string, file: string, text: string): void {
  const url = goldenFile(name, file);
  if (UPDATE) writeFileSync(url, text);
  expect(text).toBe(readFileSync(url, 'utf8'));
}

it('are at least eight business events a generation, the same in both', () => {
  const events = (generation: string) =>
    NAMES.filter((name) => name.startsWith(`01-factura-${generation}/`)).map((name) => name.split('/')[1]);
  expect(events('v1').length).toBeGreaterThanOrEqual(8);
  expect(events('v2')).toEqual(events('v1'));
});

describe.each(NAMES)('%s', (name) => {
  const golden = issueGolden(name);

  it('is issued in the generation of its group', () => {
    expect(name).toContain(`-${golden.generation}/`);
  });

  it('becomes its document', () => expectFile(name, 'document.json', prettyJson(golden.text)));

  it('has its summary', () => expectFile(name, 'summary.json', prettyJson(JSON.stringify(golden.summary))));

  it('shows the amounts of the independent arithmetic', () => {
    const retention = golden.generation === 'v1' ? 'ivaRete1' : 'ivaRete';
    expect(printedAmounts(golden.text, retention).amounts).toEqual(expectedFactura(golden.order));
  });

  it.skipIf(!officialSchemasArePresent)('is valid against the official schema of ../shared', () => {
    const validate = officialSchema(SCHEMAS[golden.generation]);
    const valid = validate?.(JSON.parse(readFileSync(goldenFile(name, 'document.json'), 'utf8')));
    expect(valid, JSON.stringify(validate?.errors)).toBe(true);
  });
});

describe('prettyJson', () => {
  it('keeps the digits of every number and changes nothing else', () => {
    expect(prettyJson('{"a":1.10,"b":[99999999999.99999999,0.0000001],"c":"1.10","d":null}')).toBe(
      '{\n  "a": 1.10,\n  "b": [\n    99999999999.99999999,\n    0.0000001\n  ],\n  "c": "1.10",\n  "d": null\n}\n',
    );
  });
});
