import { beforeAll, describe, expect, it } from 'vitest';
import { TEST_NIT } from '../../test/support/simulator/facturas.ts';
import { freshFactura, TEST_KEY, TEST_PASSWORD } from '../../test/support/simulator/rehearsal.ts';
import { sharedRehearsal } from '../../test/support/simulator/shared-rehearsal.ts';
import { envelopeFor } from '../../test/support/simulator/signing.ts';

let token: string;

const sim = sharedRehearsal();
beforeAll(async () => {
  token = await sim.token();
});

describe('POST /seguridad/auth', () => {
  it('answers a token that already says Bearer', async () => {
    const { status, body } = await sim.login();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'OK',
      body: { user: TEST_NIT, roles: ['ROLE_USER'], tokenType: 'Bearer' },
    });
    expect(token).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
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
    expect((await sim.send(freshFactura(), token.replace('Bearer ', ''))).status).toBe(401);
  });

  it('ends when the control interface says so', async () => {
    const other = await sim.token();
    const { body } = await sim.request('POST /_sim/tokens/expire', { nit: TEST_NIT });
    expect(body['expired']).toBeGreaterThanOrEqual(2);
    expect((await sim.send(freshFactura(), other)).status).toBe(401);
    token = await sim.token();
    expect((await sim.send(freshFactura(), token)).status).toBe(200);
  });
});
