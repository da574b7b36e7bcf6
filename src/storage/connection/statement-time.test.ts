import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { afterInstant, CLOCK, columnsAfter, timeWhere } from './statement-time.ts';

describeOnDatabases('the time of a statement', (name) => {
  const bench = sharedBench(name);

  it('is told where the condition on a parameter holds, and is null where it does not', async () => {
    const text = `SELECT ${timeWhere(`$1 = 'yes'`)} = statement_timestamp() AS told`;
    expect(await bench.asSuperuser(text, ['yes'])).toEqual([{ told: true }]);
    expect(await bench.asSuperuser(text, ['no'])).toEqual([{ told: null }]);
    expect(await bench.asSuperuser(text, [null])).toEqual([{ told: null }]);
  });

  it('is counted on from an instant, whatever the time zone of the session', async () => {
    const later = afterInstant('settled', "interval '23 hours'");
    const text = `SELECT ${later} = settled + interval '82800 s' AS same
                  FROM (SELECT set_config('timezone', $1, true)) AS zone, (SELECT timestamptz '2026-03-08 06:30Z' AS settled) AS one`;
    for (const zone of ['UTC', 'America/New_York', 'America/El_Salvador'])
      expect(await bench.asSuperuser(text, [zone])).toEqual([{ same: true }]);
  });

  it('stands in FROM without being looked up for each row', async () => {
    const rows = await bench.asSuperuser(
      `EXPLAIN (COSTS OFF) UPDATE log_agreement SET doubt_until = CASE WHEN epoch > 0 THEN clock.now END FROM ${CLOCK}`,
    );
    expect(rows.map((row) => String(row['QUERY PLAN']).trim())).toEqual([
      'Update on log_agreement',
      '->  Seq Scan on log_agreement',
    ]);
  });

  it('is in what is told of the rows that were changed', async () => {
    const change = 'UPDATE quarantines SET lasts_ms = lasts_ms + 1 RETURNING *';
    const columns = 'environment, lasts_ms::int AS lasts_ms, statement_timestamp() = now() AS at_once';
    expect(await bench.asSuperuser(`${columnsAfter(change, columns)} ORDER BY 1`)).toEqual([
      { environment: '00', lasts_ms: 1, at_once: true },
      { environment: '01', lasts_ms: 900_001, at_once: true },
    ]);
  });
});
