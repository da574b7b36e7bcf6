import { describe, expect, it } from 'vitest';
import { COVERED } from '../../test/support/simulator/contingency.ts';
import { withValue, withValues } from '../../test/support/simulator/edit.ts';
import {
  type Draft,
  TEST_NIT,
  validFacturaV1,
  validFacturaV2,
} from '../../test/support/simulator/facturas.ts';
import { fullFacturaV2 } from '../../test/support/simulator/full-facturas.ts';
import { envelopeFor, signText, testKey } from '../../test/support/simulator/signing.ts';
import { type EnvelopeReading, readEnvelope } from './envelope.ts';
import { type Bench, type Judgement, judge } from './judge.ts';

const key = testKey();

const bench: Bench = {
  issuer: { nit: TEST_NIT, ambiente: '00', user: TEST_NIT, passwordHash: '', key: key.publicKey },
  ledger: { stampedAs: () => null, numberIsTaken: () => false, notesOn: () => [] },
  contingencies: COVERED,
  invalidations: { isInvalidated: () => false },
  related: 'trusted',
  nowMs: Date.parse('2026-11-20T18:00:00Z'),
  dates: 'lenient',
};

function judgeEnvelope(draft: Draft, changes: Partial<Bench> = {}): Judgement {
  const reading: EnvelopeReading = readEnvelope(JSON.stringify(draft));
  if (reading.kind === 'refused') throw new Error(reading.refusal.descripcionMsg);
  return judge(reading.envelope, { ...bench, ...changes });
}

const judged = (document: Draft, changes: Partial<Bench> = {}) =>
  judgeEnvelope(envelopeFor(document, key), changes);

/** `clasificaMsg/codigoMsg descripcionMsg`, with the observations of a structure; or `accepted`. */
function said(judgement: Judgement): string {
  if (judgement.kind === 'accepted') return ['accepted', ...judgement.remarks].join(' ');
  const { clasificaMsg, codigoMsg, descripcionMsg, observaciones } = judgement.refusal;
  return `${clasificaMsg}/${codigoMsg} ${codigoMsg === '096' ? observaciones.join() : descripcionMsg}`;
}

describe('what is right', () => {
  it.each([
    ['v1 without a receiver', withValue(validFacturaV1(), 'receptor', null)],
    ['v2 without a receiver', withValue(validFacturaV2(), 'receptor', null)],
    [
      'v1 with a municipality code of 2024',
      withValue(validFacturaV1(), 'receptor.direccion.municipio', '24'),
    ],
  ])('%s', (_, document) => {
    expect(said(judged(document))).toBe('accepted');
  });

  it('includes the decimals that a serializer of doubles prints', () => {
    const text = JSON.stringify(validFacturaV2()).replace('"cantidad":1,', '"cantidad":1.0E0,');
    const draft = { ...envelopeFor(validFacturaV2(), key), documento: signText(text, key) };
    expect(said(judgeEnvelope(draft))).toBe('accepted');
  });
});

describe('who and how signed', () => {
  const valid = validFacturaV2();
  const envelope = envelopeFor(valid, key);

  it('refuses the document of another issuer before anything else', () => {
    expect(said(judged(withValue(valid, 'emisor.nit', '06149999994040')))).toBe(
      '12/008 [emisor.nit] NO CORRESPONDE A CONTRIBUYENTE',
    );
  });

  it.each([
    ['another key', signText(JSON.stringify(valid), testKey())],
    ['another algorithm', signText(JSON.stringify(valid), key, '{"alg":"RS256"}')],
    ['no JWS', 'documento'],
    ['an empty signature', `${signText('{}', key).split('.').slice(0, 2).join('.')}.AA`],
  ])('refuses %s with 802', (_, documento) => {
    expect(said(judgeEnvelope({ ...envelope, documento }))).toBe('20/802 Firma no válida');
  });

  it.each([
    ['text', 'not JSON'],
    ['a list', '[]'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['a number without end', `{"a":1e999}`],
  ])('refuses a well-signed payload of %s with 098', (_, payload) => {
    expect(said(judgeEnvelope({ ...envelope, documento: signText(payload, key) }))).toBe(
      '98/098 DATOS NO CUMPLEN ESTANDAR JSON',
    );
  });
});

describe('an issuer', () => {
  const REFUSED = '12/095 EMISOR O TIPO DE DTE NO AUTORIZADO';

  it.each<readonly [readonly string[] | null, string]>([
    [['03', '05'], REFUSED],
    [[], REFUSED],
    [['03', '01'], 'accepted'],
    [['01'], 'accepted'],
    [null, 'accepted'],
  ])('that may issue %j', (types, expected) => {
    const issuer = { ...bench.issuer, types };
    expect(said(judged(validFacturaV2(), { issuer }))).toBe(expected);
    expect(said(judged(validFacturaV1(), { issuer }))).toBe(expected);
  });
});

describe('the envelope', () => {
  const envelope = envelopeFor(validFacturaV2(), key);

  it.each([
    [{ ambiente: '01' }, '11/027 [identificacion.ambiente] DATO NO COINCIDE CON DTE'],
    [{ version: 1 }, '98/096 Campo #/identificacion/version contiene un valor inválido'],
    [{ tipoDte: '03' }, '11/027 [identificacion.tipoDte] DATO NO COINCIDE CON DTE'],
    [{ codigoGeneracion: 'X' }, '11/027 [identificacion.codigoGeneracion] DATO NO COINCIDE CON DTE'],
  ])('%o disagrees with the document', (changes, expected) => {
    expect(said(judgeEnvelope({ ...envelope, ...changes }))).toBe(expected);
  });

  it('must be of the environment of the issuer', () => {
    const document = withValue(validFacturaV2(), 'identificacion.ambiente', '01');
    expect(said(judged(document))).toBe('11/007 [identificacion.ambiente] VALOR NO ES PERMITIDO');
  });

  it('names a type or version that reception does not take', () => {
    expect(said(judged(withValue(validFacturaV2(), 'identificacion.version', 3)))).toBe(
      '11/007 [identificacion.version] VALOR NO ES PERMITIDO',
    );
    expect(said(judged(withValue(validFacturaV2(), 'identificacion.tipoDte', '08')))).toBe(
      '11/007 [identificacion.tipoDte] VALOR NO ES PERMITIDO',
    );
  });

  it.each([
    ['nothing', '99/097 NO SE HA PROPORCIONADO DATOS PARA VALIDAR', '{}'],
    ['no JSON', '98/098 DATOS NO CUMPLEN ESTANDAR JSON', '{'],
  ])('%s cannot be read', (_, expected, body) => {
    const reading = readEnvelope(body);
    expect(reading.kind === 'refused' && said({ ...reading, facts: null })).toBe(expected);
  });
});

describe('the structure, in both generations', () => {
  it.each([
    ['emisor.correo', 'sin arroba', 'no cumple el formato requerido'],
    ['receptor.correo', 'nadie@ninguna', 'no cumple el formato requerido'],
    ['emisor.nrc', '12-3', 'no cumple el formato requerido'],
    ['identificacion.fecEmi', '2026-02-30', 'no cumple el formato requerido'],
    ['identificacion.horEmi', '24:00:00', 'no cumple el formato requerido'],
    ['receptor.direccion.municipio', '6-23', 'no cumple el formato requerido'],
    ['identificacion.tipoMoneda', 'EUR', 'contiene un valor inválido'],
    ['resumen.totalIva', '3.18', 'no es del tipo requerido'],
    ['resumen.totalIva', 3.181, 'no cumple la cantidad de decimales'],
    ['resumen.extra', 1, 'no es permitido'],
  ])('%s = %j', (path, value, words) => {
    const expected = `98/096 Campo #/${path.replaceAll('.', '/')} ${words}`;
    expect(said(judged(withValue(validFacturaV1(), path, value)))).toBe(expected);
    expect(said(judged(withValue(validFacturaV2(), path, value)))).toBe(expected);
  });

  it('wants a DUI with its hyphen in v1 and without in v2', () => {
    const expected = '98/096 Campo #/receptor/numDocumento no cumple el formato requerido';
    expect(said(judged(withValue(validFacturaV1(), 'receptor.numDocumento', '012345678')))).toBe(expected);
    expect(said(judged(withValue(validFacturaV2(), 'receptor.numDocumento', '01234567-8')))).toBe(expected);
  });

  it('names every faulty field, up to a limit', () => {
    const both = withValues(validFacturaV2(), { 'emisor.nombre': '', 'receptor.correo': 'x@y' });
    expect(said(judged(both)).split(',')).toHaveLength(3);
    const lines = Array.from({ length: 90 }, () => ({}));
    const many = judged(withValue(validFacturaV2(), 'cuerpoDocumento', lines));
    expect(many.kind === 'refused' && many.refusal.observaciones).toHaveLength(50);
  });
});

describe('uniqueness and dates', () => {
  const repeated = { ...bench.ledger, numberIsTaken: () => true };

  it('refuses a control number that a stamped document has', () => {
    expect(said(judged(validFacturaV2(), { ledger: repeated }))).toBe(
      '11/004 [identificacion.numeroControl] YA EXISTE UN REGISTRO CON ESE VALOR',
    );
  });

  it.each([
    ['2026-11-20', 'accepted', 'accepted'],
    ['2026-11-21', 'remark', '11/017 [identificacion.fecEmi] FECHA NO ES CORRECTA'],
    ['2026-11-15', 'remark', 'remark'],
    ['2026-11-14', 'remark', '11/018 [identificacion.fecEmi] FECHA FUERA DE PLAZO PERMITIDO'],
  ])('%s is judged leniently and strictly', (fecEmi, lenient, strict) => {
    const remark = 'accepted identificacion.fecEmi Difiere de la fecha de envío.';
    const document = withValue(validFacturaV2(), 'identificacion.fecEmi', fecEmi);
    expect(said(judged(document))).toBe(lenient.replace('remark', remark));
    expect(said(judged(document, { dates: 'strict' }))).toBe(strict.replace('remark', remark));
  });

  it('leaves the dates of contingency to its own periods', () => {
    const late = withValue(fullFacturaV2(), 'identificacion.fecEmi', '2026-10-01');
    expect(said(judged(late, { dates: 'strict' }))).toContain('accepted');
  });
});
