// The clocks of nodes and of the database, from the HTTP interface on.
import { afterAll, expect, it } from 'vitest';
import { startNode } from './support/composition.ts';
import { ownHouse } from './support/house.ts';
import { type Line, recorderOf } from './support/recorded-lines.ts';
import { freshRef, invoiceBody } from './support/request-bodies.ts';
import { makePlace, removePlace } from './support/temporary-place.ts';

// The house is built a minute ago, so that its certificates hold also for a clock that is behind.
let aheadMs = -60_000;
const journals = makePlace(0o700);
const lines: Line[] = [];
const house = ownHouse({
  journals,
  logger: recorderOf(lines),
  clock: { now: () => Date.now() + aheadMs },
});
afterAll(() => removePlace(journals));

const issue = (reference: string) => house.company.post('/invoice', invoiceBody({ external_ref: reference }));

it('gives no number while its clock and the database’s are more than five seconds apart', async () => {
  aheadMs = 0;
  const [before, meanwhile] = [freshRef(), freshRef()];
  await issue(before);
  const numbers = () => house.sql('SELECT last_number FROM series');
  const given = await numbers();
  for (const apartMs of [-7_000, 7_000]) {
    aheadMs = apartMs;
    const refused = await issue(meanwhile);
    expect([refused.status, refused.body['code']]).toEqual([500, 'clocks_apart']);
    expect(await numbers()).toEqual(given);
    expect(await issue(before)).toMatchObject({ status: 200, body: { is_duplicate: true } });
  }
  aheadMs = 0;
  expect(await issue(meanwhile)).toMatchObject({ status: 200, body: { dte_success: true } });
});

it('waits for the quarantine of the database at a node that was started with a shorter one', async () => {
  const { databaseUrl, masterKey, authority: hacienda } = house;
  const times = { ...house.times, quarantineMs: 1 };
  const node = await startNode({ databaseUrl, masterKey, haciendaUrl: hacienda.url, times });
  const { company, authority } = house;
  const reference = freshRef();
  const body = { external_ref: reference };
  await authority.script({ service: 'recepcion', action: 'reset', when: 'before', times: 10 });
  const first = await company.post('/invoice', invoiceBody(body));
  expect(first.body).toMatchObject({ contingency: true });
  await authority.behave();
  // With other data: nothing may leave while the first bytes may still arrive.
  const changed = await company.at(node).post('/invoice', invoiceBody({ ...body, observations: 'Otra' }));
  expect(changed.body).toMatchObject({ contingency: true });
  const numbers = (await authority.ledger(company.nit)).map(({ numeroControl }) => numeroControl);
  expect(numbers).not.toContain(first.body['control_number']);
  await node.close();
});

it('tells of an authority whose clock is far off, and believes its verdicts', async () => {
  const apart = () => lines.filter(({ event }) => event === 'authority_clock_apart');
  await issue(freshRef());
  expect(apart()).toEqual([]);
  await house.authority.script({ service: 'recepcion', action: 'date', seconds: -90, times: 2 });
  for (let sale = 0; sale < 2; sale += 1)
    expect(await issue(freshRef())).toMatchObject({ status: 200, body: { dte_success: true } });
  expect(apart()).toMatchObject([{ environment: '00' }]);
  expect(Number(apart()[0]?.['aheadMs'])).toBeLessThan(-80_000);
});
