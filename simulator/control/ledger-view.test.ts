import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { codeOf, valueAt } from '../../test/support/simulator/edit.ts';
import { TEST_NIT } from '../../test/support/simulator/facturas.ts';
import { clientOf, freshFactura, rehearse } from '../../test/support/simulator/rehearsal.ts';
import { sharedRehearsal } from '../../test/support/simulator/shared-rehearsal.ts';
import { startSimulator } from '../server.ts';

const sim = sharedRehearsal();

describe('GET /_sim/ledger', () => {
  it('shows a stamped document with everything that an audit compares', async () => {
    const document = freshFactura();
    const { body } = await sim.send(document);
    await sim.send(document).catch(() => {});
    const detail = await sim.request(`GET /_sim/ledger/${codeOf(document).toLowerCase()}`);
    expect(detail.body).toMatchObject({
      document,
      submissions: [
        {
          state: 'stamped',
          tipoDte: '01',
          version: 2,
          nit: TEST_NIT,
          ambiente: '00',
          montoTotal: '37.6',
          sello: body['selloRecibido'],
          timesReceived: 2,
          codigoMsg: '001',
          numeroControl: valueAt(document, 'identificacion.numeroControl'),
          fecEmi: valueAt(document, 'identificacion.fecEmi'),
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          stampedAt: expect.stringMatching(/Z$/),
        },
      ],
    });
  });

  it('keeps apart what was rejected and then stamped under one code', async () => {
    const document = freshFactura();
    const wrong = { ...document, apendice: [] };
    await sim.send(wrong);
    await sim.send(wrong);
    await sim.send(document);
    const { body } = await sim.request(`GET /_sim/ledger/${codeOf(document)}`);
    expect(body).toMatchObject({
      document,
      submissions: [
        { state: 'rejected', codigoMsg: '096', stampedAt: null, sello: null, timesReceived: 2 },
        { state: 'stamped', timesReceived: 1 },
      ],
    });
  });

  it('shows bytes that arrived and were never processed', async () => {
    await sim.request('POST /_sim/script', { service: 'recepcion', action: 'status' });
    const document = freshFactura();
    await sim.send(document);
    const { body } = await sim.request('GET /_sim/ledger?state=received');
    expect(body['list']).toMatchObject([
      { codigoGeneracion: codeOf(document), state: 'received', timesReceived: 1 },
    ]);
  });

  it('is filtered and limited to the newest', async () => {
    const { body } = await sim.request(`GET /_sim/ledger?state=stamped&limit=1&nit=${TEST_NIT}`);
    expect(body['list']).toHaveLength(1);
    expect((await sim.request('GET /_sim/ledger?nit=012345678')).body['list']).toEqual([]);
    expect((await sim.request('GET /_sim/ledger?limit=0')).status).toBe(400);
    expect((await sim.request('GET /_sim/ledger/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });
});

describe('the ledger on disk', () => {
  it('is the same after a restart, and goes on without repeating a seal', async () => {
    const first = await rehearse();
    const document = freshFactura();
    await first.send(document);
    const before = await first.request(`GET /_sim/ledger/${codeOf(document)}`);
    const torn = `${first.stateFile}.copy`;
    await writeFile(torn, `${await readFile(first.stateFile, 'utf8')}{"type":"stam`);
    const simulator = await startSimulator({ stateFile: torn });
    const second = clientOf(simulator.url);
    const after = await second.request(`GET /_sim/ledger/${codeOf(document)}`);
    expect([after.body['jws'], after.body['document']]).toEqual([before.body['jws'], document]);
    expect(after.body['submissions']).toMatchObject([{ state: 'stamped', timesReceived: 0 }]);
    expect((await second.send(document)).body['codigoMsg']).toBe('004');
    const { body } = await second.send(freshFactura());
    expect(JSON.stringify(before.body)).not.toContain(String(body['selloRecibido']));
    await simulator.close();
    await first.end();
  });
});
