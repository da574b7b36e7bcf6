import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { idOf, refOf } from '../../test/support/identifiers.ts';
import { isDocumentId } from '../core/identifiers/document-id.ts';
import { type IdentifiedDocument, isCodigoGeneracion } from '../core/identifiers/official.ts';
import type { FileTarget } from '../operations/access/ports.ts';
import { createIdentities, createPasses, fileToken, fileTokenMatches, generationCode } from './derived.ts';

const SECRET = createSecretKey(Buffer.alloc(32, 7));
const SALE: IdentifiedDocument = {
  companyId: '9f0f2f4e-0000-4000-8000-000000000001',
  ambiente: '01',
  externalRef: refOf('venta-1'),
};

describe('generationCode', () => {
  it('is a UUID of version 4 in upper case', () => {
    for (let count = 0; count < 500; count += 1) {
      const code = generationCode(SECRET, SALE, count);
      expect(isCodigoGeneracion(code)).toBe(true);
      expect(code).toMatch(/^.{14}4.{4}[89AB]/);
    }
  });

  it('is the same for ever', () => {
    const message = Buffer.concat(
      ['sello generation code 1', SALE.companyId, '01', 'venta-1', '0'].flatMap((text) => {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(text.length);
        return [length, Buffer.from(text)];
      }),
    );
    const hex = createHmac('sha256', SECRET).update(message).digest('hex').toUpperCase();
    const code = generationCode(SECRET, SALE, 0);
    expect(code).toBe(generationCode(SECRET, { ...SALE }, 0));
    expect(code.replaceAll('-', '').slice(0, 12)).toBe(hex.slice(0, 12));
    expect(code.slice(24)).toBe(hex.slice(20, 32));
  });

  it('differs for whatever differs', () => {
    const codes = [
      generationCode(SECRET, SALE, 0),
      generationCode(SECRET, SALE, 1),
      generationCode(SECRET, { ...SALE, ambiente: '00' }, 0),
      generationCode(SECRET, { ...SALE, externalRef: refOf('venta-2') }, 0),
      generationCode(SECRET, { ...SALE, externalRef: refOf('Venta-1') }, 0),
      generationCode(SECRET, { ...SALE, companyId: '9f0f2f4e-0000-4000-8000-000000000002' }, 0),
      generationCode(createSecretKey(Buffer.alloc(32, 8)), SALE, 0),
    ];
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe('the identities of a node', () => {
  const identities = createIdentities(SECRET);

  it('are fresh ones, but for the codes of documents', () => {
    const ids = Array.from({ length: 10 }, identities.documentId);
    const codes = Array.from({ length: 10 }, identities.codigoGeneracion);
    expect(ids.every(isDocumentId) && codes.every(isCodigoGeneracion)).toBe(true);
    expect(new Set([...ids, ...codes]).size).toBe(20);
    expect(identities.documentCode(SALE, 2)).toBe(generationCode(SECRET, SALE, 2));
  });
});

describe('the token of a file link', () => {
  const secretOf = (bytes: number) => createSecretKey(randomBytes(bytes));
  const secret = secretOf(32);
  const target: FileTarget = {
    companyId: '7c4c1e0a-5b5e-4a37-9f0e-0d6f0a3f0001',
    documentId: idOf('7c4c1e0a-5b5e-4a37-9f0e-0d6f0a3f0002'),
    type: 'invoice',
  };
  const token = fileToken(secret, target, 0);

  describe('fileToken', () => {
    it('is 192 bits of URL-safe text, the same each time', () => {
      expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/);
      expect(fileToken(secret, { ...target }, 0)).toBe(token);
      expect(fileTokenMatches({ mac: token, epoch: 0 }, secret, target)).toBe(true);
    });

    it.each([
      ['document', { ...target, documentId: idOf(target.companyId) }],
      ['company', { ...target, companyId: target.documentId }],
      ['type ticket', { ...target, type: 'ticket' }],
      ['type json', { ...target, type: 'json' }],
      ['order', { ...target, companyId: target.documentId, documentId: idOf(target.companyId) }],
    ] as const)('does not open another %s', (_, other) => {
      expect(fileTokenMatches({ mac: token, epoch: 0 }, secret, other)).toBe(false);
    });

    it('opens in its own epoch alone', () => {
      const epochs = [0, 1, 2];
      const opened = epochs.map((made) =>
        epochs.map((epoch) =>
          fileTokenMatches({ mac: fileToken(secret, target, made), epoch }, secret, target),
        ),
      );
      expect(opened).toEqual([
        [true, false, false],
        [false, true, false],
        [false, false, true],
      ]);
    });

    it('does not open under another secret', () => {
      expect(fileTokenMatches({ mac: token, epoch: 0 }, secretOf(32), target)).toBe(false);
    });

    it('refuses a token with any character changed to any other', () => {
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/';
      const accepted = Array.from(token).flatMap((character, index) =>
        Array.from(alphabet)
          .filter((other) => other !== character)
          .map((other) => `${token.slice(0, index)}${other}${token.slice(index + 1)}`)
          .filter((tampered) => fileTokenMatches({ mac: tampered, epoch: 0 }, secret, target)),
      );
      expect(accepted).toEqual([]);
    });

    it.each(['', token.slice(1), `${token}A`, `${token}=`, 'ñ'.repeat(16), token.toLowerCase()])(
      'refuses %j',
      (other) => {
        expect(fileTokenMatches({ mac: other, epoch: 0 }, secret, target)).toBe(false);
      },
    );

    it('refuses a short link secret', () => {
      expect(() => fileToken(secretOf(31), target, 0)).toThrow(RangeError);
    });
  });
});

describe('passes', () => {
  const secret = (byte: number) => createSecretKey(Buffer.alloc(32, byte));

  it('gives each scope one pass under each secret', () => {
    const passOf = createPasses(secret(1));
    expect(passOf('a')).toBe(createPasses(secret(1))('a'));
    expect(new Set([passOf('a'), passOf('b'), passOf(''), createPasses(secret(2))('a')]).size).toBe(4);
    expect(passOf('a')).toMatch(/^[\w-]{43}$/);
  });
});
