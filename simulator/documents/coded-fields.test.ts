import { describe, expect, it } from 'vitest';
import { isRecord, readExactJson } from '../exact/json.ts';
import { among, clasificaMsgOf, coded, codedFields, inCatalog } from './coded-fields.ts';

const rule = codedFields([
  coded('emisor', 'codActividad', inCatalog('CAT-019')),
  coded('resumen.pagos', 'codigo', among(['01', '02'])),
  coded('cuerpoDocumento', 'uniMedida', inCatalog('CAT-014')),
]);

function said(json: string): string | null {
  const document = readExactJson(json);
  return isRecord(document) ? (rule(document)?.descripcionMsg ?? null) : 'not a document';
}

describe('codes', () => {
  it.each([
    ['{"emisor":{"codActividad":"47190"}}', null],
    ['{"emisor":{"codActividad":null}}', null],
    ['{"emisor":null}', null],
    ['{"emisor":{"codActividad":"4719"}}', '[emisor.codActividad] VALOR NO VALIDO'],
    ['{"resumen":{"pagos":[{"codigo":"01"},{"codigo":"03"}]}}', '[resumen.pagos.codigo] VALOR NO VALIDO'],
    ['{"resumen":{"pagos":null}}', null],
    ['{"cuerpoDocumento":[{"uniMedida":59},{"uniMedida":99}]}', null],
    ['{"cuerpoDocumento":[{"uniMedida":59},{"uniMedida":60}]}', '[Cuerpodocumento.item.2] VALOR NO VALIDO'],
    ['{"cuerpoDocumento":[{"uniMedida":59.5}]}', '[Cuerpodocumento.item.1] VALOR NO VALIDO'],
  ])('%s', (json, expected) => {
    expect(said(json)).toBe(expected);
  });

  it('are looked at in the order of the list', () => {
    const both = '{"emisor":{"codActividad":"1"},"cuerpoDocumento":[{"uniMedida":98}]}';
    expect(said(both)).toContain('emisor.codActividad');
  });
});

it.each([
  ['emisor', '12'],
  ['receptor.direccion', '13'],
  ['resumen.pagos', '16'],
  ['ventaTercero', '21'],
  ['otra', '99'],
])('%s is classified as %s', (path, clasificaMsg) => {
  expect(clasificaMsgOf(path)).toBe(clasificaMsg);
});
