// The operator compares a month with the simulated authority by the command, killed in the middle and run again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { fiscalTime } from '../../src/core/calendar/el-salvador-time.ts';
import { sold } from '../support/cancelling.ts';
import { ownHouse } from '../support/house.ts';
import { runSello, startSello } from '../support/sello-process.ts';
import { sharedPlace } from '../support/shared-place.ts';

const house = ownHouse();
/** Each command is a process of its own. */
const PATIENCE_MS = 180_000;
const SALES = 6;
const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);
const folder = sharedPlace();
beforeAll(() => writeFileSync(join(folder, 'clave'), `${house.masterKey}\n`, { mode: 0o600 }));

const place = () => ({
  cwd: folder,
  env: {
    DATABASE_URL: house.databaseUrl,
    SELLO_MASTER_KEY_FILE: join(folder, 'clave'),
    SELLO_HACIENDA_TEST_URL: house.authority.url,
    SELLO_DURABLE_WITHOUT: 'fsync,full_page_writes',
  },
});
const command = (...more: readonly string[]) => [
  'reconcile',
  '--month',
  month,
  '--company',
  house.company.nit,
  '--rate',
  '2',
  '--json',
  ...more,
];
const asked = async () => (await house.authority.calls())['consulta'] ?? 0;

it(
  'goes on where it was killed, tells three lists and writes them down',
  async () => {
    const codes: string[] = [];
    for (let sale = 0; sale < SALES; sale += 1)
      codes.push(String((await sold(house.company))['generation_code']));
    const [lost = ''] = codes;
    await house.authority.say({ codigoGeneracion: lost, is: 'absent' });
    await house.authority.forgetCalls();

    const killed = startSello(command(), place());
    await expect.poll(asked, { timeout: 60_000 }).toBeGreaterThan(3);
    killed.signal('SIGKILL');
    await killed.ended;
    const [half] = await house.sql('SELECT documents, ended_at FROM month_reconciliations');
    expect(half?.['ended_at']).toBe(null);
    expect(Number(half?.['documents'])).toBeGreaterThan(0);
    expect(Number(half?.['documents'])).toBeLessThan(SALES);

    const csv = join(folder, 'conciliacion.csv');
    const { code, out, err } = await runSello(command('--csv', csv), place());
    expect([code, err]).toEqual([1, expect.stringContaining(`${SALES} of ${SALES} documents asked about.`)]);
    expect(JSON.parse(out)).toMatchObject({
      month,
      documents: SALES,
      only_here: [{ reason: 'absent_there', generation_code: lost, stamp_there: null }],
      only_there: [],
      different: [],
      unanswered: [],
      csv,
    });
    expect(readFileSync(csv, 'utf8')).toMatch(
      new RegExp(`\\r\\nonly_here,absent_there,01,DTE-01-.*,${lost},`),
    );
    // The absence took three questions, once or twice; of the others one at the most was asked about twice.
    expect(await asked()).toBeLessThanOrEqual(SALES + 2 + 1 + 2);

    await house.authority.unsay();
    const agrees = await runSello(command('--rate', '50').toSpliced(5, 2), place());
    expect([agrees.code, JSON.parse(agrees.out)]).toMatchObject([0, { documents: SALES, only_here: [] }]);
    const silent = await house.authority
      .script({ service: 'consulta', action: 'status', times: 9 })
      .then(() => runSello(command(), place()));
    expect([silent.code, JSON.parse(silent.out || silent.err.split('\n').at(-2) || '{}')]).toMatchObject([
      1,
      { error: { code: 'hacienda_silent' } },
    ]);
  },
  PATIENCE_MS,
);
