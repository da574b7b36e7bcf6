import { expect, it } from 'vitest';
import { CAT_017 } from '../core/drafting/vocabulary.ts';
import { paymentMethods } from './payment-methods.ts';

it('has the codes that requests may send, and no others', () => {
  expect(paymentMethods.map(({ code }) => code)).toEqual([...CAT_017.keys()]);
});
