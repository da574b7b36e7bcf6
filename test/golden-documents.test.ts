import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { goldenCases, goldenFile, issueGolden, kindOf, prettyJson } from './golden/golden-case.ts';
import { printedDocumentAmounts } from './oracle/document-amounts.ts';
import { officialSchema, officialSchemasArePresent } from './support/official-schemas.ts';

/** With `UPDATE_CASES=1` the expected files are written anew instead of compared; read the difference before a commit. */
const UPDATE = process.env['UPDATE_CASES'] === '1';

const NAMES = goldenCases();

function expectFile(name: string, file: string, text: string): void {
  const url = goldenFile(name, file);
  if (UPDATE) writeFileSync(url, text);
  expect(text).toBe(readFileSync(url, 'utf8'));
}

function eventsOf(tipoDte: string, generation: string): readonly string[] {
  const group = new RegExp(`^${tipoDte}-[a-z-]+-${generation}/`);
  return NAMES.filter((name) => group.test(name)).map((name) => name.replace(group, ''));
}

it.each(['01', '03', '05', '11', '14'])(
  'of type %s are at least eight business events a generation, the same in both',
  (tipoDte) => {
    expect(eventsOf(tipoDte, 'v1').length).toBeGreaterThanOrEqual(8);
    expect(eventsOf(tipoDte, 'v2')).toEqual(eventsOf(tipoDte, 'v1'));
  },
);

describe.each(NAMES)('%s', (name) => {
  const golden = issueGolden(name);

  it('becomes its document', () => expectFile(name, 'document.json', prettyJson(golden.text)));

  it('has its summary', () => expectFile(name, 'summary.json', prettyJson(JSON.stringify(golden.summary))));

  it('has its answer', () => expectFile(name, 'answer.json', prettyJson(JSON.stringify(golden.answer))));

  it('shows the amounts of the independent arithmetic', () => {
    expect(printedDocumentAmounts(golden.text)).toEqual(golden.expected);
  });

  it.skipIf(!officialSchemasArePresent)('is valid against the official schema of ../shared', () => {
    const validate = officialSchema(kindOf(golden).schema);
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
