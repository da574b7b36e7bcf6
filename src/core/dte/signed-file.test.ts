import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sealOf } from '../../../test/support/identifiers.ts';
import { signedFileText } from './signed-file.ts';

const SEAL = sealOf('2026ABCDEF0123456789ABCDEF0123456789ABCD');

describe('signedFileText', () => {
  it('adds signature and seal as the last members', () => {
    expect(signedFileText('{"a":{"b":1.10}}', 'h.p.s', SEAL)).toBe(
      `{"a":{"b":1.10},"firmaElectronica":"h.p.s","selloRecibido":"${SEAL}"}`,
    );
  });

  it('has no seal before there is one', () => {
    expect(signedFileText('{"a":null}', 'h.p.s', null)).toBe('{"a":null,"firmaElectronica":"h.p.s"}');
  });

  it('finds the end of a document whose texts hold braces, and of one with white space behind it', () => {
    expect(signedFileText('{"a":"}{"}', 'j', null)).toBe('{"a":"}{","firmaElectronica":"j"}');
    expect(signedFileText('{"a":1}\n', 'j', null)).toBe('{"a":1,"firmaElectronica":"j"}');
  });

  it('starts with the signed bytes and reads back as the document and its two members', () => {
    const document = fc.dictionary(fc.string(), fc.string({ unit: 'binary' }), {
      minKeys: 1,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(document, fc.option(fc.constant(SEAL)), (one, seal) => {
        const payload = JSON.stringify(one);
        const text = signedFileText(payload, 'h.p.s', seal);
        expect(text.startsWith(payload.slice(0, -1))).toBe(true);
        const sealed = seal === null ? {} : { selloRecibido: seal };
        expect(JSON.parse(text)).toEqual({ ...one, firmaElectronica: 'h.p.s', ...sealed });
      }),
    );
  });
});
