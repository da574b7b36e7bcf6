import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freshFactura, rehearse } from '../../test/support/simulator/rehearsal.ts';
import { sharedRehearsal } from '../../test/support/simulator/shared-rehearsal.ts';

const sim = sharedRehearsal();

/** Sends raw text to the simulator and collects what comes until the connection ends. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(sim.simulator.port, '127.0.0.1', () => socket.end(text));
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('routes', () => {
  it.each([
    ['POST /fesv/otra', 404],
    ['POST /', 404],
    ['POST /_simulator', 404],
    ['POST /_sim/otra', 404],
    ['GET /fesv/recepciondte', 405],
    ['PUT /seguridad/auth', 405],
    ['POST /fesv/recepcion/consultadte', 401],
    ['POST /fesv/recepcion/consultadte/', 401],
    ['POST /fesv/recepciondte/', 401],
    ['POST /fesv/recepciondte?x=1', 401],
  ])('%s is a %i', async (route, status) => {
    const body = route.startsWith('GET') ? undefined : {};
    expect((await sim.request(route, body)).status).toBe(status);
  });

  it('answers 405 in JSON, also to a body that is none', async () => {
    const received = await raw('DELETE /seguridad/auth HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(received).toContain('405');
    expect(received).toContain('"error":"Method Not Allowed"');
  });
});

describe('connections', () => {
  it('survive a request that breaks off', async () => {
    const half = 'POST /fesv/recepciondte HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{"ambiente"';
    await raw(half).catch(() => {});
    expect((await sim.request('GET /_sim/health')).status).toBe(200);
  });

  it('are ended by close, whatever they wait for', async () => {
    const other = await rehearse();
    await other.request('POST /_sim/script', [
      { service: 'recepcion', action: 'silence' },
      { service: 'recepcion', action: 'delay', delayMs: 600_000 },
      { service: 'recepcion', action: 'zombie', forMs: 600_000 },
    ]);
    const waiting = Array.from({ length: 3 }, () => other.send(freshFactura()).catch(() => 'ended'));
    await expect
      .poll(async () => (await other.request('GET /_sim/calls')).body['counts'])
      .toMatchObject({
        recepcion: 3,
      });
    await other.end();
    expect(await Promise.all(waiting)).toEqual(['ended', 'ended', 'ended']);
  });
});
