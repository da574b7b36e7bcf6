import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../test/support/identifiers.ts';
import type { Incomplete } from './cause.ts';
import { completionSheet, readCompletionSheet } from './completion-sheet.ts';

const CUSTOMER: Incomplete & { readonly documents: number } = {
  of: { by: 'identity', name: '061402020200020' },
  title: '=HYPERLINK("http://x";"y"), S.A.',
  gaps: ['district', 'document_type'],
  documents: 7,
};
const PRODUCT: Incomplete & { readonly documents: number } = {
  of: { by: 'description', name: 'Pan «francés»' },
  title: 'Pan «francés»',
  gaps: ['unit'],
  documents: 3,
};
const HEAD = 'empresa,conocido_por,clave,nombre,documentos,falta,distrito,tipo_documento,actividad,unidad';

describe('the sheet of customers and products', () => {
  it('is a CSV that no spreadsheet runs and that keeps its zeros', () => {
    const [head, ...rows] = completionSheet(slugOf('tienda'), [CUSTOMER, PRODUCT]).trim().split('\r\n');
    expect(head).toBe(HEAD);
    expect(rows).toEqual([
      `tienda,documento,'061402020200020,"'=HYPERLINK(""http://x"";""y""), S.A.",7,distrito tipo_documento,,,,`,
      `tienda,descripción,'Pan «francés»,Pan «francés»,3,unidad,,,,`,
    ]);
  });

  it('says nothing until somebody fills it in', () => {
    const told = readCompletionSheet(completionSheet(slugOf('tienda'), [CUSTOMER, PRODUCT]));
    expect(told).toEqual({ kind: 'told', companies: [] });
  });

  it.each([',', ';', '\t'])(
    'is read back with %j between its cells, whatever zeros were lost',
    (separator) => {
      const lines = [
        HEAD,
        `tienda,documento,'06140202020002,"a ""b"", c",7,x,21604,36,1111,`,
        'otra,Codigo,HAR-25,x,1,,,,,36',
        'tienda,DESCRIPCIÓN,Pan,,,,,,,"59"',
      ].map((line) => line.replaceAll(', c', '§').replaceAll(',', separator).replace('§', ', c'));
      for (const end of ['\n', '\r\n'])
        expect(readCompletionSheet(lines.join(end))).toEqual({
          kind: 'told',
          companies: [
            {
              company: 'tienda',
              customers: [
                { identity: '06140202020002', district: '021604', documentType: '36', activityCode: '01111' },
              ],
              products: [{ by: 'description', name: 'Pan', unit: '59' }],
            },
            { company: 'otra', customers: [], products: [{ by: 'code', name: 'HAR-25', unit: '36' }] },
          ],
        });
    },
  );

  it('tells every mistake with its row, and takes nothing then', () => {
    const rows = [
      'tienda,documento,1,x,1,,999999,,,',
      'tienda,documento,1,x,1,,,13,,',
      'tienda,documento,1,x,1,,,50,99,',
      'tienda,código,A,x,1,,021604,,,',
      'tienda,documento,1,x,1,,,,,59',
      'tienda,código,A,x,1,,,,,1000',
      ',cliente,,x,1,,,,,59',
      'tienda,código,A,x,1,,,,,59',
    ];
    const reading = readCompletionSheet([HEAD, ...rows].join('\n'));
    expect(reading).toMatchObject({ kind: 'problems' });
    const paths = reading.kind === 'problems' ? reading.problems.map(({ path }) => path) : [];
    expect(paths).toEqual([
      'fila 2, distrito',
      'fila 3, tipo_documento',
      'fila 4, tipo_documento',
      'fila 4, actividad',
      'fila 5, distrito',
      'fila 6, unidad',
      'fila 7, unidad',
      'fila 8, empresa',
      'fila 8, clave',
      'fila 8, conocido_por',
    ]);
  });

  it.each([
    ['', ''],
    ['a,b\n1,2', 'empresa'],
    [`${HEAD}\n"open`, ''],
  ])('is refused where it is another file: %j', (text, path) => {
    const reading = readCompletionSheet(text);
    expect(reading).toMatchObject({
      kind: 'problems',
      problems: expect.arrayContaining([{ path, message: expect.any(String) }]),
    });
  });
});
