import { expect, it } from 'vitest';
import { authorityUser } from './authority-user.ts';

it.each([
  ['0614-050590-005-0', '06140505900050'],
  [' 0614 050590 005 0\n', '06140505900050'],
  ['0614\u00a0050590-005-0', '06140505900050'],
  ['00000001-8\0', '000000018'],
  ['06140505900050', '06140505900050'],
  [' user-a ', 'user-a'],
  ['', ''],
])('%j is %j at the authority', (text, user) => {
  expect(authorityUser(text)).toBe(user);
});
