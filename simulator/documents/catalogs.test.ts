import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRecord, readPlainJson, recordsIn, textIn } from '../exact/json.ts';
import {
  FACTURA_RELATED,
  INFORMATIVE_TRIBUTOS,
  LINE_COD_TRIBUTO,
  LINE_TRIBUTOS,
  PAYMENT_CODES,
  PLAZOS,
  RECEPTOR_DOCUMENTS,
  RESUMEN_TRIBUTOS,
} from './catalogs.ts';

const FOLDER = resolve(import.meta.dirname, '../../../shared/catalogs');

function officialCodes(catalog: string): readonly (string | null)[] {
  const record = readPlainJson(readFileSync(resolve(FOLDER, `${catalog}.json`), 'utf8'));
  return isRecord(record) ? recordsIn(record, 'entries').map((entry) => textIn(entry, 'code')) : [];
}

describe.skipIf(!existsSync(FOLDER))('agreement with the catalogs of 2026 (../shared/catalogs)', () => {
  it.each([
    ['cat-017', PAYMENT_CODES],
    ['cat-018', PLAZOS],
    ['cat-022', RECEPTOR_DOCUMENTS],
  ])('%s is complete', (catalog, codes) => {
    expect([...codes].sort()).toEqual([...officialCodes(catalog)].sort());
  });

  it.each([
    ['cat-002', FACTURA_RELATED],
    ['cat-015', LINE_TRIBUTOS],
    ['cat-015', INFORMATIVE_TRIBUTOS],
  ])('%s holds every code that we use', (catalog, codes) => {
    expect(officialCodes(catalog)).toEqual(expect.arrayContaining([...codes]));
  });
});

it('tells taxes of a line from taxes that are a line', () => {
  expect(LINE_TRIBUTOS).not.toContain('20');
  expect(LINE_COD_TRIBUTO).not.toContain('20');
  expect(LINE_COD_TRIBUTO.filter((code) => RESUMEN_TRIBUTOS.includes(code))).toEqual(['D5']);
  expect(LINE_TRIBUTOS.filter((code) => !RESUMEN_TRIBUTOS.includes(code))).toEqual(['D4']);
  expect(new Set(LINE_TRIBUTOS).size).toBe(LINE_TRIBUTOS.length);
});
