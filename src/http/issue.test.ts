import { describe, expect, it } from 'vitest';
import { INVALIDATION } from '../../test/support/cancelling.ts';
import { sharedHouse } from '../../test/support/house.ts';
import { ccfBody, invoiceBody, noteBody, suexBody } from '../../test/support/request-bodies.ts';
import type { MeteredOutcome, MeteredRequest } from '../operations/installation/metrics-ports.ts';

let requests: MeteredRequest[] = [];
let outcomes: string[] = [];
const note = (what: string) => (type: string | null, outcome: MeteredOutcome) =>
  void outcomes.push(`${what} ${type} ${outcome}`);
const house = sharedHouse({
  company: { file: INVALIDATION },
  meter: {
    request: (request) => void requests.push(request),
    issuance: note('issued'),
    invalidation: note('invalidated'),
    call: () => undefined,
    damagedFile: () => undefined,
    numberTaken: () => undefined,
    unexplained: () => undefined,
  },
});

/** What the meter was told while this ran; a request is told of when its answer has been sent. */
async function told(work: () => Promise<unknown>): Promise<readonly string[]> {
  outcomes = [];
  await work();
  return outcomes;
}

describe('the meter', () => {
  it('is told how every request to issue ends', async () => {
    const { company, authority } = house;
    const sale = invoiceBody();
    const ccf = ccfBody({ external_ref: 'ccf-1' });
    expect(
      await told(async () => {
        for (const body of [
          sale,
          sale,
          invoiceBody({ lines: [{ description: 'x', quantity: 0, unit_price: 1 }] }),
        ])
          await company.post('/invoice', body);
        await company.post('/invoice', ccf);
        await company.post('/suex', suexBody());
        await company.post('/credit-memo', noteBody('ccf-1'));
        await company.post('/credit-memo', noteBody('nada'));
        await authority.script({ service: 'recepcion', action: 'status', status: 503, times: 3 });
        await company.post('/invoice', invoiceBody());
        await authority.behave();
      }),
    ).toEqual([
      'issued 01 stamped',
      'issued 01 duplicate',
      'issued 01 refused',
      'issued 03 stamped',
      'issued 14 stamped',
      'issued 05 stamped',
      'issued 05 refused',
      'issued 01 contingency',
    ]);
  });

  it('is told how every request to invalidate ends', async () => {
    const { company } = house;
    const { body } = await company.post('/invoice', invoiceBody());
    expect(
      await told(async () => {
        await company.call('POST', `/invalidate/${body['document_id']}`);
        await company.call('POST', `/invalidate/${body['document_id']}`);
        await company.call('POST', '/invalidate/nada');
      }),
    ).toEqual(['invalidated 01 stamped', 'invalidated 01 duplicate', 'invalidated null refused']);
  });

  it('is told of every request by the route that served it, never by what a caller wrote', async () => {
    requests = [];
    await house.company.get('/status/un-cliente');
    await house.company.get('/un/secreto');
    await house.caller(null).get('/catalogs/units?search=x');
    await expect.poll(() => requests.length).toBe(3);
    expect(requests.map(({ route, method, status }) => `${method} ${route} ${status}`).sort()).toEqual([
      'GET /catalogs/units 401',
      'GET /status/:id_or_ref 404',
      'GET unknown 404',
    ]);
    for (const { durationMs } of requests) expect(durationMs).toBeGreaterThan(0);
  });
});
