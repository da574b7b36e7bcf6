import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { type Fate, insertFated } from '../../../test/support/fated-documents.ts';
import { present, sharedBench } from '../../../test/support/storage-bench.ts';
import { NO_CLASSES } from '../../core/declaring/given-class.ts';
import type { LaterEvent } from '../../core/declaring/later-event.ts';
import { USUAL_CRITERIA } from '../../operations/declarations/criteria-words.ts';
import { inCompany } from '../connection/transaction.ts';
import { createMonthArchive } from './month-archive.ts';
import { readSince } from './touched-documents.ts';

const CRITERIA = { ...USUAL_CRITERIA, classes: NO_CLASSES };

const [JUNE, JULY] = [6, 7].map((month) => ({ year: 2026, month }));

describeOnDatabases('documents that touch closed months', (name) => {
  const bench = sharedBench(name);

  const issued = (companyId: string, fate: Fate) => insertFated(bench, companyId, fate);

  async function closed(companyId: string, period: typeof JUNE, since: string, version = 1) {
    const month = { companyId, ambiente: '00', period: present(period) } as const;
    const closing = { closingId: randomUUID(), version, criteria: CRITERIA, files: [], changeId: null };
    const archive = createMonthArchive(bench.pool);
    return present(await archive.close(month, { ...closing, readSince: `${since}-06` }, { by: 'Ana' }));
  }

  const IN_TIME = '2026-06-20T10:00:05';
  const LATE = '2026-07-10T09:00:01';
  const LATER = '2026-08-12T10:00:00';

  it.each<readonly [string, Fate, readonly (LaterEvent | null)[]]>([
    ['is sealed in time', { tipoDte: '01', issued: '2026-06-20T10:00', sealed: IN_TIME }, [null, null]],
    ['is sealed afterwards', { tipoDte: '01', issued: '2026-06-20T10:00', sealed: LATE }, ['sealed', null]],
    [
      'is invalidated in its month, by an event that is sealed afterwards',
      { tipoDte: '01', issued: '2026-06-20T10:00', sealed: IN_TIME, asked: '2026-06-30T23:59', undone: LATE },
      ['invalidated', null],
    ],
    [
      'is sold to a consumer and invalidated a month later',
      {
        tipoDte: '01',
        issued: '2026-06-20T10:00',
        sealed: IN_TIME,
        asked: '2026-07-20T10:00',
        undone: '2026-07-20T10:01',
      },
      [null, null],
    ],
    [
      'is sold to a consumer and invalidated a month later, by an event that is sealed when that is closed, too',
      {
        tipoDte: '11',
        issued: '2026-06-20T10:00',
        sealed: IN_TIME,
        asked: '2026-07-20T10:00',
        undone: LATER,
      },
      [null, 'invalidated'],
    ],
    [
      'is sold to a taxpayer and invalidated in the month behind, by an event of its own month',
      {
        tipoDte: '03',
        issued: '2026-06-20T10:00',
        sealed: IN_TIME,
        asked: '2026-07-12T10:00',
        undone: LATER,
      },
      ['invalidated', null],
    ],
    [
      'is a purchase that a later month invalidates',
      {
        tipoDte: '14',
        issued: '2026-06-20T10:00',
        sealed: IN_TIME,
        asked: '2026-07-20T10:00',
        undone: LATER,
      },
      ['invalidated', 'invalidated'],
    ],
    [
      'is sealed and invalidated afterwards, which is counted once',
      { tipoDte: '03', issued: '2026-06-20T10:00', sealed: LATE, asked: '2026-07-12T10:00', undone: LATER },
      ['sealed_and_invalidated', null],
    ],
  ])('one that %s', async (_, fate, events) => {
    const touched = events.map((event) => (event === null ? 0 : 1));
    const companyId = await bench.addCompany();
    await issued(companyId, fate);
    const closings = [
      await closed(companyId, JUNE, '2026-07-10T09:00'),
      await closed(companyId, JULY, '2026-08-10T09:00'),
    ];
    const archive = createMonthArchive(bench.pool);
    expect(await archive.touched(companyId, closings)).toEqual(touched);
    expect(await archive.touched(companyId, closings.toReversed())).toEqual(touched.toReversed());
    const told = await Promise.all(closings.map((closing) => archive.touching(companyId, closing, 9)));
    expect(told.map((some) => some.map(({ event, stamped }) => [event, stamped.tipoDte]))).toEqual(
      events.map((event) => (event === null ? [] : [[event, fate.tipoDte]])),
    );
  });

  it('one that is sealed within a minute, in a month that is closed while it runs', async () => {
    const companyId = await bench.addCompany();
    await issued(companyId, { tipoDte: '01', issued: '2026-06-20T10:00', sealed: '2026-06-20T10:00:40' });
    const before = await closed(companyId, JUNE, '2026-06-20T10:00:39');
    expect(await createMonthArchive(bench.pool).touched(companyId, [before])).toEqual([1]);
    const behind = await closed(companyId, JUNE, '2026-06-20T10:00:40', 2);
    expect(await createMonthArchive(bench.pool).touched(companyId, [behind])).toEqual([0]);
  });

  it('none of another company, and none where no month is closed', async () => {
    const [companyId, other] = [await bench.addCompany(), await bench.addCompany()];
    await issued(other, { tipoDte: '01', issued: '2026-06-20T10:00', sealed: LATE });
    const closing = await closed(companyId, JUNE, '2026-07-10T09:00');
    const archive = createMonthArchive(bench.pool);
    expect(await archive.touched(companyId, [closing])).toEqual([0]);
    expect(await archive.touched(companyId, [])).toEqual([]);
  });

  it('are all told since an instant at which no verdict was on its way', async () => {
    const companyId = await bench.addCompany();
    const told: Promise<string>[] = [];
    const before = await readSince(bench.pool, companyId);
    await inCompany(bench.pool, companyId, async (client) => {
      await client.query('SELECT pg_current_xact_id()');
      const since = readSince(bench.pool, companyId);
      told.push(since);
      const first = await Promise.race([since, pause(300, 'still waits')]);
      expect(first).toBe('still waits');
    });
    const [since = ''] = await Promise.all(told);
    expect(Date.parse(since)).toBeGreaterThan(Date.parse(before));
  });
});
