// Another system of the same company numbers with the same series: what callers, the operator and the log see.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { fiscalTime } from '../../src/core/calendar/el-salvador-time.ts';
import { NUMBER_IN_DOUBT } from '../../src/core/submitting/doubt.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import type { WorkLimits } from '../../src/work/work-loop.ts';
import { type House, type HouseCompany, type OwnHouse, openHouse } from '../support/house.ts';
import { textOf } from '../support/http-caller.ts';
import { type Line, recorderOf } from '../support/recorded-lines.ts';
import { invoiceBody } from '../support/request-bodies.ts';
import { runSello } from '../support/sello-process.ts';
import { sharedPlace } from '../support/shared-place.ts';
import { upTo } from '../support/storage-bench.ts';
import { until } from '../support/until.ts';

const QUARANTINE_MS = 1_500;
const WORK: WorkLimits = { concurrency: 8, perCompany: 4, pollMs: 50 };

const lines: Line[] = [];
const metrics = createMetrics();
const folder = sharedPlace();
let withWork: OwnHouse;
let withoutWork: OwnHouse;
beforeAll(async () => {
  const options = {
    times: { callTimeoutMs: 1_000, requestBudgetMs: 4_000, quarantineMs: QUARANTINE_MS },
    logger: recorderOf(lines),
    meter: metrics.meter,
  };
  [withWork, withoutWork] = await Promise.all([openHouse({ ...options, work: WORK }), openHouse(options)]);
  writeFileSync(join(folder, 'clave'), Buffer.from(withWork.masterKey, 'base64'), { mode: 0o600 });
});
afterAll(() => Promise.all([withWork.close(), withoutWork.close()]));

const numberAt = (place: number) => `DTE-01-M001P001-${String(place).padStart(15, '0')}`;

/** Another system has used these numbers of the year. */
async function takeNumbers(house: House, { nit }: HouseCompany, ...places: readonly number[]): Promise<void> {
  const { fiscalYear: year } = fiscalTime(Date.now());
  for (const place of places) await house.authority.takeNumber({ nit, year, numeroControl: numberAt(place) });
}

const sale = (company: HouseCompany, externalRef: string) =>
  company.post('/invoice', invoiceBody({ external_ref: externalRef }));

/** The numbers of what the authority has stamped. */
const stampedNumbers = async (house: House, { nit }: HouseCompany) =>
  (await house.authority.ledger(nit, 'stamped')).map(({ numeroControl }) => numeroControl);

let company: HouseCompany;
beforeEach(() => {
  lines.length = 0;
});
afterEach(() => withWork.authority.behave());

it('gives the sale the next number by itself, and the operator sees it', async () => {
  company = await withWork.addCompany();
  await takeNumbers(withWork, company, 1, 2);
  const first = await sale(company, 'venta-1');
  expect(first.body).toMatchObject({
    success: true,
    contingency: true,
    control_number: numberAt(1),
    dte_message: NUMBER_IN_DOUBT,
  });
  const status = async () => (await company.get('/status/venta-1')).body;
  await until(async () => (await status())['dte_success'] === true, 'a stamp');
  expect(await status()).toMatchObject({
    control_number: numberAt(3),
    generation_code: textOf(first, 'generation_code'),
  });
  const again = await sale(company, 'venta-1');
  expect(again.body).toMatchObject({ is_duplicate: true, dte_success: true, control_number: numberAt(3) });
  expect((await sale(company, 'venta-2')).body).toMatchObject({
    dte_success: true,
    control_number: numberAt(4),
  });
  expect(await stampedNumbers(withWork, company)).toEqual([numberAt(3), numberAt(4)]);

  const { companyId } = company;
  const alarms = lines.filter(({ event }) => event === 'control_number_taken_by_another_system');
  expect(alarms).toMatchObject([
    { companyId, numeroControl: numberAt(1), replacedBy: numberAt(2) },
    { companyId, numeroControl: numberAt(2), replacedBy: numberAt(3) },
  ]);
  expect(await metrics.text(null)).toMatch(/^sello_control_numbers_taken_total 2$/m);
});

it('is told by sello numbers and sello doctor', async () => {
  const env = { DATABASE_URL: withWork.databaseUrl, SELLO_MASTER_KEY_FILE: join(folder, 'clave') };
  const run = (...args: readonly string[]) => runSello(args, { cwd: folder, env });
  const numbers = await run('numbers', '--json');
  expect(numbers.code).toBe(0);
  const told: { readonly given_up: readonly unknown[]; readonly gaps: readonly unknown[] } = JSON.parse(
    numbers.out,
  );
  const common = { environment: '00', because: 'taken', client_address: '127.0.0.1' };
  expect(told).toMatchObject({
    explained: true,
    given_up: [
      { ...common, control_number: numberAt(1), replaced_by: numberAt(2) },
      { ...common, control_number: numberAt(2), replaced_by: numberAt(3) },
    ],
    gaps: [],
  });
  expect((await run('numbers')).out).toContain(
    `${numberAt(1)}  another system has it; the sale has ${numberAt(2)} since `,
  );
  expect((await run('doctor')).out).toMatch(
    new RegExp(
      `^warning {2}\\S+: control numbers: 2 numbers of another system in the last 30 days, at last ${numberAt(2)}\\.`,
      'm',
    ),
  );
  await withWork.sql('UPDATE series SET last_number = last_number + 1 WHERE company_id = $1', [
    company.companyId,
  ]);
  const missing = await run('numbers');
  expect([missing.code, missing.out]).toEqual([1, expect.stringContaining('5 of the company in 20')]);
}, 60_000);

it('gives the next number to whoever repeats the reference after the quarantine', async () => {
  const other = await withoutWork.addCompany();
  await takeNumbers(withoutWork, other, 1);
  const first = await sale(other, 'venta-1');
  expect(first.body).toMatchObject({ contingency: true, control_number: numberAt(1) });
  const early = await sale(other, 'venta-1');
  expect(early.body).toMatchObject({ contingency: true, control_number: numberAt(1) });
  await new Promise((resolve) => setTimeout(resolve, QUARANTINE_MS));
  const late = await sale(other, 'venta-1');
  expect(late.body).toMatchObject({
    dte_success: true,
    is_duplicate: false,
    control_number: numberAt(2),
    generation_code: textOf(first, 'generation_code'),
  });
  expect(await stampedNumbers(withoutWork, other)).toEqual([numberAt(2)]);
}, 30_000);

it('never takes a document of another system for its own', async () => {
  const other = await withoutWork.addCompany();
  await takeNumbers(withoutWork, other, 1);
  await sale(other, 'venta-1');
  await new Promise((resolve) => setTimeout(resolve, QUARANTINE_MS));
  await withoutWork.authority.script({ service: 'consulta', action: 'silence', times: 1, nit: other.nit });
  expect((await sale(other, 'venta-1')).body).toMatchObject({
    contingency: true,
    control_number: numberAt(1),
  });
  expect(await stampedNumbers(withoutWork, other)).toEqual([]);
}, 30_000);

it('stops no other sale where queries repeat that the number is taken, and settles', async () => {
  const other = await withWork.addCompany();
  await takeNumbers(withWork, other, 1, 2, 3, 4);
  await withWork.authority.demand({ rejected: 'repeated' });
  for (const number of upTo(4))
    expect((await sale(other, `taken-${number}`)).body).toMatchObject({ contingency: true });
  for (const number of upTo(3))
    expect((await sale(other, `free-${number}`)).body).toMatchObject({ dte_success: true });
  const stamped = async () => (await stampedNumbers(withWork, other)).length === 7;
  await until(stamped, 'a stamp for each sale', 20_000);
  await withWork.authority.demand({ rejected: 'unknown' });
}, 40_000);
