import { expect, it } from 'vitest';
import { INCOME_TYPES, OPERATION_TYPES } from '../core/declaring/income-class.ts';
import {
  COST_TYPES,
  PURCHASE_CLASSIFICATIONS,
  PURCHASE_OPERATIONS,
  PURCHASE_SECTORS,
} from '../core/declaring/purchase-class.ts';
import { CODE_FIELDS, optionsOf, usualOption } from './income-words.ts';

it('have words for each code, in order', () => {
  const codesOf = (kind: 'sale' | 'purchase') =>
    CODE_FIELDS[kind].map(({ words }) => words.map(([code]) => code));
  expect(codesOf('sale')).toEqual([OPERATION_TYPES, INCOME_TYPES]);
  expect(codesOf('purchase')).toEqual([
    PURCHASE_OPERATIONS,
    PURCHASE_CLASSIFICATIONS,
    PURCHASE_SECTORS,
    COST_TYPES,
  ]);
  for (const { words } of [...CODE_FIELDS.sale, ...CODE_FIELDS.purchase])
    expect(optionsOf(words)[0]?.[1]).toMatch(/^1 [a-z]/);
});

it('say which code is the usual one', () => {
  expect([...CODE_FIELDS.sale, ...CODE_FIELDS.purchase].map(usualOption)).toEqual([
    ['', '1 gravada (usual)'],
    ['', '3 comercio (usual)'],
    ['', '1 gravada (usual)'],
    ['', '2 gasto (usual)'],
    ['', '2 comercio (usual)'],
    ['', '2 administración (usual)'],
  ]);
});
