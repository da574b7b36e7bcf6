import { beforeAll, describe, expect, it } from 'vitest';
import type { WorkLimits } from '../src/work/work-loop.ts';
import { type HouseCompany, ownHouse } from './support/house.ts';
import { textOf } from './support/http-caller.ts';
import { invoiceBody } from './support/request-bodies.ts';
import { upTo } from './support/storage-bench.ts';
import { until } from './support/until.ts';

const WORK: WorkLimits = { concurrency: 8, perCompany: 4, pollMs: 50 };

const house = ownHouse({
  times: { callTimeoutMs: 300, requestBudgetMs: 2_000, quarantineMs: 60_000 },
  company: { certificate: 'none' },
  work: WORK,
});
beforeAll(async () => {
  await house.addNode();
});

/** Waits until every document of the company is stamped. */
function allStamped({ companyId }: HouseCompany): Promise<void> {
  const open = "SELECT 1 FROM documents WHERE company_id = $1 AND state <> 'stamped'";
  return until(async () => (await house.sql(open, [companyId])).length === 0, 'stamps for all');
}

describe('an authority that falls silent and comes back', () => {
  it('has every document stamped once, under its number, without a client’s retry', async () => {
    const company = await house.addCompany();
    await house.authority.script({ service: 'all', action: 'down', forMs: 60_000, nit: company.nit });
    const answers = await Promise.all(
      upTo(12).map((number) => company.post('/invoice', invoiceBody({ external_ref: `venta-${number}` }))),
    );
    expect(answers.map(({ body }) => body['contingency'])).toEqual(answers.map(() => true));
    await house.authority.behave();
    await allStamped(company);
    const ledger = await house.authority.ledger(company.nit, 'stamped');
    expect(new Set(ledger.map(({ numeroControl }) => numeroControl))).toEqual(
      new Set(answers.map((answer) => textOf(answer, 'control_number'))),
    );
    expect(ledger).toHaveLength(answers.length);
    const again = await company.post('/invoice', invoiceBody({ external_ref: 'venta-1' }));
    expect(again.body).toMatchObject({ is_duplicate: true, dte_success: true });
  }, 30_000);

  it('is answered for in less than 100 ms while it is known to be down, and is sent nothing', async () => {
    const company = await house.addCompany();
    await house.authority.script({
      service: 'recepcion',
      action: 'silence',
      times: 1_000,
      nit: company.nit,
    });
    await house.authority.script({ service: 'consulta', action: 'silence', times: 1_000, nit: company.nit });
    for (const number of upTo(3))
      await company.post('/invoice', invoiceBody({ external_ref: `lenta-${number}` }));
    const sent = async () => (await house.authority.ledger(company.nit)).length;
    const before = await sent();
    const times: number[] = [];
    for (const number of upTo(9)) {
      const started = performance.now();
      const { body } = await company.post('/invoice', invoiceBody({ external_ref: `rapida-${number}` }));
      times.push(performance.now() - started);
      expect(body).toMatchObject({ success: true, contingency: true, posted: true });
    }
    expect(times.sort((a, b) => a - b)[4]).toBeLessThan(100);
    expect(await sent()).toBe(before);
    await house.authority.behave();
    await allStamped(company);
  }, 40_000);

  it('keeps nobody else waiting', async () => {
    const [dark, bright] = [await house.addCompany(), await house.addCompany()];
    await house.authority.script({ service: 'all', action: 'silence', times: 500, nit: dark.nit });
    await Promise.all(
      upTo(20).map((number) => dark.post('/invoice', invoiceBody({ external_ref: `oscura-${number}` }))),
    );
    const { body } = await bright.post('/invoice', invoiceBody({ external_ref: 'clara' }));
    expect(body).toMatchObject({ dte_success: true });
    await house.authority.behave();
    await allStamped(dark);
  }, 40_000);

  it('is no reason to doubt a company whose credentials are right', async () => {
    const [wrong, right] = [await house.addCompany(), await house.addCompany()];
    await house.authority.script({ service: 'auth', action: 'auth_error', times: 100, nit: wrong.nit });
    for (const number of upTo(4))
      await wrong.post('/invoice', invoiceBody({ external_ref: `mal-${number}` }));
    expect((await right.post('/invoice', invoiceBody({}))).body).toMatchObject({ dte_success: true });
    await house.authority.behave();
  }, 40_000);
});

describe('a node that died', () => {
  it('leaves its documents to the others, whatever it had done', async () => {
    const company = await house.addCompany();
    await house.authority.script({ service: 'all', action: 'down', forMs: 60_000, nit: company.nit });
    for (const number of upTo(2))
      await company.post('/invoice', invoiceBody({ external_ref: `caja-${number}` }));
    // As a node leaves them that was killed: one claimed, one with bytes on their way, both leased.
    await house.sql`UPDATE documents SET state = CASE external_ref WHEN 'caja-1' THEN 'claimed' ELSE 'in_flight' END,
        lease_until = clock_timestamp() + interval '2 s', next_attempt_at = clock_timestamp(), fence = fence + 1
      WHERE company_id = ${company.companyId}`;
    await house.authority.behave();
    await allStamped(company);
    expect(await house.authority.ledger(company.nit, 'stamped')).toHaveLength(2);
  }, 30_000);
});
