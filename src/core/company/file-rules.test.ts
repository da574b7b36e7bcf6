import { describe, expect, it } from 'vitest';
import { FILE_RULES } from './file-rules.ts';

type RuleName = keyof typeof FILE_RULES;

const ACCEPTED: readonly (readonly [RuleName, string])[] = [
  ['companyName', 'Ñ y Cía.'],
  ['companyName', 'x'.repeat(200)],
  ['tradeName', 'K'],
  ['address', 'x'.repeat(200)],
  ['activityCode', '47111'],
  ['personName', 'Ana P'],
  ['incoterm', '09'],
  ['fiscalPrecinct', '01'],
  ['regimeType', 'EX-1'],
  ['regimeType', 'TA-1'],
  ['regime', '1000.000'],
  ['regime', 'EX-1.1000.000'],
  ['country', 'US'],
  ['country', '9539'],
  ['color', '#0B6e4f'],
  ['instant', '2026-12-01'],
];

const REFUSED: readonly (readonly [RuleName, string])[] = [
  ['companyName', 'xy'],
  ['companyName', 'x'.repeat(201)],
  ['companyName', 'Tienda\nEjemplo'],
  ['tradeName', ''],
  ['tradeName', 'x'.repeat(151)],
  ['address', 'x'.repeat(201)],
  ['activityCode', '4711'],
  ['activityCode', '4711A'],
  ['activityCode', '00000'],
  ['color', '#0b6e4'],
  ['instant', '2026-12-01T00:00:00'],
  ['personName', 'Ana'],
  ['invalidationReason', 'x'.repeat(201)],
  ['contingencyReason', 'x'.repeat(151)],
  ['incoterm', 'FO'],
  ['fiscalPrecinct', '1'],
  ['regimeType', '1000'],
  ['regime', 'x'.repeat(14)],
  ['country', 'us'],
  ['country', 'USA'],
];

describe('the rules of the texts of a company file', () => {
  it.each(ACCEPTED)('%s takes %j', (name, text) => {
    expect(FILE_RULES[name](text)).toBeNull();
  });

  it.each(REFUSED)('%s refuses %j with a reason', (name, text) => {
    expect(FILE_RULES[name](text)).toMatch(/^\p{Ll}.*\.$/u);
  });
});
