import { describe, expect, it } from 'vitest';
import { readOfficial } from '../dte/official-json.ts';
import { findDatum } from './find-datum.ts';
import { asked, each, OF_SELLO } from './owner.ts';

const OWNERS = {
  ...each('ventaTercero resumen', OF_SELLO),
  'resumen.totalIva': OF_SELLO,
  cuerpoDocumento: asked('lines'),
  'cuerpoDocumento[]': asked('lines[]'),
  'cuerpoDocumento[].descripcion': asked('lines[].description'),
  'cuerpoDocumento[].tributos': OF_SELLO,
  receptor: asked('customer'),
  'receptor.numDocumento': asked('customer.document_number'),
};

const documentOf = (lines: number) =>
  readOfficial(
    JSON.stringify({
      receptor: { numDocumento: '000000018' },
      cuerpoDocumento: Array.from({ length: lines }, (_, at) => ({
        descripcion: at === 2 ? 'ñ'.repeat(300) : `línea ${at}`,
        tributos: ['20', 'C8'],
      })),
      resumen: { totalIva: 1.3, pagos: null },
    }).replace('1.3', '1.30'),
  );

const find = (path: readonly (string | number)[], lines = 3) => {
  const { official, indexes, value } = findDatum(path, OWNERS, documentOf(lines)) ?? {};
  return [official, indexes, value];
};

describe('a datum that the authority names', () => {
  it('is found whatever its letters, with the value of the document, digit by digit', () => {
    expect(find(['CuerpoDocumento', 1, 'DESCRIPCION'])).toEqual([
      'cuerpoDocumento[1].descripcion',
      [1],
      'línea 1',
    ]);
    expect(find(['resumen', 'totaliva'])).toEqual(['resumen.totalIva', [], '1.30']);
    expect(find(['Cuerpodocumento', 0, 'tributos'])[2]).toBe('20, C8');
  });

  it('has no value where there are several, and a long one is cut', () => {
    expect(find(['cuerpoDocumento', 0])).toEqual(['cuerpoDocumento[0]', [0], null]);
    expect(find(['cuerpoDocumento', 2, 'descripcion'])[2]).toBe(`${'ñ'.repeat(200)}…`);
    expect(find(['cuerpoDocumento', 7, 'descripcion'])[2]).toBeNull();
    expect(findDatum(['cuerpoDocumento', 0], OWNERS, null)?.value).toBeNull();
  });

  it('needs no index where there is one entry only', () => {
    expect(find(['cuerpoDocumento', 'descripcion'], 1)).toEqual([
      'cuerpoDocumento[0].descripcion',
      [0],
      'línea 0',
    ]);
    expect(find(['cuerpoDocumento', 'descripcion'])).toEqual(['cuerpoDocumento[].descripcion', [null], null]);
  });

  it('is found under the name that the document has for it', () => {
    expect(find(['receptor', 'nit'])).toEqual(['receptor.numDocumento', [], '000000018']);
  });

  it('is its block’s where the block has no data of ours, and unknown where it has', () => {
    expect(find(['ventaTercero', 'nit'])).toEqual(['ventaTercero.nit', [], null]);
    expect(find(['resumen', 'otro'])).toEqual([undefined, undefined, undefined]);
    for (const path of [
      ['planeta'],
      ['cuerpoDocumento', 0, 'otro'],
      [0],
      [],
      ['__proto__'],
      ['constructor', 'name'],
    ])
      expect(find(path)[0]).toBeUndefined();
  });
});
