import { randomUUID } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  validCreditoFiscalV4,
  validNotaCreditoV4,
} from '../../test/support/simulator/documents-of-taxpayers.ts';
import { codeOf, valueAt, withValue, withValues } from '../../test/support/simulator/edit.ts';
import type { Draft } from '../../test/support/simulator/facturas.ts';
import {
  invalidationEnvelope,
  invalidationOf,
  localDay,
  type Stamped,
  validInvalidacionV2,
} from '../../test/support/simulator/invalidation.ts';
import { clientOf, freshFactura, type Received, TEST_KEY } from '../../test/support/simulator/rehearsal.ts';
import { sharedRehearsal } from '../../test/support/simulator/shared-rehearsal.ts';
import { testKey } from '../../test/support/simulator/signing.ts';
import { startSimulator } from '../server.ts';

const START = Date.parse('2026-11-20T12:00:00-06:00');

let nowMs = START;

const sim = sharedRehearsal({ now: () => nowMs });

beforeEach(async () => {
  nowMs = START;
  await sim.token();
});

type Changes = Readonly<Record<string, unknown>>;

let last = 0;

/** A valid document under a fresh code and number, dated today. */
function fresh(document: Draft, changes: Changes = {}): Draft {
  last += 1;
  const tipoDte = String(valueAt(document, 'identificacion.tipoDte'));
  return withValues(document, {
    'identificacion.codigoGeneracion': randomUUID().toUpperCase(),
    'identificacion.numeroControl': `DTE-${tipoDte}-M001P001-${String(last).padStart(15, '9')}`,
    'identificacion.fecEmi': localDay(nowMs),
    ...changes,
  });
}

async function stamped(document: Draft): Promise<Stamped> {
  const { body } = await sim.send(document);
  expect(body['estado'], JSON.stringify(body)).toBe('PROCESADO');
  return { document, sello: body['selloRecibido'] };
}

const invoice = (changes: Changes = {}) =>
  stamped(freshFactura({ 'identificacion.fecEmi': localDay(nowMs), ...changes }));
const ccf = () => stamped(fresh(validCreditoFiscalV4()));

/** A note that takes the whole of a CCF. */
function noteOn(target: Stamped, changes: Changes = {}): Draft {
  const code = codeOf(target.document);
  const note = fresh(validNotaCreditoV4(), { 'documentoRelacionado.0.numeroDocumento': code, ...changes });
  return [0, 1, 2, 3, 4].reduce(
    (draft, index) => withValue(draft, `cuerpoDocumento.${index}.numeroDocumento`, code),
    note,
  );
}

const post = (event: Draft, changes: Draft = {}) =>
  sim.signed('POST /fesv/anulardte', { ...invalidationEnvelope(event, TEST_KEY), ...changes });

const said = ({ status, body }: Received) => `${status} ${body['codigoMsg']} ${body['descripcionMsg']}`;

const ask = async (target: Stamped, changes: Changes = {}) =>
  said(await post(invalidationOf(target, changes)));

const DONE = '200 001 Invalidación Recibida y Procesada';

describe('POST /fesv/anulardte', () => {
  it('answers in the shape of the manual', async () => {
    const event = invalidationOf(await invoice());
    const { status, body } = await post(event);
    expect([status, body]).toEqual([
      200,
      {
        version: 2,
        ambiente: '00',
        versionApp: 1,
        estado: 'PROCESADO',
        codigoGeneracion: codeOf(event),
        selloRecibido: expect.stringMatching(/^2026[0-9A-Z]{36}$/),
        fhProcesamiento: '20/11/2026 12:00:00',
        codigoMsg: '001',
        descripcionMsg: 'Invalidación Recibida y Procesada',
        observaciones: [],
      },
    ]);
  });

  it('takes the event of the first generation too, with the receiver or with anything for nobody', async () => {
    const of = async (target: Stamped, changes: Changes) => {
      const { document, sello } = target;
      const event = withValues(validInvalidacionV2(), {
        'identificacion.codigoGeneracion': randomUUID().toUpperCase(),
        'documento.codigoGeneracion': codeOf(document),
        'documento.numeroControl': valueAt(document, 'identificacion.numeroControl'),
        'documento.selloRecibido': sello,
        ...changes,
      });
      return said(await post(event));
    };
    expect(await of(await invoice(), {})).toBe(DONE);
    const nobody = {
      'documento.tipoDocumento': '37',
      'documento.numDocumento': '000',
      'documento.nombre': 'Nadie',
    };
    expect(await of(await invoice({ receptor: null }), nobody)).toBe(DONE);
    expect(await of(await invoice(), { 'identificacion.fecAnula': '2026-11-19' })).toBe(
      '400 017 [identificacion.fecAnula] FECHA NO ES CORRECTA',
    );
    expect(await of(await invoice(), { 'identificacion.fecAnula': '2026-11-21' })).toContain('400 017');
    expect(await of(await invoice(), { 'motivo.tipoAnulacion': 1 })).toContain('400 096');
  });

  it('invalidates once, whoever asks again', async () => {
    const target = await invoice();
    const events = Array.from({ length: 6 }, () => invalidationOf(target));
    const answers = (await Promise.all(events.map((event) => post(event)))).map(said);
    const again = '400 015 [documento.codigoGeneracion] DOCUMENTO SE ENCUENTRA ANULADO';
    expect(answers.filter((answer) => answer === DONE)).toHaveLength(1);
    expect(answers.filter((answer) => answer === again)).toHaveLength(5);
    const sealed = events[answers.indexOf(DONE)] ?? {};
    expect(said(await post(sealed))).toBe(again);
  });

  it('gives every event a seal of its own, and none that a document has', async () => {
    const targets = await Promise.all(Array.from({ length: 10 }, () => invoice()));
    const answers = await Promise.all(targets.map((target) => post(invalidationOf(target))));
    const seals = [...targets.map(({ sello }) => sello), ...answers.map(({ body }) => body['selloRecibido'])];
    expect(new Set(seals).size).toBe(20);
  });

  it('wants a token, an envelope, and a signature', async () => {
    const event = invalidationOf(await invoice());
    expect((await sim.request('POST /fesv/anulardte', {}, 'Bearer x')).status).toBe(401);
    const { body } = await sim.signed('POST /fesv/anulardte', { ambiente: '00', version: 3 });
    expect([body['codigoMsg'], body['observaciones']]).toEqual(['097', ['documento', 'idEnvio']]);
    expect(said(await sim.signed('POST /fesv/anulardte', []))).toContain('098');
    const forged = invalidationEnvelope(event, testKey());
    expect(said(await sim.signed('POST /fesv/anulardte', forged))).toBe('400 802 Firma no válida');
    expect(said(await post(event, { version: 2 }))).toContain('027 [identificacion.version]');
    expect(said(await post(event, { ambiente: '01' }))).toContain('027 [identificacion.ambiente]');
    const newer = withValue(event, 'identificacion.version', 4);
    expect(said(await post(newer))).toContain('007 [identificacion.version]');
    const abroad = withValue(event, 'identificacion.ambiente', '01');
    expect(said(await post(abroad, { ambiente: '01' }))).toContain('007 [identificacion.ambiente]');
    expect(said(await post(withValue(event, 'emisor.nit', '06149999994040')))).toContain('008 [emisor.nit]');
    expect(said(await post(withValue(event, 'emisor.correo', 'x')))).toContain('096');
    expect(said(await post(event))).toBe(DONE);
  });
});

describe('the document', () => {
  it('has been stamped, for this issuer', async () => {
    const target = { document: freshFactura(), sello: 'A'.repeat(40) };
    const other = { nit: '06149999994040', password: 'Otra#Ficticia1' };
    await sim.request('POST /_sim/issuers', { ...other, publicKeyPem: TEST_KEY.publicKeyPem });
    const login = await sim.login(other.nit, other.password);
    const theirs = withValue(invalidationOf(await invoice()), 'emisor.nit', other.nit);
    const by = String(valueAt(login.body, 'body.token'));
    const answer = await sim.request('POST /fesv/anulardte', invalidationEnvelope(theirs, TEST_KEY), by);
    expect(said(answer)).toContain('400 014');
    expect(await ask(target)).toBe(
      '400 014 [documento.codigoGeneracion] NO EXISTE UN REGISTRO CON ESTE DATO',
    );
  });

  it.each([
    ['tipoDte', '11'],
    ['selloRecibido', 'A'.repeat(40)],
    ['numeroControl', 'DTE-01-M001P001-999999999999999'],
    ['numeroControl', null],
    ['fecEmi', '2026-11-19'],
  ])('has the %s of the event (%j)', async (key, value) => {
    expect(await ask(await invoice(), { [`documento.${key}`]: value })).toBe(
      `400 027 [documento.${key}] DATO NO COINCIDE CON DTE`,
    );
  });

  it.each([
    [{ tipoDocumento: '13' }, '400 024 [documento.tipoDocumento/numDocumento] VALOR EN CAMPO NO APLICA'],
    [
      { numDocumento: '012345678' },
      '400 024 [documento.tipoDocumento/numDocumento] VALOR EN CAMPO NO APLICA',
    ],
    [{ tipoDocumento: '13', numDocumento: '012345678' }, DONE],
    [
      { tipoDocumento: '13', numDocumento: '012345679' },
      '400 027 [documento.numDocumento] DATO NO COINCIDE CON DTE',
    ],
    [
      { tipoDocumento: '36', numDocumento: '012345678' },
      '400 027 [documento.tipoDocumento] DATO NO COINCIDE CON DTE',
    ],
    [{ nombre: 'Persona Ficticia de Prueba' }, DONE],
    [{ nombre: 'Otra Persona' }, '400 027 [documento.nombre] DATO NO COINCIDE CON DTE'],
  ])('has the receiver of the event, or the event has none: %j', async (receiver, expected) => {
    const changes = Object.entries(receiver).map(([key, value]) => [`documento.${key}`, value]);
    expect(await ask(await invoice(), Object.fromEntries(changes))).toBe(expected);
  });

  it('of a taxpayer is known by its NIT', async () => {
    const number = (numDocumento: string) => ({
      'documento.tipoDocumento': '36',
      'documento.numDocumento': numDocumento,
    });
    const target = await ccf();
    expect(await ask(target, number('06149999993030'))).toContain('027 [documento.numDocumento]');
    expect(await ask(target, number('06140202020024'))).toBe(DONE);
  });
});

describe('the reasons', () => {
  it.each([
    [{ 'motivo.tipoAnulacion': 4 }, '003 [motivo.tipoAnulacion] VALOR NO VALIDO'],
    [{ 'motivo.tipDocResponsable': '01' }, '003 [motivo.tipDocResponsable] VALOR NO VALIDO'],
    [{ 'motivo.numDocSolicita': '1' }, '003 [motivo.numDocSolicita] VALOR NO VALIDO'],
    [
      { 'motivo.tipoAnulacion': 3, 'motivo.motivoAnulacion': null },
      '005 [motivo.motivoAnulacion] DEBE PROPORCIONAR UN VALOR',
    ],
    [{ 'motivo.tipoAnulacion': 1 }, '005 [documento.codigoGeneracionR] DEBE PROPORCIONAR UN VALOR'],
  ])('%j', async (changes, expected) => {
    expect(await ask(await invoice(), changes)).toBe(`400 ${expected}`);
  });

  it('an error needs another stamped document in its place', async () => {
    const [target, other] = [await invoice(), await invoice()];
    const replacedBy = (code: unknown, tipoAnulacion = 1) =>
      ask(target, { 'motivo.tipoAnulacion': tipoAnulacion, 'documento.codigoGeneracionR': code });
    const field = '[documento.codigoGeneracionR]';
    expect(await replacedBy(codeOf(target.document))).toBe(`400 025 ${field} VALORES REPETIDOS`);
    expect(await replacedBy(randomUUID().toUpperCase())).toBe(
      `400 014 ${field} NO EXISTE UN REGISTRO CON ESTE DATO`,
    );
    expect(await replacedBy(codeOf(other.document), 2)).toBe(`400 024 ${field} VALOR EN CAMPO NO APLICA`);
    const gone = await invoice();
    await ask(gone);
    expect(await replacedBy(codeOf(gone.document), 3)).toBe(
      `400 015 ${field} DOCUMENTO SE ENCUENTRA ANULADO`,
    );
    expect(await replacedBy(codeOf(other.document), 3)).toBe(DONE);
  });

  it('a note is replaced by nothing', async () => {
    const note = await stamped(noteOn(await ccf()));
    const other = await invoice();
    const error = { 'motivo.tipoAnulacion': 1 };
    expect(await ask(note, { ...error, 'documento.codigoGeneracionR': codeOf(other.document) })).toContain(
      '024',
    );
    expect(await ask(note, error)).toBe(DONE);
  });
});

describe('the dates', () => {
  const daysLater = (days: number) => {
    nowMs = START + days * 86_400_000;
    return localDay(nowMs);
  };

  it('a factura is invalidated within three months, to the last second', async () => {
    const target = await invoice();
    nowMs = Date.parse('2027-02-21T00:00:00-06:00');
    await sim.token();
    expect(await ask(target)).toBe('400 018 [documento.fecEmi] FECHA FUERA DE PLAZO PERMITIDO');
    nowMs -= 1;
    expect(await ask(target)).toBe(DONE);
  });

  it('a CCF until the tenth business day of the next month, by an event of its own date', async () => {
    const target = await ccf();
    const later = daysLater(1);
    await sim.token();
    expect(await ask(target, { 'identificacion.fecEmi': later })).toBe(
      '400 017 [identificacion.fecEmi] FECHA NO ES CORRECTA',
    );
    nowMs = Date.parse('2026-12-15T00:00:00-06:00');
    await sim.token();
    expect(await ask(target)).toContain('018');
    nowMs -= 1;
    expect(await ask(target)).toBe(DONE);
  });

  it('the event of a factura is dated from its day to three months later', async () => {
    const target = await invoice();
    expect(await ask(target, { 'identificacion.fecEmi': '2026-11-19' })).toContain('017');
    expect(await ask(target, { 'identificacion.fecEmi': '2027-02-21' })).toContain('017');
    expect(await ask(target, { 'identificacion.fecEmi': '2027-02-20' })).toBe(DONE);
  });
});

describe('a CCF and its notes', () => {
  const field = '[documentoRelacionado.numeroDocumento]';

  it('is not invalidated while a note holds', async () => {
    const target = await ccf();
    const note = await stamped(noteOn(target));
    expect(await ask(target)).toBe('400 028 [documento.codigoGeneracion] DTE ESTA RELACIONADO CON OTRO DTE');
    expect(await ask(note)).toBe(DONE);
    expect(await ask(target)).toBe(DONE);
    expect(said(await sim.send(noteOn(target)))).toBe(`400 015 ${field} DOCUMENTO SE ENCUENTRA ANULADO`);
  });

  it('is known to the authority, as a CCF', async () => {
    const unknown = { document: fresh(validCreditoFiscalV4()), sello: null };
    for (const target of [unknown, await invoice()]) {
      expect(said(await sim.send(noteOn(target)))).toBe(
        `400 014 ${field} NO EXISTE UN REGISTRO CON ESTE DATO`,
      );
    }
  });

  it('gives back no more than it took, over all notes that hold', async () => {
    const target = await ccf();
    const first = await stamped(noteOn(target));
    const tooMuch = `400 016 ${field} MONTO DE OPERACIÓN ES MAYOR AL DOCUMENTO RELACIONADO`;
    expect(said(await sim.send(noteOn(target)))).toBe(tooMuch);
    await ask(first);
    expect(said(await sim.send(noteOn(target)))).toContain('200');
  });

  it('leaves a cent of tolerance', async () => {
    const cents = (value: number) => Number(value.toFixed(2));
    const more = (amount: number) => ({
      'cuerpoDocumento.3.precioUni': amount,
      'cuerpoDocumento.3.ventaNoSuj': amount,
      'resumen.totalNoSuj': amount,
      'resumen.subTotalVentas': cents(136 + amount),
      'resumen.montoTotalOperacion': cents(152.9 + amount),
      'resumen.totalPagar': cents(154.4 + amount),
    });
    expect(said(await sim.send(noteOn(await ccf(), more(4.02))))).toContain('016');
    expect(said(await sim.send(noteOn(await ccf(), more(4.01))))).toContain('200');
  });
});

describe('the books of invalidations', () => {
  it('are shown by issuer and state', async () => {
    const target = await invoice();
    const event = invalidationOf(target);
    await post(withValue(event, 'motivo.tipoAnulacion', 4));
    const sello = (await post(event)).body['selloRecibido'];
    const codigoGeneracion = codeOf(event);
    const list = async (query: string) =>
      (await sim.request(`GET /_sim/invalidations?${query}`)).body['list'];
    const documento = codeOf(target.document);
    expect(await list('limit=2')).toMatchObject([
      { state: 'rejected', codigoMsg: '003', sello: null },
      { state: 'sealed', codigoMsg: '001', codigoGeneracion, documento, sello, tipoDte: '01' },
    ]);
    expect(await list('nit=012345678')).toEqual([]);
  });

  it('are the same after a restart, with what notes took', async () => {
    const [gone, target] = [await invoice(), await ccf()];
    await post(invalidationOf(gone));
    await sim.send(noteOn(target));
    const copy = `${sim.stateFile}.copy`;
    await cp(sim.stateFile, copy);
    const simulator = await startSimulator({ stateFile: copy, now: () => nowMs });
    const second = clientOf(simulator.url);
    const { text } = await second.request('GET /_sim/invalidations?limit=1000');
    expect(text).toBe((await sim.request('GET /_sim/invalidations?limit=1000')).text);
    const again = invalidationEnvelope(invalidationOf(gone), TEST_KEY);
    expect(said(await second.signed('POST /fesv/anulardte', again))).toContain('015');
    expect(said(await second.send(noteOn(target)))).toContain('016');
    await simulator.close();
  });
});
