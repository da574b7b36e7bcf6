import { describe, expect, it } from 'vitest';
import { INVALIDATION, RESCISSION } from '../../../test/support/cancelling.ts';
import { UNMETERED } from '../../../test/support/composition.ts';
import { pageOf, signedIn } from '../../../test/support/console-caller.ts';
import { open, submit } from '../../../test/support/form-reader.ts';
import { ownHouse } from '../../../test/support/house.ts';
import { textOf } from '../../../test/support/http-caller.ts';
import { ccfBody, invoiceBody, noteBody, suexBody } from '../../../test/support/request-bodies.ts';
import { summedTally, talliedMeter, timeWithin } from './counting.ts';
import type { MeteredInvalidation, MeteredIssuance } from './metrics-ports.ts';

let outcomes: string[] = [];
const note = (what: string) => (one: MeteredInvalidation) =>
  void outcomes.push(`${what} ${one.tipoDte} ${one.outcome} ${one.via}`);
const house = ownHouse({
  company: { file: INVALIDATION },
  meter: {
    request: () => undefined,
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
      'issued 01 stamped api',
      'issued 01 duplicate api',
      'issued 01 refused api',
      'issued 03 stamped api',
      'issued 14 stamped api',
      'issued 05 stamped api',
      'issued 05 refused api',
      'issued 01 contingency api',
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
    ).toEqual(['invalidated 01 stamped api', 'invalidated 01 duplicate api', 'invalidated null refused api']);
  });

  it('is told of what is done by hand, as such', async () => {
    const user = await signedIn(house, { role: 'owner' });
    const at = pageOf(house, '');
    const ccf = textOf(await house.company.post('/invoice', ccfBody()), 'document_id');
    const begun = await open(user, `${at}/emitir/01`);
    const sale = { 'lines[0].description': 'Pan', 'lines[0].quantity': '1', 'lines[0].unit_price': '2' };
    const ref = /name="external_ref" value="([^"]+)"/.exec(
      (await user.get(`${at}/documentos/${ccf}/nota`)).text,
    );
    const note = { external_ref: ref?.[1] ?? '', modo: 'lineas', 'cantidad-0': '1', paso: 'emitir' };
    const press = () =>
      submit(user, begun, { action: /\/emitir\/01$/, button: ['emitir', '1'], fields: sale });
    expect(
      await told(async () => {
        await press();
        await user.post(`${at}/documentos/${ccf}/nota`, note);
        await user.post(`${at}/documentos/${ccf}/anular`, { ...RESCISSION, paso: 'anular' });
      }),
    ).toEqual(['issued 01 stamped console', 'issued 05 stamped console', 'invalidated null refused console']);
  });
});

const stamped = (durationMs: number | null): MeteredIssuance => ({
  tipoDte: '01',
  outcome: 'stamped',
  via: 'api',
  durationMs,
});

describe('a tallied meter', () => {
  it('keeps what it has counted since the last look, and passes it on', () => {
    const passed: string[] = [];
    const issuance = ({ outcome }: MeteredIssuance) => void passed.push(outcome);
    const { meter, take } = talliedMeter({ ...UNMETERED, issuance });
    meter.issuance(stamped(80));
    meter.issuance({ ...stamped(900), outcome: 'contingency' });
    meter.call({ service: 'recepciondte', outcome: 'stamped', durationMs: 60 });
    meter.call({ service: 'consultadte', outcome: 'silent', durationMs: 60 });
    meter.call({ service: 'recepciondte', outcome: 'not_delivered', durationMs: 60 });
    const first = take();
    expect(first.issued).toMatchObject({ stamped: 1, contingency: 1, rejected: 0 });
    expect(first.calls).toEqual({ answered: 1, silent: 2 });
    expect(passed).toEqual(['stamped', 'contingency']);
    expect(take().issued.stamped).toBe(0);
  });

  it('tells within which time most stamps came, to a fifth', () => {
    const { meter, take } = talliedMeter(UNMETERED);
    expect(timeWithin(take(), 0.5)).toBeNull();
    for (let count = 1; count <= 100; count += 1) meter.issuance(stamped(count > 98 ? 4_000 : 40));
    meter.issuance(stamped(null));
    const tally = take();
    expect(timeWithin(tally, 0.5)).toBeGreaterThanOrEqual(40);
    expect(timeWithin(tally, 0.5)).toBeLessThan(48);
    expect(timeWithin(tally, 0.99)).toBeGreaterThanOrEqual(4_000);
    expect(timeWithin(tally, 0.99)).toBeLessThan(4_800);
    meter.issuance(stamped(999_999));
    const both = summedTally([tally, take()]);
    expect([both.issued.stamped, both.times.reduce((sum, count) => sum + count, 0)]).toEqual([102, 101]);
    expect(timeWithin(both, 1)).toBeGreaterThan(90_000);
  });
});
