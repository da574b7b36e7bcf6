import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../test/support/identifiers.ts';
import { readReception } from '../../hacienda/answer.ts';
import { readOfficial } from '../dte/official-json.ts';
import type { Subject } from './codes.ts';
import { CODES } from './codes.ts';
import { explain, gapsIn } from './explain.ts';

const DOCUMENT = readOfficial(
  JSON.stringify({
    receptor: { correo: 'sin-arroba', numDocumento: '0614' },
    cuerpoDocumento: [{ uniMedida: 59 }, { uniMedida: 77 }],
  }),
);

const about = (subject: Subject, codigoMsg: string, ...observaciones: readonly string[]) =>
  explain({ subject, document: DOCUMENT, codigoMsg, message: observaciones[0] ?? '', observaciones });

describe('an explanation', () => {
  it('names the caller’s field, the value, why and what to do', () => {
    const text = 'Campo #/receptor/correo no cumple el formato requerido';
    expect(about('01', '096', text)).toEqual([
      {
        code: '096',
        said: text,
        official: 'receptor.correo',
        field: 'customer.email',
        origin: 'request',
        value: 'sin-arroba',
        why: 'El valor no tiene la forma que exige el esquema.',
        remedy:
          'Corrija customer.email: un correo completo, como nombre@empresa.com. Luego repita la misma referencia.',
        sameReference: true,
        recognised: true,
      },
    ]);
  });

  it.each([
    ['809', '[receptor.nrc] DATOS REQUERIDOS', 'Falta un dato que el esquema exige.', /^Envíe customer\.nrc/],
    [
      '809',
      'Campo #/receptor/correo no cumple el formato requerido',
      'El valor no tiene la forma',
      /^Corrija customer\.email/,
    ],
    [
      '804',
      '[receptor.correo] ALGO',
      'Hacienda no acepta lo que el documento lleva',
      /^Corrija customer\.email/,
    ],
    ['777', '[receptor.nrc] DATO REQUERIDO', 'Falta un dato que el esquema exige.', /^Envíe customer\.nrc/],
  ])('of code %s says of a datum that is named what the words say: %s', (code, text, why, remedy) => {
    expect(about('03', code, text)).toMatchObject([
      { origin: 'request', why: expect.stringContaining(why), remedy: expect.stringMatching(remedy) },
    ]);
    expect(about('03', code, 'DATOS REQUERIDOS')).toMatchObject([
      {
        field: null,
        why:
          code === '777'
            ? expect.stringContaining('no conoce el código')
            : expect.stringContaining('servicio de firma'),
      },
    ]);
  });

  it('counts lines as the caller does', () => {
    const fields = ['[Cuerpodocumento.item.2.uniMedida] X', '[cuerpoDocumento[1].uniMedida] X'].map(
      (text) => about('03', '003', text)[0],
    );
    expect(fields).toMatchObject([
      { field: 'lines[1].unit', value: '77' },
      { field: 'lines[1].unit', value: '77' },
    ]);
    expect(about('03', '019', '[Cuerpodocumento.numItem] ERROR EN CORRELATIVO')).toMatchObject([
      { field: null, origin: 'sello', official: 'cuerpoDocumento[].numItem' },
    ]);
  });

  it('says of a computed sum which fields make it', () => {
    expect(about('01', '020', '[resumen.totalIva] CALCULO INCORRECTO')).toMatchObject([
      { field: 'lines', origin: 'computed', remedy: expect.stringContaining('lines[].unit_price') },
    ]);
  });

  it('takes each of a pair', () => {
    const pair = about(
      'invalidation',
      '024',
      '[documento.tipoDocumento/numDocumento] VALOR EN CAMPO NO APLICA',
    );
    expect(pair.map(({ official }) => official)).toEqual([
      'documento.tipoDocumento',
      'documento.numDocumento',
    ]);
  });

  it.each([
    ['05', '015', '[documentoRelacionado.numeroDocumento] DOCUMENTO SE ENCUENTRA ANULADO'],
    ['01', '018', '[identificacion.fecEmi] FECHA FUERA DE PLAZO PERMITIDO'],
    ['05', '018', '[documentoRelacionado.fechaEmision] FECHA FUERA DE PLAZO PERMITIDO'],
    ['invalidation', '018', '[documento.fecEmi] FECHA FUERA DE PLAZO PERMITIDO'],
  ] as const)('of type %s and code %s advises against repeating', (subject, code, text) => {
    expect(about(subject, code, text)).toMatchObject([
      { sameReference: false, remedy: expect.stringMatching(/^No (la |lo )?repita/) },
    ]);
  });

  it.each([
    ['100', '[resumen.totalCompra ...] VALOR NO VALIDO', 'no acepta este valor', 'computed'],
    ['101', '[receptor.nrc] FORMATO NO VALIDO', 'no tiene la forma', 'request'],
    ['107', '[receptor.nrc] ALGO', 'Sello no conoce el código 107', 'request'],
    ['199', '[receptor.nrc] DEBE PROPORCIONAR UN VALOR', 'Falta un dato', 'request'],
    ['106', 'VALOR NO VALIDO', 'Sello no conoce el código 106', 'unknown'],
  ])('of a rejection under the code of access %s, %s, says what its words say', (code, text, why, origin) => {
    const subject = text.includes('totalCompra') ? '14' : '03';
    const [one] = about(subject, code, text);
    expect(one).toMatchObject({ code, said: text, origin, recognised: false, sameReference: true });
    expect(one?.why).toContain(why);
    expect(`${one?.why} ${one?.remedy}`).not.toMatch(/contraseña|dejó entrar/);
  });

  it.each(['029', '030', '034', '094', '112', '116'])('knows %s, whose words are not public', (code) => {
    expect(about('03', code, 'ALGO')).toMatchObject([
      { recognised: true, why: expect.stringContaining('no son públicas') },
    ]);
    expect(about('03', code, '[receptor.nrc] FORMATO NO VALIDO')).toMatchObject([
      { recognised: true, why: expect.stringContaining('no tiene la forma'), field: 'customer.nrc' },
    ]);
  });

  it('says of 095 that the company or the type is not authorised', () => {
    for (const text of ['NO AUTORIZADO', '[identificacion.tipoDte] NO AUTORIZADO'])
      expect(about('11', '095', text)).toMatchObject([
        {
          recognised: true,
          why: expect.stringContaining('autorizada'),
          remedy: expect.stringContaining('portal'),
        },
      ]);
  });

  it('says what it does not know', () => {
    const [code, field] = [
      about('01', '777', '[receptor.correo] ALGO'),
      about('01', '003', '[receptor.planeta] X'),
    ];
    expect(code).toMatchObject([
      { recognised: false, field: 'customer.email', why: 'Sello no conoce el código 777 de Hacienda.' },
    ]);
    expect(field).toMatchObject([
      { recognised: false, official: null, field: null, origin: 'unknown', value: null },
    ]);
    expect(field[0]?.remedy).toMatch(/^Sello no reconoce el dato que nombra Hacienda/);
    expect(about('01', '', 'Hacienda rechazó el documento sin indicar el motivo.')).toMatchObject([
      { recognised: false, why: 'Hacienda no dio ningún código.' },
    ]);
  });
});

describe('what cannot be explained', () => {
  const gaps = (codigoMsg: string, text: string, subject: Subject | null) =>
    gapsIn({ codigoMsg, message: text, observaciones: [text] }, subject);

  it('is a code, a datum, both or nothing', () => {
    expect(gaps('009', '[receptor.nit] NO EXISTE', '03')).toEqual([]);
    expect(gaps('777', '[receptor.nit] ALGO', '03')).toEqual(['code']);
    expect(gaps('100', '[receptor.nit] ALGO', '03')).toEqual(['code']);
    expect(gaps('003', '[receptor.planeta] X', '03')).toEqual(['field']);
    expect(gaps('777', '[receptor.planeta] X', null)).toEqual(['code', 'field']);
    expect(gaps('003', '[sujetoExcluido.correo] X', '03')).toEqual(['field']);
    expect(gaps('003', '[sujetoExcluido.correo] X', null)).toEqual([]);
    expect(gaps('003', '[motivo.numDocSolicita] X', 'invalidation')).toEqual([]);
  });
});

describe('the table of codes', () => {
  it('says of each what the reader of answers makes of it', () => {
    const codigoGeneracion = codeOf('0A0B0C0D-0000-4000-8000-000000000003');
    for (const [codigoMsg, { outcome, text }] of CODES) {
      const answer = {
        estado: 'RECHAZADO',
        codigoGeneracion,
        codigoMsg,
        descripcionMsg: `[codigoGeneracion] ${text}`,
      };
      const isSilent = (changes: object) => {
        const body = Buffer.from(JSON.stringify({ ...answer, ...changes }));
        return readReception({ status: 400, body }, codigoGeneracion).kind === 'silent';
      };
      const isVerdict = outcome === undefined || outcome === 'access';
      expect([codigoMsg, isSilent({})]).toEqual([codigoMsg, !isVerdict]);
      if (outcome === 'access')
        expect([codigoMsg, isSilent({ codigoGeneracion: null })]).toEqual([codigoMsg, true]);
    }
  });
});
