import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_TYPES, madeOfTable, typeOf } from '../kinds.ts';
import { creditoFiscalV1, creditoFiscalV2 } from './credito-fiscal.ts';
import { exportacionV1, exportacionV2 } from './exportacion.ts';
import { facturaV1, facturaV2 } from './factura.ts';
import { notaCreditoV1, notaCreditoV2 } from './nota-credito.ts';
import { sujetoExcluidoV1, sujetoExcluidoV2 } from './sujeto-excluido.ts';

const TABLES = Object.fromEntries(DOCUMENT_TYPES.map(({ code, structure }) => [code, structure]));

/**
 * The tables that agreed with the official files. Who changes a table proves it again where those files lie beside the
 * repository, and then writes the new hash here: `npx vitest --config test/vitest.config.ts run test/structure-agreement.test.ts`.
 */
const AGREED = '9bf954c415fcf545aa6780b0facfb9a82fb4f43e705d19a3f01a152fe0293709';

describe('the tables', () => {
  it('are those that agreed with the official files', () => {
    expect(createHash('sha256').update(JSON.stringify(TABLES)).digest('hex')).toBe(AGREED);
  });

  it.each([
    ['01', { v1: facturaV1, v2: facturaV2 }],
    ['03', { v1: creditoFiscalV1, v2: creditoFiscalV2 }],
    ['05', { v1: notaCreditoV1, v2: notaCreditoV2 }],
    ['11', { v1: exportacionV1, v2: exportacionV2 }],
    ['14', { v1: sujetoExcluidoV1, v2: sujetoExcluidoV2 }],
  ] as const)('of type %s are its own, behind an identification', (tipoDte, own) => {
    for (const generation of ['v1', 'v2'] as const)
      expect(typeOf(tipoDte).structure[generation].keys).toEqual({
        identificacion: expect.any(Object),
        ...own[generation].keys,
      });
  });

  it('are read when they are first asked for, once', () => {
    const read: unknown[] = [];
    const made = madeOfTable((table) => read.push(table));
    expect([made('01', 'v1'), made('03', 'v2'), made('01', 'v1')]).toEqual([1, 2, 1]);
    expect(read).toEqual([typeOf('01').structure.v1, typeOf('03').structure.v2]);
  });
});
