import { describe, expect, it } from 'vitest';
import { validContingenciaV3, validContingenciaV4 } from '../../test/support/simulator/contingency.ts';
import { valueAt, withValue, withValues } from '../../test/support/simulator/edit.ts';
import { type Draft, TEST_NIT } from '../../test/support/simulator/facturas.ts';
import { signDocument, signText, testKey } from '../../test/support/simulator/signing.ts';
import type { EventBench } from './contingencia-rules.ts';
import { judgeContingencia } from './judge-contingencia.ts';

const key = testKey();

const at = (text: string) => Date.parse(`${text}-06:00`);

const bench: EventBench = {
  issuer: { nit: TEST_NIT, ambiente: '00', user: TEST_NIT, passwordHash: '', key: key.publicKey },
  contingencies: { isSealed: () => false, isListed: () => false },
  ledger: { stampedAs: () => null },
  nowMs: at('2026-11-20T12:00:00'),
  dates: 'lenient',
  versions: [3, 4],
};

const GENERATIONS = [
  ['v3', validContingenciaV3()],
  ['v4', validContingenciaV4()],
] as const;

const V4 = validContingenciaV4();

const judged = (event: Draft, changes: Partial<EventBench> = {}) =>
  judgeContingencia(signDocument(event, key), { ...bench, ...changes }).observaciones;

describe.each(GENERATIONS)('%s', (_, valid) => {
  it('is sealed, with the facts for the ledger', () => {
    expect(judgeContingencia(signDocument(valid, key), bench)).toEqual({
      codigoGeneracion: '7B1C0A52-3D4E-4F60-8A7B-9C0D1E2F3A4B',
      observaciones: [],
      facts: {
        startMs: at('2026-11-20T08:00:00'),
        endMs: at('2026-11-20T11:00:00'),
        tipoContingencia: 1,
        documents: [
          { codigoGeneracion: valueAt(valid, 'detalleDTE.0.codigoGeneracion'), tipoDoc: '01' },
          { codigoGeneracion: valueAt(valid, 'detalleDTE.1.codigoGeneracion'), tipoDoc: '03' },
        ],
      },
    });
  });

  it('takes the number of a responsible person as it is usually written', () => {
    const person = (kind: string, number: string) =>
      judged(withValues(valid, { 'emisor.tipoDocResponsable': kind, 'emisor.numeroDocResponsable': number }));
    expect([person('13', '012345678'), person('36', '06149999993030'), person('03', 'A12345')]).toEqual([
      [],
      [],
      [],
    ]);
    const wrong = ['[emisor.numeroDocResponsable] VALOR NO VALIDO'];
    expect([person('13', '0123456789'), person('36', '0614-999999-303-0')]).toEqual([wrong, wrong]);
  });

  it.each([
    ['emisor.correo', 'sin arroba', 'Campo #/emisor/correo no cumple el formato requerido'],
    ['emisor.telefono', '1', 'Campo #/emisor/telefono no cumple la longitud mínima'],
    ['detalleDTE', [], 'Campo #/detalleDTE no cumple el mínimo de elementos'],
    ['motivo.hFin', '24:00:00', 'Campo #/motivo/hFin no cumple el formato requerido'],
    ['emisor.nit', '06149999994040', '[emisor.nit] NO CORRESPONDE A USUARIO'],
    ['emisor.nit', '0614-999999-101-0', '[emisor.nit] NO CORRESPONDE A USUARIO'],
    ['identificacion.version', 2, '[identificacion.version] VALOR NO ES PERMITIDO'],
    ['identificacion.ambiente', '01', '[identificacion.ambiente] VALOR NO ES PERMITIDO'],
    ['detalleDTE.1.noItem', 1, '[detalleDTE.2.noItem] ERROR EN CORRELATIVO'],
    ['detalleDTE.0.noItem', 2, '[detalleDTE.1.noItem] ERROR EN CORRELATIVO'],
    ['detalleDTE.1.tipoDoc', '08', '[detalleDTE.2.tipoDoc] VALOR NO ES PERMITIDO'],
    [
      'detalleDTE.1.codigoGeneracion',
      valueAt(V4, 'detalleDTE.0.codigoGeneracion'),
      '[detalleDTE.2.codigoGeneracion] VALORES REPETIDOS',
    ],
    ['motivo.hFin', '08:00:00', '[motivo.fFin] FECHA NO ES CORRECTA'],
    ['motivo.fInicio', '2026-11-21', '[motivo.fFin] FECHA NO ES CORRECTA'],
  ])('%s = %j: %s', (path, value, observation) => {
    expect(judged(withValue(valid, path, value))).toEqual([observation]);
  });
});

describe('codes that only the first generation’s schema lists', () => {
  it.each([
    ['emisor.tipoDocResponsable', '01', '[emisor.tipoDocResponsable] VALOR NO VALIDO'],
    ['emisor.tipoEstablecimiento', '03', '[emisor.tipoEstablecimiento] VALOR NO VALIDO'],
    ['motivo.tipoContingencia', 0, '[motivo.tipoContingencia] VALOR NO VALIDO'],
    ['motivo.tipoContingencia', 6, '[motivo.tipoContingencia] VALOR NO VALIDO'],
    ['motivo.tipoContingencia', 5, '[motivo.motivoContingencia] DEBE PROPORCIONAR UN VALOR'],
  ])('%s = %j', (path, value, observation) => {
    expect(judged(withValue(V4, path, value))).toEqual([observation]);
    expect(judged(withValue(validContingenciaV3(), path, value))).toEqual([
      expect.stringContaining('Campo #/'),
    ]);
  });

  it('wants a reason for another cause, in words', () => {
    const explained = (reason: unknown) => ({
      'motivo.tipoContingencia': 5,
      'motivo.motivoContingencia': reason,
    });
    for (const [, valid] of GENERATIONS) {
      expect(judged(withValues(valid, explained('Inundación')))).toEqual([]);
      expect(judged(withValues(valid, explained('')))).toHaveLength(1);
    }
  });
});

describe('versions', () => {
  const OTHER = [
    'DOCUMENTO NO CUMPLE ESQUEMA JSON',
    'Campo #/identificacion/version contiene un valor inválido',
  ];

  it.each([
    [[4], OTHER, []],
    [[3], [], OTHER],
    [[3, 4], [], []],
  ])('%j alone are taken', (versions, ofV3, ofV4) => {
    expect([judged(validContingenciaV3(), { versions }), judged(V4, { versions })]).toEqual([ofV3, ofV4]);
  });

  it('that nobody knows are no matter of the schema', () => {
    const event = withValue(V4, 'identificacion.version', 5);
    expect(judged(event, { versions: [4] })).toEqual(['[identificacion.version] VALOR NO ES PERMITIDO']);
  });

  it('3 has the kind of establishment that the catalog has no longer', () => {
    const of = (valid: Draft) => judged(withValue(valid, 'emisor.tipoEstablecimiento', '20'));
    expect(of(validContingenciaV3())).toEqual([]);
    expect(of(V4)).toEqual(['[emisor.tipoEstablecimiento] VALOR NO VALIDO']);
  });
});

describe('signature', () => {
  const envelope = (documento: string) => judgeContingencia(documento, bench);

  it.each([
    ['another key', signDocument(V4, testKey())],
    ['no JWS', 'documento'],
    ['another algorithm', signText(JSON.stringify(V4), key, '{"alg":"RS256"}')],
  ])('refuses %s', (_, documento) => {
    expect(envelope(documento).observaciones).toEqual(['Firma no válida']);
  });

  it('refuses what is signed and no event', () => {
    expect(envelope(signText('[]', key))).toEqual({
      codigoGeneracion: null,
      facts: null,
      observaciones: ['DATOS NO CUMPLEN ESTANDAR JSON'],
    });
    expect(envelope(signText('{}', key)).observaciones).toEqual([
      '[identificacion.version] VALOR NO ES PERMITIDO',
    ]);
  });
});

describe('clocks', () => {
  const WRONG = 'La fecha y hora de transmision, esta fuera del rango permitido de (+ o -) 30 minutos';

  it.each([
    ['11:30:00', []],
    ['11:29:59', [WRONG]],
    ['12:30:00', []],
    ['12:30:01', [WRONG]],
  ])('sent at %s by its own clock, at noon by ours', (hTransmision, expected) => {
    expect(judged(withValue(V4, 'identificacion.hTransmision', hTransmision))).toEqual(expected);
  });

  it('reports a contingency within 24 hours of its end, in strict mode', () => {
    const when = (fFin: string, hFin: string, dates: EventBench['dates']) =>
      judged(withValues(V4, { 'motivo.fInicio': '2026-11-01', 'motivo.fFin': fFin, 'motivo.hFin': hFin }), {
        dates,
      });
    const late = ['[motivo.fFin] FECHA FUERA DE PLAZO PERMITIDO'];
    expect(when('2026-11-19', '12:00:00', 'strict')).toEqual([]);
    expect(when('2026-11-19', '11:59:59', 'strict')).toEqual(late);
    expect(when('2026-11-19', '11:59:59', 'lenient')).toEqual([]);
    expect(when('2026-11-20', '12:00:01', 'strict')).toEqual(['[motivo.fFin] FECHA NO ES CORRECTA']);
    expect(when('2026-11-20', '12:00:01', 'lenient')).toEqual([]);
  });
});

describe('uniqueness', () => {
  it('refuses the code of a sealed event, and documents of one', () => {
    const isSealed = (ambiente: string, code: string) =>
      ambiente === '00' && code === valueAt(V4, 'identificacion.codigoGeneracion');
    expect(judged(V4, { contingencies: { isSealed, isListed: () => false } })).toEqual([
      '[identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR',
    ]);
    const isListed = ({ nit, codigoGeneracion }: { nit: string; codigoGeneracion: string }) =>
      nit === TEST_NIT && codigoGeneracion === valueAt(V4, 'detalleDTE.1.codigoGeneracion');
    expect(judged(V4, { contingencies: { isSealed: () => false, isListed } })).toEqual([
      '[detalleDTE.2.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR',
    ]);
  });

  it('names everything that is wrong at once', () => {
    const event = withValues(V4, {
      'identificacion.hTransmision': '01:00:00',
      'motivo.tipoContingencia': 7,
      'detalleDTE.0.noItem': 9,
    });
    expect(judged(event)).toHaveLength(3);
  });
});
