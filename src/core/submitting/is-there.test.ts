import { expect, it } from 'vitest';
import { isThere } from './is-there.ts';

it.each([
  ['a verdict', { kind: 'rejected' }, true],
  ['that it knows the document', { kind: 'known' }, true],
  ['words that decide nothing', { kind: 'silent', spoke: true }, true],
  ['nothing', { kind: 'silent' }, false],
  ['nothing, because it could not be reached', { kind: 'not_delivered' }, false],
])('an authority that says %s: %o', (_, outcome, there) => {
  expect(isThere(outcome)).toBe(there);
});
