import { expect, it } from 'vitest';
import { NO_CLASS } from '../core/declaring/given-class.ts';
import { isOf } from '../schema/check.ts';
import { ClassChangeSchema, readClassChange } from './class-change.ts';

const REST = { activityCode: null, areUnclassed: false };

it('is of all sales and notes unless it says otherwise', () => {
  expect(readClassChange({ income_type: 2, doc_types: [] })).toEqual({
    kind: 'change',
    filter: { types: ['01', '03', '05', '11'], establishment: null, references: null, ...REST },
    given: { ...NO_CLASS, incomeType: 2 },
  });
});

it('is of no document where the list of references is empty, which its schema refuses', () => {
  const body = { income_type: 2, external_refs: [] };
  expect(isOf(ClassChangeSchema, body)).toBe(false);
  expect(readClassChange(body)).toMatchObject({ filter: { references: [] } });
  expect(readClassChange({ ...body, external_refs: null })).toMatchObject({ filter: { references: null } });
});

it('is of the documents that a reference names, in whatever form they have it', () => {
  const body = { income_type: 2, external_refs: ['a', 'b ', 'n\u0303', 'c\u200bd'] };
  const references = ['a', 'b ', 'b', 'n\u0303', 'ñ', 'c\u200bd'];
  expect(readClassChange(body)).toMatchObject({ filter: { references } });
});

it('may be of an activity, and of what nobody has classed', () => {
  const body = { income_type: 2, activity_code: '47111', only_unclassed: true };
  expect(readClassChange(body)).toMatchObject({ filter: { activityCode: '47111', areUnclassed: true } });
});

it('takes purchases alone, with codes of their own', () => {
  const kind = { classification: 1, sector: 1, cost_type: 6 };
  const codes = { operation_type: 1, ...kind };
  expect(readClassChange({ doc_types: ['14'], ...codes })).toMatchObject({ filter: { types: ['14'] } });
  for (const body of [
    codes,
    { doc_types: ['14', '01'], ...codes },
    { doc_types: ['14'], operation_type: 12, ...kind },
    { doc_types: ['14'], operation_type: 1 },
    { doc_types: ['14'], ...kind },
    { operation_type: 9 },
    {},
  ] as const)
    expect(
      readClassChange({ ...body, doc_types: [...('doc_types' in body ? body.doc_types : [])] }).kind,
    ).toBe('refused');
});
