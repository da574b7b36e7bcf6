import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import {
  isExternalRef,
  parseExternalRef,
  referenceAsRead,
  referencesNamedBy,
  whyNotExternalRef,
} from './external-ref.ts';

describeIdentifier({
  name: 'external-ref',
  parse: parseExternalRef,
  is: isExternalRef,
  whyNot: whyNotExternalRef,
});

it('has one form of what it accepts, which survives UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
      const parsed = parseExternalRef(text);
      if (parsed === null) return;
      expect(parseExternalRef(parsed)).toBe(parsed);
      expect(parseExternalRef(` ${text.normalize('NFD')}\0`)).toBe(parsed);
      expect(Buffer.from(parsed, 'utf8').toString('utf8')).toBe(parsed);
    }),
  );
});

/** A text, and the references that it names, in the order in which they are looked for. */
const NAMED: readonly (readonly [text: string, references: readonly string[]])[] = [
  ['POS-1', ['POS-1']],
  ['Pedido ñ', ['Pedido ñ']],
  ['POS-1 ', ['POS-1 ', 'POS-1']],
  ['\u00a0POS-1', ['\u00a0POS-1', 'POS-1']],
  ['Pedido n\u0303', ['Pedido n\u0303', 'Pedido ñ']],
  ['\ufeffPOS-1', ['\ufeffPOS-1', 'POS-1']],
  // No document ever had these as they are.
  ['POS-1\n', ['POS-1']],
  ['POS-1\0\0', ['POS-1']],
  [`POS-1${' '.repeat(200)}`, ['POS-1']],
  [' .. ', [' .. ']],
  // Nobody gets these any more.
  ['POS\u200b1', ['POS\u200b1']],
  ['POS-1\u00ad ', ['POS-1\u00ad ']],
  ['', []],
  ['   ', []],
  ['a\nb', []],
  ['..', []],
];

it.each(NAMED)('%j names %j', (text, references) => {
  expect(referencesNamedBy(text)).toEqual(references);
});

it.each(NAMED.filter(([, references]) => references.length > 0))(
  '%j is read as the first of them',
  (text) => {
    expect(referenceAsRead(text)).toBe(referencesNamedBy(text)[0]);
  },
);

it('takes microseconds to see that a reference is in its form', () => {
  const references = ['CAJA1-000123', 'Pedido ñandú 7', '0190f3c2-6f1e-7cc4-a1b2-3c4d5e6f7a8b'];
  const started = performance.now();
  for (let turn = 0; turn < 10_000; turn += 1)
    for (const reference of references) referencesNamedBy(reference);
  expect((performance.now() - started) / 30_000).toBeLessThan(0.05);
});
