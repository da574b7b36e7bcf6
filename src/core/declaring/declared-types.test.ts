import { expect, it } from 'vitest';
import { TIPOS_DTE } from '../dte/kinds.ts';
import { BETWEEN_TAXPAYERS, DECLARED_TYPES, PURCHASES, TO_CONSUMERS } from './declared-types.ts';

it('has each type in one annex', () => {
  expect([BETWEEN_TAXPAYERS, TO_CONSUMERS, PURCHASES]).toEqual([['03', '05'], ['01', '11'], ['14']]);
  expect(DECLARED_TYPES.toSorted()).toEqual(TIPOS_DTE);
});
