import { expect, it } from 'vitest';
import { plainEnums } from './plain-enums.ts';

it('leaves an enumeration of numbers and texts to its values, and every other one its type', () => {
  const mixed = { type: ['integer', 'string', 'null'], enum: [1, '1', null], description: 'Código.' };
  const others = {
    one: { type: ['string', 'null'], enum: ['a', null] },
    type: { type: ['integer', 'string'] },
  };
  expect(plainEnums({ properties: { mixed, ...others }, list: [mixed, 'text'] })).toEqual({
    properties: { mixed: { enum: [1, '1', null], description: 'Código.' }, ...others },
    list: [{ enum: [1, '1', null], description: 'Código.' }, 'text'],
  });
});
