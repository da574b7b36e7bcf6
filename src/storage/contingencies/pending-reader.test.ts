import { expect, it } from 'vitest';
import { openContingencyBench } from '../../../test/support/contingency-bench.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sealOf } from '../../../test/support/identifiers.ts';
import { ABSENT, SILENT, STAMPED } from '../../../test/support/issuing-bench.ts';
import { NOTHING_PENDING } from '../../../test/support/nothing-pending.ts';
import { present, sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import { createPendingReader } from './pending-reader.ts';

const HOUR_MS = 3_600_000;
const SEALED = { kind: 'sealed', selloRecibido: sealOf('A'), raw: { status: 200, body: '{}' } } as const;

describeOnDatabases('how a company stands', (name) => {
  const storage = sharedBench(name);

  it('is told of its documents that were put aside, the first ones by their number', async () => {
    const { bench } = await openContingencyBench(storage);
    const { read } = createPendingReader(storage.operator);
    expect(await read(bench.companyId, '00')).toEqual(NOTHING_PENDING);
    const numbers: string[] = [];
    for (const place of upTo(7)) {
      bench.authority.answer({ submit: [STAMPED] });
      const { record } = await bench.issued({ externalRef: `ref ${place}` });
      numbers.push(record.numeroControl);
      await storage.asSuperuser`UPDATE documents SET put_aside_at = now() + ${place} * interval '1 s'
        WHERE document_id = ${record.documentId}`;
    }
    const putAside = { documents: 7, numbers: numbers.slice(0, 5) };
    expect(await read(bench.companyId, '00')).toEqual({ ...NOTHING_PENDING, putAside });
    expect(await read(bench.companyId, '01')).toEqual(NOTHING_PENDING);
    expect(await read(await storage.addCompany(), '00')).toEqual(NOTHING_PENDING);
  });

  it('is told of its documents in contingency, beside those put aside, and since when', async () => {
    const { bench } = await openContingencyBench(storage);
    const { read } = createPendingReader(storage.operator);
    const ids: string[] = [];
    for (const place of upTo(3)) {
      bench.authority.answer({ submit: [SILENT], consult: [SILENT] });
      ids.push((await bench.issued({ externalRef: `ref ${place}` })).record.documentId);
      bench.context.breaker.note(present(bench.authority.asked[0]), true);
    }
    const aged = `UPDATE documents SET contingency_since = to_timestamp(1e9) WHERE document_id = $1`;
    await storage.asSuperuser(aged, [ids[1]]);
    await storage.asSuperuser('UPDATE documents SET put_aside_at = now() WHERE document_id = $1', [ids[2]]);
    expect(await read(bench.companyId, '00')).toMatchObject({
      putAside: { documents: 1 },
      contingency: { documents: 2, sinceMs: 1e12 },
    });
    expect(await read(bench.companyId, '01')).toEqual(NOTHING_PENDING);
  });

  it('is told of its clocks: to the seal of an event, and from there to its last document', async () => {
    const world = await openContingencyBench(storage);
    const { bench, contingencies } = world;
    const clocks = async () => {
      const pending = await createPendingReader(storage.operator).read(bench.companyId, '00');
      return pending.clocks.map(({ clock, startMs, untilMs, documents }) => {
        return { clock, hours: (untilMs - startMs) / HOUR_MS, documents };
      });
    };
    const [first = '', second = ''] = await world.formalDocuments(2);
    expect(await clocks()).toEqual([]);
    bench.authority.answer({ consult: [ABSENT] });
    await world.lookAfter();
    expect(await clocks()).toEqual([{ clock: 'report', hours: 24, documents: 2 }]);
    contingencies.answer({ report: [SEALED] });
    await world.lookAfter();
    expect(await clocks()).toEqual([{ clock: 'transmit', hours: 72, documents: 2 }]);
    for (const id of [first, second]) {
      bench.authority.answer({ submit: [STAMPED] });
      await bench.revalidate(id);
      const documents = id === first ? 1 : 0;
      expect(await clocks()).toEqual([{ clock: 'transmit', hours: 72, documents }]);
    }
    await world.lookAfter();
    expect(await clocks()).toEqual([]);
  });
});
