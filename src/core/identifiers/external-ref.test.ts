import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import { isExternalRef, parseExternalRef, whyNotExternalRef } from './external-ref.ts';

describeIdentifier({
  name: 'external-ref',
  parse: parseExternalRef,
  is: isExternalRef,
  whyNot: whyNotExternalRef,
});

it('keeps what it accepts byte for byte, and what it accepts survives UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
      const parsed = parseExternalRef(text);
      if (parsed === null) return;
      expect(parsed).toBe(text);
      expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
    }),
  );
});
