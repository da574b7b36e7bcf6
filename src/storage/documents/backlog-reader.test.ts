import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { shared } from '../../../test/support/shared.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { createBacklogReader } from './backlog-reader.ts';

const NEAR = (seconds: number) => expect.closeTo(seconds, -1);

describeOnDatabases('what waits', (name) => {
  const bench = sharedBench(name);
  const reader = shared(() => createBacklogReader(bench.operator));

  let numbers = 0;
  /** Documents of a company that were issued so many seconds ago. */
  const add = async (state: string, ageSeconds: number, columns: Readonly<Record<string, string>> = {}) => {
    numbers += 1;
    const companyId = await bench.addCompany();
    const names = ['', ...Object.keys(columns)].join(', ');
    const values = ['', ...Object.values(columns)].join(', ');
    await bench.asSuperuser(
      `INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number, fiscal_year,
         establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary, payload_hash ${names})
       VALUES ($1, gen_random_uuid(), $2, '01', '00', 'DTE-01-M001P001-' || lpad($2, 15, '0'), 2026, 'M001', 'P001',
         clock_timestamp() - $3 * interval '1 second', $4, 'v2', upper(gen_random_uuid()::text), '{}', '{}', 'x' ${values})`,
      [companyId, String(numbers), ageSeconds, state],
    );
    return companyId;
  };
  const addEvent = async (ends: string, columns: string, values: string) =>
    bench.asSuperuser(
      `INSERT INTO contingency_events (company_id, event_id, environment, generation_code, contingency_type,
         starts_at, ends_at, report_until, next_attempt_at${columns})
       VALUES ($1, gen_random_uuid(), '00', upper(gen_random_uuid()::text), 1, now() - interval '10 days',
         now() - interval '${ends}', now() - interval '${ends}' + interval '24 hours', now()${values})`,
      [await bench.addCompany()],
    );

  it('is nothing where nothing waits', async () => {
    expect(await reader.read()).toEqual({
      documents: [],
      invalidations: 0,
      putAside: { documents: 0, invalidations: 0 },
      due: 0,
      oldestSeconds: 0,
      unreportedSeconds: 0,
      mails: { waiting: 0, oldestSeconds: 0 },
      clocks: [],
    });
  });

  it('is counted over all companies, with the oldest age, what is due and what was put aside', async () => {
    const later = "clock_timestamp() + interval '1 hour'";
    await add('contingency', 900, { next_attempt_at: 'clock_timestamp()' });
    await add('contingency', 60, { next_attempt_at: later });
    await add('in_flight', 5, { next_attempt_at: 'clock_timestamp()', lease_until: later });
    await add('claimed', 7200, { next_attempt_at: 'NULL', put_aside_at: 'clock_timestamp()' });
    await add('rejected', 90_000, { next_attempt_at: 'NULL' });
    expect(await reader.read()).toMatchObject({
      documents: [
        { ambiente: '00', state: 'contingency', count: 2 },
        { ambiente: '00', state: 'in_flight', count: 1 },
      ],
      putAside: { documents: 1, invalidations: 0 },
      due: 1,
      oldestSeconds: NEAR(900),
    });
  });

  it('has a clock for documents in contingency that no sealed event lists, also for those put aside', async () => {
    const since = (hours: number) => `now() - interval '${hours} hours'`;
    const now = 'now()';
    await add('contingency', 60, { next_attempt_at: now, contingency_since: since(5) });
    await add('contingency', 60, { put_aside_at: now, contingency_since: since(20) });
    await add('contingency', 60, { next_attempt_at: now, contingency_since: since(30), transmit_until: now });
    await add('rejected', 60, { contingency_since: since(40), next_attempt_at: 'NULL' });
    expect((await reader.read()).unreportedSeconds).toEqual(NEAR(20 * 3600));
  });

  it('has the clocks that end first, of events without a seal and of those with documents left', async () => {
    await addEvent('6 hours', '', '');
    await addEvent('18 hours', '', '');
    const sealed = ', sealed_at, transmit_until';
    await addEvent('3 days', sealed, ", now() - interval '36 hours', now() + interval '36 hours'");
    const { clocks } = await reader.read();
    expect(clocks).toEqual([
      { clock: 'report', secondsLeft: NEAR(6 * 3600), used: expect.closeTo(0.75, 2) },
      { clock: 'transmit', secondsLeft: NEAR(36 * 3600), used: expect.closeTo(0.5, 2) },
    ]);
    await addEvent('30 hours', '', '');
    const [report] = (await reader.read()).clocks;
    expect(report).toEqual({ clock: 'report', secondsLeft: NEAR(-6 * 3600), used: 1 });
  });
});
