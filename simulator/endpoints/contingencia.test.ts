import { cp } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  contingencyEnvelope,
  contingentFactura,
  eventOver,
  localParts,
} from '../../test/support/simulator/contingency.ts';
import { codeOf, withValue, withValues } from '../../test/support/simulator/edit.ts';
import type { Draft } from '../../test/support/simulator/facturas.ts';
import { clientOf, freshFactura, TEST_KEY } from '../../test/support/simulator/rehearsal.ts';
import { sharedRehearsal } from '../../test/support/simulator/shared-rehearsal.ts';
import { startSimulator } from '../server.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-20T12:00:00-06:00');

let nowMs = START;
const sim = sharedRehearsal({ now: () => nowMs, dates: 'strict' });

const report = (event: Draft) => sim.signed('POST /fesv/contingencia', contingencyEnvelope(event, TEST_KEY));

/** An event of the last hour over documents of half an hour ago. */
function hourOver(documents: readonly Draft[]): Draft {
  return eventOver(documents, { startMs: nowMs - HOUR_MS, endMs: nowMs, sentMs: nowMs });
}

const halfAnHourAgo = () => contingentFactura(nowMs - HOUR_MS / 2);

describe('POST /fesv/contingencia', () => {
  it('seals an event, in the shape of the manual', async () => {
    const { status, body } = await report(hourOver([halfAnHourAgo()]));
    expect([status, body]).toEqual([
      200,
      {
        estado: 'RECIBIDO',
        fechaHora: '20/11/2026 12:00:00',
        mensaje: 'Documento recibido',
        selloRecibido: expect.stringMatching(/^2026[0-9A-Z]{36}$/),
        observaciones: [],
      },
    ]);
  });

  it('refuses with all its reasons', async () => {
    const event = withValues(hourOver([halfAnHourAgo()]), {
      'identificacion.hTransmision': '01:00:00',
      'motivo.tipoContingencia': 7,
    });
    expect(await report(event)).toMatchObject({
      status: 400,
      body: {
        estado: 'RECHAZADO',
        fechaHora: '20/11/2026 12:00:00',
        mensaje: 'Validaciones no superadas',
        selloRecibido: null,
        observaciones: [
          'La fecha y hora de transmision, esta fuera del rango permitido de (+ o -) 30 minutos',
          '[motivo.tipoContingencia] VALOR NO VALIDO',
        ],
      },
    });
  });

  it('takes version 4 alone unless it is told otherwise, as the test environment was seen to', async () => {
    const older = () => {
      const { emisor, ...event } = hourOver([halfAnHourAgo()]);
      const { codPuntoVentaMH: codPuntoVenta, ...rest } = Object(emisor);
      return withValues({ ...event, emisor: { ...rest, codPuntoVenta } }, { 'identificacion.version': 3 });
    };
    expect(await report(older())).toMatchObject({
      status: 400,
      body: {
        observaciones: [
          'DOCUMENTO NO CUMPLE ESQUEMA JSON',
          'Campo #/identificacion/version contiene un valor inválido',
        ],
      },
    });
    await sim.request('PUT /_sim/demands', { events: 'v1' });
    expect((await report(older())).status).toBe(200);
    expect((await report(hourOver([halfAnHourAgo()]))).status).toBe(400);
    await sim.request('PUT /_sim/demands', { events: 'seen' });
  });

  it.each([
    [{}, '[nit] DEBE PROPORCIONAR UN VALOR'],
    [{ nit: '06149999991010' }, '[documento] DEBE PROPORCIONAR UN VALOR'],
    [{ nit: '06149999994040', documento: 'a.b.c' }, '[nit] NO CORRESPONDE A CONTRIBUYENTE'],
    [[], 'DATOS NO CUMPLEN ESTANDAR JSON'],
  ])('refuses the body %j', async (sent, observation) => {
    const { status, body } = await sim.signed('POST /fesv/contingencia', sent);
    expect([status, body['observaciones']]).toEqual([400, [observation]]);
  });

  it('wants a token', async () => {
    expect((await sim.request('POST /fesv/contingencia', {}, 'Bearer x')).status).toBe(401);
  });

  it('seals one of many events that list the same document', async () => {
    const document = halfAnHourAgo();
    const events = Array.from({ length: 8 }, () => hourOver([document]));
    const answers = await Promise.all(events.map(report));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 400)?.body['observaciones']).toEqual([
      '[detalleDTE.1.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR',
    ]);
  });

  it('takes a corrected event under the code of a rejected one, and no other under that of a sealed one', async () => {
    const event = hourOver([halfAnHourAgo()]);
    expect((await report(withValue(event, 'motivo.tipoContingencia', 9))).status).toBe(400);
    expect((await report(event)).status).toBe(200);
    const again = withValue(hourOver([halfAnHourAgo()]), 'identificacion.codigoGeneracion', codeOf(event));
    expect((await report(again)).body['observaciones']).toEqual([
      '[identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR',
    ]);
  });

  it('refuses an event that lists a stamped document as a whole, and takes it without that one', async () => {
    const [arrived, waiting] = [freshFactura({ 'identificacion.fecEmi': '2026-11-20' }), halfAnHourAgo()];
    expect((await sim.send(arrived)).status).toBe(200);
    const { status, body } = await report(hourOver([waiting, arrived]));
    expect([status, body['estado'], body['observaciones']]).toEqual([
      400,
      'RECHAZADO',
      ['código generación ya existe'],
    ]);
    expect((await sim.send(waiting)).body).toMatchObject({ codigoMsg: '012' });
    expect((await report(hourOver([waiting]))).status).toBe(200);
    expect((await sim.send(waiting)).status).toBe(200);
  });

  it('gives every event a seal of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(hourOver([halfAnHourAgo()]))));
    expect(new Set(answers.map(({ body }) => body['selloRecibido'])).size).toBe(20);
  });
});

describe('documents of a contingency, one by one', () => {
  it('need an event that lists them under their type', async () => {
    const [listed, stranger, other] = [halfAnHourAgo(), halfAnHourAgo(), halfAnHourAgo()];
    await report(withValue(hourOver([listed, other]), 'detalleDTE.1.tipoDoc', '03'));
    expect((await sim.send(listed)).status).toBe(200);
    for (const document of [stranger, other]) {
      expect((await sim.send(document)).body).toMatchObject({
        estado: 'RECHAZADO',
        clasificaMsg: '11',
        codigoMsg: '012',
        descripcionMsg: '[identificacion.codigoGeneracion] NO EXISTE EVENTO DE CONTINGENCIA',
      });
    }
  });

  it('lie in the period of their event', async () => {
    const early = contingentFactura(nowMs - HOUR_MS - 1000);
    await report(hourOver([early]));
    expect((await sim.send(early)).body).toMatchObject({ codigoMsg: '013' });
  });

  it('arrive within 72 hours of the seal', async () => {
    const [inTime, late] = [halfAnHourAgo(), halfAnHourAgo()];
    await report(hourOver([inTime, late]));
    nowMs += 72 * HOUR_MS;
    await sim.token();
    expect((await sim.send(inTime)).status).toBe(200);
    nowMs += 1000;
    expect((await sim.send(late)).body).toMatchObject({ codigoMsg: '018' });
    nowMs = START;
  });
});

describe('the books of events', () => {
  it('are shown by issuer, state and code', async () => {
    const document = halfAnHourAgo();
    const event = hourOver([document]);
    await report(withValue(event, 'motivo.tipoContingencia', 9));
    const { body: sealed } = await report(event);
    const { body } = await sim.request(`GET /_sim/events/${codeOf(event).toLowerCase()}`);
    const row = {
      state: 'sealed',
      codigoGeneracion: codeOf(event),
      sello: sealed['selloRecibido'],
      nit: '06149999991010',
      documents: [codeOf(document)],
      tipoContingencia: 1,
      until: '2026-11-20T18:00:00.000Z',
    };
    expect(body).toMatchObject({ document: event, submissions: [{ state: 'rejected' }, row] });
    expect((await sim.request('GET /_sim/events?state=sealed&limit=1')).body['list']).toMatchObject([row]);
    expect((await sim.request('GET /_sim/events?nit=012345678')).body['list']).toEqual([]);
    expect((await sim.request('GET /_sim/events/UNKNOWN')).status).toBe(404);
  });

  it('are the same after a restart, and go on without repeating a seal', async () => {
    const [before, after] = [halfAnHourAgo(), halfAnHourAgo()];
    const event = hourOver([before]);
    const { body: sealed } = await report(event);
    const copy = `${sim.stateFile}.copy`;
    await cp(sim.stateFile, copy);
    const simulator = await startSimulator({ stateFile: copy, now: () => nowMs });
    const second = clientOf(simulator.url);
    const { text } = await second.request('GET /_sim/events?limit=1000');
    expect(text).toBe((await sim.request('GET /_sim/events?limit=1000')).text);
    expect((await second.send(before)).status).toBe(200);
    const next = contingencyEnvelope(hourOver([after]), TEST_KEY);
    const { body } = await second.signed('POST /fesv/contingencia', next);
    expect(text).toContain(String(sealed['selloRecibido']));
    expect(text).not.toContain(String(body['selloRecibido']));
    await simulator.close();
  });
});

it('the clock of the tests is El Salvador’s', () => {
  expect(localParts(START)).toEqual({ date: '2026-11-20', time: '12:00:00' });
});
