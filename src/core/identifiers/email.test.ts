import formats from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeIdentifier, readCases } from '../../../test/support/identifier-cases.ts';
import { isEmail, parseEmail, whyNotEmail } from './email.ts';

describeIdentifier({ name: 'email', parse: parseEmail, is: isEmail, whyNot: whyNotEmail });

const schemaFormat = formats.fullFormats.email;

function schemaAccepts(text: string): boolean {
  return schemaFormat instanceof RegExp && schemaFormat.test(text);
}

describe('against the e-mail format of JSON Schema', () => {
  it.each(readCases('email.valid.txt'))('the schema accepts %j too', (text) => {
    expect(schemaAccepts(text)).toBe(true);
  });

  it('never accepts what the schema refuses', () => {
    const near = fc.stringMatching(/^[a-zA-Z0-9.@_+-]{1,12}@[a-z0-9.-]{1,12}\.[a-z0-9-]{1,4}$/);
    fc.assert(
      fc.property(near, (text) => {
        if (isEmail(text)) expect(schemaAccepts(text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is stricter only in length, label length and the last label', () => {
    const stricter = readCases('email.invalid.txt').filter(schemaAccepts);
    const why = [/^.{0,5}$/, /^.{101,}$/, /^.{65,}@/, /@[^.]{64}/, /\.(?:[0-9].*|.)$/];
    expect(stricter.length).toBeGreaterThan(4);
    for (const text of stricter) expect(why.some((pattern) => pattern.test(text))).toBe(true);
  });
});

describe('time', () => {
  it.each([`${'a.'.repeat(49)}@`, `a@${'a-'.repeat(48)}`, `a@${'a.'.repeat(48)}-`, `a@${'-a'.repeat(48)}`])(
    'stays linear on %s',
    (text) => {
      const start = performance.now();
      for (let round = 0; round < 2000; round += 1) expect(isEmail(text)).toBe(false);
      expect(performance.now() - start).toBeLessThan(2000);
    },
  );
});
