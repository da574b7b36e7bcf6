import { createHmac, createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type IdentifiedDocument, isCodigoGeneracion } from '../core/identifiers/official.ts';
import { generationCode } from './generation-code.ts';

const SECRET = createSecretKey(Buffer.alloc(32, 7));
const SALE: IdentifiedDocument = {
  companyId: '9f0f2f4e-0000-4000-8000-000000000001',
  ambiente: '01',
  externalRef: 'venta-1',
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
      generationCode(SECRET, { ...SALE, externalRef: 'venta-2' }, 0),
      generationCode(SECRET, { ...SALE, externalRef: 'venta-1 ' }, 0),
      generationCode(SECRET, { ...SALE, companyId: '9f0f2f4e-0000-4000-8000-000000000002' }, 0),
      generationCode(createSecretKey(Buffer.alloc(32, 8)), SALE, 0),
    ];
    expect(new Set(codes).size).toBe(codes.length);
  });
});
