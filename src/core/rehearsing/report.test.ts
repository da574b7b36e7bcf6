import { expect, it } from 'vitest';
import { numeroOf } from '../../../test/support/identifiers.ts';
import type { Cause } from './cause.ts';
import { impossible } from './cause.ts';
import type { Finding } from './rehearse-document.ts';
import { EMPTY_REPORT, totalOf, withFindings } from './report.ts';

const GUESSED: Cause = {
  kind: 'repaired',
  code: 'district_of_issuer',
  field: 'customer.district',
  message: 'm',
};
const REMARK: Cause = { kind: 'remark', code: 'other_unit', field: 'lines[].unit', message: 'm' };
const WRONG = impossible({ path: 'lines[3].unit', code: 'unknown_code', message: 'm' });

const numerosOf = (...numbers: readonly number[]) => numbers.map((number) => numeroOf(number));

function finding(tipoDte: '01' | '03', number: number, ...causes: readonly Cause[]): Finding {
  return { document: { tipoDte, numeroControl: numeroOf(number) }, causes, incomplete: [] };
}

it('counts documents by type and outcome, and causes by what they hinder and how often', () => {
  const first = withFindings(EMPTY_REPORT, [
    finding('01', 1),
    finding('01', 2, REMARK),
    finding('01', 3, GUESSED, REMARK, REMARK),
  ]);
  const report = withFindings(first, [finding('03', 4, WRONG, WRONG, GUESSED), finding('03', 5, REMARK)]);
  expect(totalOf(report)).toEqual({ fit: 3, repaired: 1, impossible: 1 });
  expect(report.byType['03']).toEqual({ fit: 1, repaired: 0, impossible: 1 });
  expect(report.causes).toEqual([
    { ...WRONG, field: 'lines[].unit', documents: 1, docTypes: ['03'], examples: numerosOf(4) },
    { ...GUESSED, documents: 2, docTypes: ['01', '03'], examples: numerosOf(3, 4) },
    { ...REMARK, documents: 3, docTypes: ['01', '03'], examples: numerosOf(2, 3, 5) },
  ]);
  expect(totalOf(EMPTY_REPORT)).toEqual({ fit: 0, repaired: 0, impossible: 0 });
});

it('names the first few documents of a cause', () => {
  const many = Array.from({ length: 9 }, (_, index) => finding('01', index + 1, GUESSED));
  expect(withFindings(EMPTY_REPORT, many).causes[0]).toMatchObject({
    documents: 9,
    examples: numerosOf(1, 2, 3, 4, 5),
  });
});
