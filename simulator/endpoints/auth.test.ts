import { describe, expect, it } from 'vitest';
import { TEST_NIT } from '../../test/support/simulator/facturas.ts';
import { freshFactura, TEST_KEY, TEST_PASSWORD } from '../../test/support/simulator/rehearsal.ts';
import { sharedRehearsal } from '../../test/support/simulator/shared-rehearsal.ts';
import { envelopeFor } from '../../test/support/simulator/signing.ts';

const sim = sharedRehearsal();

describe('POST /seguridad/auth', () => {
  it('answers a token that already says Bearer', async () => {
    const { status, body } = await sim.login();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'OK',
      body: { user: TEST_NIT, roles: ['ROLE_USER'], tokenType: 'Bearer' },
    });
    expect(await sim.token()).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('refuses with HTTP 200 and status ERROR', async () => {
    const refusal = { status: 'ERROR', error: 'Unauthorized', message: 'Usuario no valido' };
    expect(await sim.login(TEST_NIT, 'otra')).toMatchObject({ status: 200, body: refusal });
    expect(await sim.login('nadie')).toMatchObject({ status: 200, body: refusal });
    const asJson = await sim.request('POST /seguridad/auth', { user: TEST_NIT, pwd: TEST_PASSWORD });
    expect(asJson).toMatchObject({ status: 200, body: refusal });
  });
});

describe('the token', () => {
  it.each([undefined, '', 'Bearer unknown', 'unknown'])('%j is a 401', async (bad) => {
    const envelope = envelopeFor(freshFactura(), TEST_KEY);
    const received = await sim.request('POST /fesv/recepciondte', envelope, bad);
    expect(received.status).toBe(401);
    expect(received.text === '' || received.body['status'] === 401).toBe(true);
    expect((await sim.request('POST /fesv/recepcion/consultadte', {}, bad)).status).toBe(401);
  });

  it('must be sent with its "Bearer "', async () => {
    const envelope = envelopeFor(freshFactura(), TEST_KEY);
    const bare = (await sim.token()).replace('Bearer ', '');
    expect((await sim.request('POST /fesv/recepciondte', envelope, bare)).status).toBe(401);
  });

  it('ends when the control interface says so', async () => {
    await sim.token();
    const { body } = await sim.request('POST /_sim/tokens/expire', { nit: TEST_NIT });
    expect(body['expired']).toBeGreaterThanOrEqual(2);
    expect((await sim.send(freshFactura())).status).toBe(401);
    await sim.token();
    expect((await sim.send(freshFactura())).status).toBe(200);
  });
});
