import { expect, it } from 'vitest';
import { readExactJson } from '../../../simulator/exact/json.ts';
import { exactOf } from './agreement.ts';
import { EVERY_DOCUMENT } from './every-document.ts';

it.each(EVERY_DOCUMENT)('reads from $schema what its text says', ({ valid, full }) => {
  for (const document of [valid, full])
    expect(exactOf(document)).toStrictEqual(readExactJson(JSON.stringify(document)));
});

it.each([
  1e21,
  -1e-7,
  -0,
  0.1 + 0.2,
  123456789012345680000,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  null,
  { list: [undefined] },
  { a: undefined },
])('reads %s as its text says', (value) => {
  const document = { resumen: [value] };
  expect(exactOf(document)).toStrictEqual(readExactJson(JSON.stringify(document)));
});
