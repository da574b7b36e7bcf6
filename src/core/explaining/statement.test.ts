import { describe, expect, it } from 'vitest';
import { statementsOf } from './statement.ts';

const said = (...observaciones: readonly string[]) =>
  statementsOf({ codigoMsg: '003', message: observaciones[0] ?? '', observaciones });

describe('what the authority says', () => {
  it.each([
    ['[identificacion.numeroControl] YA EXISTE', [['identificacion', 'numeroControl']], 'YA EXISTE'],
    ['[Cuerpodocumento.item.2] CALCULO INCORRECTO', [['Cuerpodocumento', 1]], 'CALCULO INCORRECTO'],
    ['[Cuerpodocumento.item.2.uniMedida] X', [['Cuerpodocumento', 1, 'uniMedida']], 'X'],
    ['[Cuerpodocumento.numItem] ERROR', [['Cuerpodocumento', 'numItem']], 'ERROR'],
    ['[cuerpoDocumento[3].codTributo] VALOR', [['cuerpoDocumento', 3, 'codTributo']], 'VALOR'],
    [
      'cuerpoDocumento[3].codTributo VALOR NO VALIDO',
      [['cuerpoDocumento', 3, 'codTributo']],
      'VALOR NO VALIDO',
    ],
    [
      'Campo #/receptor/direccion/departamento no cumple el formato requerido',
      [['receptor', 'direccion', 'departamento']],
      'no cumple el formato requerido',
    ],
    [
      'Campo #/resumen/pagos/0/periodo no cumple el mínimo  exclusivo',
      [['resumen', 'pagos', 0, 'periodo']],
      'no cumple el mínimo  exclusivo',
    ],
    ['Campo #/receptor contiene un valor inválido', [['receptor']], 'contiene un valor inválido'],
    ['identificacion.fecEmi Difiere de la fecha.', [['identificacion', 'fecEmi']], 'Difiere de la fecha.'],
    ['El campo receptor.correo es inválido', [['receptor', 'correo']], 'es inválido'],
    [
      '[documento.tipoDocumento/numDocumento] VALOR EN CAMPO NO APLICA',
      [
        ['documento', 'tipoDocumento'],
        ['documento', 'numDocumento'],
      ],
      'VALOR EN CAMPO NO APLICA',
    ],
    ['[resumen.totalCompra ...] VALOR NO VALIDO', [['resumen', 'totalCompra']], 'VALOR NO VALIDO'],
    ['[en línea 2] X', [['en']], 'X'],
    ['Firma no válida', [], 'Firma no válida'],
    ['y/o no corresponde', [], 'y/o no corresponde'],
    ['www.mh.gob.sv no responde', [], 'www.mh.gob.sv no responde'],
    ['[] VALOR', [], '[] VALOR'],
    ['[', [], '['],
  ])('%s', (text, paths, finding) => {
    expect(said(text)).toEqual([{ text, paths, finding }]);
  });

  it('is told once, and what names no datum adds nothing to what does', () => {
    const texts = (message: string, ...observaciones: readonly string[]) =>
      statementsOf({ codigoMsg: '096', message, observaciones }).map(({ text }) => text);
    expect(texts('[receptor.nit] X', '[receptor.nit] X')).toEqual(['[receptor.nit] X']);
    expect(texts('ESQUEMA', 'Campo #/receptor X', 'Campo #/emisor X')).toEqual([
      'Campo #/receptor X',
      'Campo #/emisor X',
    ]);
    expect(texts('[receptor.nit] X', 'Llame a soporte')).toEqual(['[receptor.nit] X']);
    expect(texts('Firma no válida', 'Firma no válida')).toEqual(['Firma no válida']);
    expect(texts('', ' ')).toEqual([]);
  });

  it('is read in no more time than it is long, and no further than anybody reads', () => {
    const startedMs = performance.now();
    for (const text of ['[', '[a[', 'emisor.', '#/', 'campo '])
      said(text.repeat(60_000), `${'emisor.'.repeat(9_000)}x`);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    const many = Array.from({ length: 80 }, (_, at) => `Campo #/cuerpoDocumento/${at} X`);
    expect(said(...many)).toHaveLength(50);
  });
});
