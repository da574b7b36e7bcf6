import { describe, expect, it } from 'vitest';
import {
  hostileAnswers,
  OTHER_CODE,
  OUR_CODE,
  reception,
  refusalOfNothing,
  rejection,
  SELLO,
} from '../../test/loopback/hostile-answers.ts';
import { codeOf } from '../../test/support/identifiers.ts';
import { archiveAnswer, readConsultation, readReception, readText, wordsIn } from './answer.ts';

const read = (status: number, body: string) =>
  readReception({ status, body: Buffer.from(body) }, codeOf(OUR_CODE));
const ask = (status: number, body: string) =>
  readConsultation({ status, body: Buffer.from(body) }, codeOf(OUR_CODE));

describe('a stamp', () => {
  it('is read with its seal, date, code and observations', () => {
    const body = reception({ codigoMsg: '002', observaciones: ['Forma de pago difiere.'] });
    expect(read(200, body)).toEqual({
      kind: 'stamped',
      stamp: {
        selloRecibido: SELLO,
        fhProcesamiento: '14/10/2026 10:36:15',
        codigoMsg: '002',
        descripcionMsg: 'RECIBIDO',
        observaciones: ['Forma de pago difiere.'],
      },
      raw: { status: 200, body },
    });
  });

  it.each([
    ['the code in lower case', { codigoGeneracion: OUR_CODE.toLowerCase() }, {}],
    ['the code between blanks', { codigoGeneracion: ` ${OUR_CODE} ` }, {}],
    ['estado in lower case', { estado: 'procesado' }, {}],
    ['a message code that is a number', { codigoMsg: 2 }, { codigoMsg: '002' }],
    ['a message code without zeros', { codigoMsg: '1' }, { codigoMsg: '001' }],
    ['no message code', { codigoMsg: null }, { codigoMsg: '' }],
    ['observaciones null', { observaciones: null }, { observaciones: [] }],
    ['observaciones missing', { observaciones: undefined }, { observaciones: [] }],
    ['observaciones empty', { observaciones: ['', ''] }, { observaciones: [] }],
    ['observaciones numbers', { observaciones: [7, 'x', null, {}] }, { observaciones: ['7', 'x'] }],
    ['observaciones one text', { observaciones: 'x' }, { observaciones: ['x'] }],
    ['observaciones an object', { observaciones: { a: 1 } }, { observaciones: [] }],
    ['observaciones with NUL', { observaciones: ['a\u0000b'] }, { observaciones: ['a b'] }],
    ['fhProcesamiento null', { fhProcesamiento: null }, { fhProcesamiento: null }],
    ['fhProcesamiento empty', { fhProcesamiento: '' }, { fhProcesamiento: null }],
    [
      'fhProcesamiento odd',
      { fhProcesamiento: '11/08/2020 09:50.52' },
      { fhProcesamiento: '11/08/2020 09:50.52' },
    ],
    ['descripcionMsg null', { descripcionMsg: null }, { descripcionMsg: '' }],
    ['clasificaMsg missing', { clasificaMsg: undefined }, {}],
    ['fields that nobody knows', { nuevo: { a: [1] } }, {}],
  ])('is read with %s', (_, fields, expected) => {
    const verdict = read(200, reception(fields));
    expect(verdict).toMatchObject({ kind: 'stamped', stamp: { selloRecibido: SELLO, ...expected } });
  });
});

describe('a rejection', () => {
  it.each([200, 400])('is read from HTTP %d', (status) => {
    expect(read(status, rejection({ observaciones: ['uno', 'dos'] }))).toMatchObject({
      kind: 'rejected',
      rejection: {
        codigoMsg: '020',
        clasificaMsg: '16',
        descripcionMsg: '[resumen.totalIva] CALCULO INCORRECTO',
        observaciones: ['uno', 'dos'],
      },
    });
  });

  it.each([
    ['its description', { observaciones: ['', ''] }, ['[resumen.totalIva] CALCULO INCORRECTO']],
    ['its description', { observaciones: null }, ['[resumen.totalIva] CALCULO INCORRECTO']],
    [
      'a sentence of ours',
      { descripcionMsg: null },
      ['Hacienda rechazó el documento sin indicar el motivo.'],
    ],
    ['a sentence of ours', { descripcionMsg: ' ' }, ['Hacienda rechazó el documento sin indicar el motivo.']],
  ])('without observations carries %s', (_, fields, observaciones) => {
    expect(read(400, rejection(fields))).toMatchObject({ kind: 'rejected', rejection: { observaciones } });
  });

  it.each([
    ['a code of tomorrow', { codigoMsg: '029' }, '029'],
    ['a code without zeros', { codigoMsg: 9 }, '009'],
    ['a code that is no number', { codigoMsg: 'ERROR_CODIGO' }, 'ERROR_CODIGO'],
    ['802 without a document', { codigoMsg: '802', clasificaMsg: '20', codigoGeneracion: null }, '802'],
    ['802 with numbers', { codigoMsg: 802, clasificaMsg: 20, codigoGeneracion: null }, '802'],
    ['096 without a document', { codigoMsg: '096', clasificaMsg: '98', codigoGeneracion: '' }, '096'],
    ['96 without a class', { codigoMsg: 96, clasificaMsg: null, codigoGeneracion: undefined }, '096'],
  ])('is read with %s', (_, fields, codigoMsg) => {
    expect(read(400, rejection(fields))).toMatchObject({ kind: 'rejected', rejection: { codigoMsg } });
  });
});

/** As it was seen to reject the purchase from somebody excluded: the code a number, the document's own code echoed. */
const UNKNOWN_CODE = {
  codigoMsg: 100,
  clasificaMsg: 14,
  descripcionMsg: '[resumen.totalCompra compras] VALOR NO VALIDO',
};
const NO_CODE = { codigoGeneracion: null };
const NO_FIELD = { descripcionMsg: 'VALOR NO VALIDO' };

describe('a rejection under a code of access', () => {
  it.each([
    ['the document’s code and a field', UNKNOWN_CODE, '100'],
    ['the document’s code alone', { ...UNKNOWN_CODE, ...NO_FIELD }, '100'],
    ['a field alone', { ...UNKNOWN_CODE, ...NO_CODE }, '100'],
    [
      'a field among its observations',
      { ...NO_FIELD, ...NO_CODE, codigoMsg: '199', observaciones: ['[receptor.nit] X'] },
      '199',
    ],
    [
      'a field as the schema names it',
      { ...NO_FIELD, ...NO_CODE, codigoMsg: '107', observaciones: ['Campo #/resumen/totalIva X'] },
      '107',
    ],
    [
      'the code in small letters',
      { ...NO_FIELD, codigoMsg: '106', codigoGeneracion: OUR_CODE.toLowerCase() },
      '106',
    ],
  ])('is one with %s', (_, fields, codigoMsg) => {
    expect(read(400, rejection(fields))).toMatchObject({ kind: 'rejected', rejection: { codigoMsg } });
    expect(ask(400, rejection(fields))).toMatchObject({ kind: 'absent' });
  });

  it.each([
    ['no code and no field', 400, { ...UNKNOWN_CODE, ...NO_CODE, ...NO_FIELD }],
    [
      'a field that no document has',
      400,
      { ...UNKNOWN_CODE, ...NO_CODE, descripcionMsg: '[token] VALOR NO VALIDO' },
    ],
    ['another document’s code', 400, { ...UNKNOWN_CODE, codigoGeneracion: OTHER_CODE }],
    ['HTTP 401', 401, UNKNOWN_CODE],
    ['HTTP 403', 403, UNKNOWN_CODE],
    ['a seal', 400, { ...UNKNOWN_CODE, selloRecibido: SELLO }],
  ])('is silence with %s', (_, status, fields) => {
    expect(read(status, rejection(fields))).toMatchObject({ kind: 'silent' });
    expect(ask(status, rejection(fields))).toMatchObject({ kind: 'silent' });
  });

  it.each(['001', 2, '022', 99])('is none under %j, with code and field or without', (codigoMsg) => {
    expect(read(400, rejection({ codigoMsg }))).toMatchObject({ kind: 'silent' });
    expect(ask(400, rejection({ codigoMsg }))).toMatchObject({ kind: 'silent' });
  });
});

describe('any other rejection', () => {
  it('needs the document’s code or a field of it', () => {
    expect(read(400, rejection(NO_CODE))).toMatchObject({
      kind: 'rejected',
      rejection: { codigoMsg: '020' },
    });
    expect(read(400, refusalOfNothing())).toMatchObject({ kind: 'silent' });
    const taken = {
      ...NO_CODE,
      codigoMsg: '004',
      descripcionMsg: '[identificacion.numeroControl] YA EXISTE',
    };
    expect(read(400, rejection(taken))).toMatchObject({ kind: 'already_registered', field: 'numeroControl' });
  });
});

describe('the words of an answer without a verdict', () => {
  const words = (body: unknown) => wordsIn({ status: 400, body: Buffer.from(JSON.stringify(body)) });

  it.each([
    [
      { codigoMsg: 107, descripcionMsg: 'TOKEN INVÁLIDO', observaciones: ['x', ''] },
      '107',
      'TOKEN INVÁLIDO | x',
    ],
    [{ mensaje: 'Validaciones no superadas' }, '', 'Validaciones no superadas'],
    [{ status: 401, error: 'Unauthorized', message: 'Token vencido' }, '', 'Unauthorized | Token vencido'],
    [{ codigoMsg: '022' }, '022', ''],
  ])('are read of %j', (body, code, text) => {
    expect(words(body)).toEqual({ code, text });
  });

  it('are none where it says nothing', () => {
    expect([words({}), words([]), words('x'), words({ selloRecibido: SELLO })]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(wordsIn({ status: 502, body: Buffer.from('<html>Bad Gateway</html>') })).toBeNull();
  });

  it('hold no token, no signed bytes and no more than a line', () => {
    const text = `Bearer abc.1 no sirve; eyJ${'x'.repeat(60)}.firma tampoco`;
    expect(words({ message: text })?.text).toBe('Bearer … no sirve; … tampoco');
    expect(words({ message: 'largo '.repeat(500) })?.text).toHaveLength(300);
  });
});

describe('004', () => {
  const already = (text: string, observaciones: unknown = []) =>
    read(400, rejection({ codigoMsg: '004', clasificaMsg: '11', descripcionMsg: text, observaciones }));

  it.each([
    ['[identificacion.numeroControl] YA EXISTE UN REGISTRO CON ESE VALOR', [], 'numeroControl'],
    ['[identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR', null, 'codigoGeneracion'],
    ['YA EXISTE', ['Campo identificacion.numeroControl'], 'numeroControl'],
    ['[numeroControl] YA EXISTE', ['[codigoGeneracion] YA EXISTE'], 'codigoGeneracion'],
  ])('%s %j means that %s is registered', (text, observaciones, field) => {
    expect(already(text, observaciones)).toMatchObject({ kind: 'already_registered', field });
  });
});

describe('what an answer names as registered', () => {
  const OTHER = '22222222-3333-4444-8555-666666666666';
  const text = '[identificacion.numeroControl] YA EXISTE UN REGISTRO CON ESE VALOR';
  const already = (changes: object) =>
    read(400, rejection({ codigoMsg: '004', clasificaMsg: '11', descripcionMsg: text, ...changes }));

  it.each([
    ['nothing', {}, null, false],
    ['our own code', { descripcionMsg: `${text}: codigo ${OUR_CODE}` }, null, false],
    ['another code in its text', { observaciones: [`codigo ${OTHER.toLowerCase()}`] }, OTHER, false],
    ['another code in the place of ours', { codigoGeneracion: OTHER }, OTHER, true],
    ['no code in the place of ours', { codigoGeneracion: 'OTRO' }, null, true],
  ])('is %s', (_title, changes, named, strays) => {
    expect(already(changes)).toMatchObject({ kind: 'already_registered', named, strays });
  });

  it('is nothing of a rejection for another reason', () => {
    expect(already({ codigoMsg: '020', codigoGeneracion: OTHER })).toMatchObject({ kind: 'silent' });
  });
});

describe('an answer without a recognised verdict', () => {
  it('comes in more than a hundred shapes', () => {
    expect(hostileAnswers.length).toBeGreaterThan(200);
  });

  it.each(hostileAnswers)('$name is silent', ({ status, body }) => {
    expect(readReception({ status, body }, codeOf(OUR_CODE))).toMatchObject({
      kind: 'silent',
      raw: { status },
    });
  });

  it('never proves a seal when it answers a query', () => {
    for (const { name, status, body } of hostileAnswers) {
      const sealed = name.includes('a seal with');
      const consultation = readConsultation({ status, body }, codeOf(OUR_CODE));
      expect([name, consultation.kind === 'stamped']).toEqual([name, sealed && status === 200]);
    }
  });
});

const refused004 = (descripcionMsg: string) =>
  rejection({ codigoMsg: '004', descripcionMsg, observaciones: [] });

describe('a query', () => {
  it('is answered with the stamp, whatever its message code', () => {
    expect(ask(200, reception())).toMatchObject({ kind: 'stamped', stamp: { selloRecibido: SELLO } });
    expect(ask(200, reception({ codigoMsg: '099' }))).toMatchObject({ kind: 'stamped' });
  });

  it.each([
    ['a refusal with our code', 400, rejection({ codigoMsg: '014' })],
    ['a refusal with no code', 400, rejection({ codigoMsg: '014', codigoGeneracion: null })],
    ['a refusal as the manual prints it', 400, rejection({ codigoMsg: 'ERROR_CODIGO', clasificaMsg: null })],
    ['a refusal inside HTTP 200', 200, rejection()],
    ['a refusal inside HTTP 404', 404, rejection({ codigoMsg: null })],
    ['a message code with our code', 404, JSON.stringify({ codigoMsg: '014', codigoGeneracion: OUR_CODE })],
    ['the rejection of the document', 400, rejection({ codigoMsg: '096', clasificaMsg: '98' })],
    ['its number, which is registered', 400, refused004('[identificacion.numeroControl] YA EXISTE')],
  ])('is answered absent by %s', (_, status, body) => {
    expect(ask(status, body)).toMatchObject({ kind: 'absent', raw: { status, body } });
  });

  it.each([
    ['a page with 404', 404, '<html>Not Found</html>'],
    ['an empty 404', 404, ''],
    ['a 404 in JSON', 404, '{"status":404,"error":"Not Found"}'],
    ['a 404 in the words of a gateway', 404, '{"codigoMsg":"404","descripcionMsg":"no Route matched"}'],
    ['a 404 with our code alone', 404, JSON.stringify({ message: 'Not Found', codigoGeneracion: OUR_CODE })],
    ['an empty 400', 400, ''],
    ['an empty 200', 200, ''],
    ['JSON of a gateway', 400, '{"status":400,"error":"Bad Request"}'],
    ['a stamp with 404', 404, reception()],
    ['a refusal that names another document', 400, rejection({ codigoGeneracion: OTHER_CODE })],
    ['a 404 that names another document', 404, JSON.stringify({ codigoGeneracion: OTHER_CODE })],
    ['a refusal with a seal', 400, rejection({ selloRecibido: SELLO })],
    ['something that is registered', 400, rejection({ codigoMsg: '004', descripcionMsg: 'YA EXISTE' })],
    ['an outage', 400, rejection({ codigoMsg: '022' })],
    ['an unnamed error', 400, rejection({ codigoMsg: 99 })],
    ['a refused token', 400, refusalOfNothing({ codigoMsg: '107' })],
    ['a query that was not understood', 400, refusalOfNothing({ codigoMsg: '098' })],
    ['403', 403, rejection()],
    ['500', 500, rejection()],
    ['503', 503, ''],
  ])('is not answered by %s', (_, status, body) => {
    expect(ask(status, body)).toMatchObject({ kind: 'silent' });
  });

  it.each([
    ['a code that is registered', refused004('[identificacion.codigoGeneracion] YA EXISTE'), false],
    ['a document that was invalidated', rejection({ codigoMsg: 15 }), true],
  ])('is answered by %s that the document is known', (_, body, invalidated) => {
    expect(ask(400, body)).toMatchObject({ kind: 'known', invalidated, raw: { body } });
  });

  it.each([
    ['something that is registered', 400, rejection({ codigoMsg: '004', descripcionMsg: 'YA EXISTE' }), true],
    ['that it was received, as a refusal', 400, rejection({ codigoMsg: '001' }), true],
    ['a refusal with a seal', 400, rejection({ selloRecibido: SELLO }), true],
    ['a seal that is none', 200, reception({ selloRecibido: 'x' }), true],
    ['a refusal of another document', 400, rejection({ codigoGeneracion: OTHER_CODE }), undefined],
    ['an outage', 400, rejection({ codigoMsg: '022' }), undefined],
    ['a refused sign-in', 403, rejection(), undefined],
    ['a gateway', 503, '', undefined],
  ])('about %s decides nothing, and tells whether the authority is there', (_, status, body, spoke) => {
    const answer = ask(status, body);
    expect([answer.kind, 'spoke' in answer ? answer.spoke : undefined]).toEqual(['silent', spoke]);
  });
});

describe('the archived answer', () => {
  it('keeps 64 KiB, cut between characters', () => {
    const { body } = archiveAnswer({ status: 200, body: Buffer.from(`x${'ñ'.repeat(100_000)}`) });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(65_536);
    expect(body.length).toBeGreaterThan(32_000);
    expect(body).toMatch(/^xñ+\uFFFD?$/);
  });

  it('keeps 64 KiB of bytes that are no text', () => {
    const { body } = archiveAnswer({ status: 200, body: Buffer.alloc(1_000_000, 0xff) });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(65_536);
  });

  it('holds nothing that a text column refuses', () => {
    expect(archiveAnswer({ status: 502, body: Buffer.from('a\0b') }).body).toBe('a\uFFFDb');
    expect(archiveAnswer({ status: 502, body: Buffer.from([0xed, 0xa0, 0x80]) }).body.isWellFormed()).toBe(
      true,
    );
  });
});

describe('reading a text field', () => {
  it.each([
    ['  hola ', 'hola'],
    [7, '7'],
    ['a\u0000b\r\nc', 'a b c'],
    ['\uD800x', '\uFFFDx'],
    [null, null],
    [undefined, null],
    [{}, null],
    [[], null],
    [true, null],
  ])('%j becomes %j', (value, expected) => {
    expect(readText(value)).toBe(expected);
  });
});
