import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { idOf } from '../../../test/support/identifiers.ts';
import { stampedCcf } from '../../../test/support/note-bench.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { EMPTY_REPORT } from '../../core/rehearsing/report.ts';
import type { HeldRehearsal, RehearsalRequest, RehearsalStep } from '../../operations/rehearsals/ports.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createRehearsalQueue } from './rehearsal-queue.ts';
import { createRehearsalReader } from './rehearsal-reader.ts';
import { createRehearsalStore } from './rehearsal-store.ts';

const REQUEST: RehearsalRequest = { ambiente: '00', generation: 'v1', since: null };
const LEASE_MS = 60_000;
const END: RehearsalStep = { report: EMPTY_REPORT, incomplete: [], after: null };
const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };

describeOnDatabases('the rehearsals', (name) => {
  const bench = sharedBench(name);
  const store = () => createRehearsalStore(bench.pool);
  const queue = () => createRehearsalQueue(bench.operator, ['00']);
  const begun = async () => {
    const companyId = await bench.addCompany();
    return { companyId, rehearsal: await store().begin(companyId, idOf(randomUUID()), REQUEST) };
  };
  const taken = async (companyId: string): Promise<HeldRehearsal> => {
    const held = await store().take(companyId, LEASE_MS);
    if (held === null) throw new Error('it can be taken');
    return held;
  };

  it('are one at a time for each company', async () => {
    const { companyId, rehearsal } = await begun();
    const again = await store().begin(companyId, idOf(randomUUID()), { ...REQUEST, generation: 'v2' });
    expect(again).toEqual(rehearsal);
    const many = await Promise.all(
      Array.from({ length: 5 }, () => store().begin(companyId, idOf(randomUUID()), REQUEST)),
    );
    expect(new Set(many.map(({ rehearsalId }) => rehearsalId))).toEqual(new Set([rehearsal.rehearsalId]));
    await store().keep(await taken(companyId), END);
    const next = await store().begin(companyId, idOf(randomUUID()), REQUEST);
    expect(next.rehearsalId).not.toBe(rehearsal.rehearsalId);
  });

  it('are worked on by one at a time, and go on behind what was kept last', async () => {
    const { companyId, rehearsal } = await begun();
    const held = await taken(companyId);
    expect(await store().take(companyId, LEASE_MS)).toBeNull();
    const after = 'c0000000-0000-4000-8000-000000000000';
    const incomplete = [
      { of: { by: 'code', name: 'A' }, title: 'a', gaps: ['unit'], documents: 2 },
      { of: { by: 'identity', name: '1' }, title: 'b', gaps: ['district'], documents: 1 },
    ] as const;
    await store().keep(held, { ...END, incomplete, after });
    const next = await taken(companyId);
    expect(next.after).toBe(after);
    await store().keep(next, {
      ...END,
      incomplete: [{ ...incomplete[1], gaps: ['document_type'] }],
      after: null,
    });
    expect(await store().find(companyId, rehearsal.rehearsalId)).toMatchObject({
      state: 'done',
      progress: 1,
    });
    expect(await store().incomplete(companyId, rehearsal.rehearsalId, 10)).toEqual([
      { ...incomplete[1], gaps: ['district', 'document_type'], documents: 2 },
      incomplete[0],
    ]);
    expect(await createRehearsalReader(bench.operator).latest(companyId, 'v1')).toMatchObject({
      rehearsalId: rehearsal.rehearsalId,
    });
    expect(await createRehearsalReader(bench.operator).latest(companyId, 'v2')).toBeNull();
  });

  it('are taken again when a lease has expired, and keep nothing of whoever lost it', async () => {
    const { companyId, rehearsal } = await begun();
    const lost = await store().take(companyId, -1);
    const held = await taken(companyId);
    if (lost === null) throw new Error('it can be taken');
    await store().keep(lost, END);
    expect(await store().find(companyId, rehearsal.rehearsalId)).toMatchObject({ state: 'running' });
    await store().keep(held, END);
    expect(await store().find(companyId, rehearsal.rehearsalId)).toMatchObject({ state: 'done' });
  });

  it('fail where nobody who takes them comes on', async () => {
    const { companyId, rehearsal } = await begun();
    for (let taking = 0; taking < 5; taking += 1) expect(await store().take(companyId, -1)).not.toBeNull();
    expect(await store().take(companyId, -1)).toBeNull();
    expect(await store().find(companyId, rehearsal.rehearsalId)).toMatchObject({ state: 'failed' });
    expect((await store().begin(companyId, idOf(randomUUID()), REQUEST)).state).toBe('running');
  });

  it('are found in turns, while nobody has them', async () => {
    const companies = [await begun(), await begun(), await begun()]
      .map(({ companyId }) => companyId)
      .toSorted();
    const [first = '', second = '', third = ''] = companies;
    const due = async (after?: string) =>
      (await queue().due(100, after)).filter((companyId) => companies.includes(companyId));
    expect(await due()).toEqual([first, second, third]);
    expect(await due(first)).toEqual([second, third, first]);
    await taken(second);
    expect(await due(first)).toEqual([third, first]);
    expect(await createRehearsalQueue(bench.operator, ['01']).due(100, undefined)).toEqual([]);
  });

  it('come to every document once, slice by slice, and show those of the other generation', async () => {
    const companyId = await bench.addCompany();
    const documents = createDocumentStore(bench.pool, CLOCK);
    const ids = [];
    for (const reference of ['a', 'b', 'c'])
      ids.push((await stampedCcf(documents, companyId, reference)).documentId);
    await store().begin(companyId, idOf(randomUUID()), REQUEST);
    const held = await taken(companyId);
    const seen: string[] = [];
    for (let after: string | null = held.after; after !== null; ) {
      const slice = await store().slice({ ...held, after }, 2);
      seen.push(...slice.documents.map(({ documentId }) => documentId));
      after = slice.last;
    }
    expect(seen).toEqual(ids.toSorted());
    // Long documents come one by one.
    await bench.asSuperuser('ALTER TABLE documents DISABLE TRIGGER ALL');
    const noise = `(SELECT string_agg(md5(n::text), '') FROM generate_series(1, 20000) AS n)`;
    await bench.asSuperuser(`UPDATE documents SET draft = ${noise} WHERE company_id = $1`, [companyId]);
    await bench.asSuperuser('ALTER TABLE documents ENABLE TRIGGER ALL');
    const one = await store().slice(held, 10);
    expect([one.documents.length, one.last]).toEqual([1, ids.toSorted()[0]]);
    const rest = await store().slice({ ...held, after: ids.toSorted()[1] ?? '' }, 10);
    expect([rest.documents.length, rest.last]).toEqual([1, null]);
    const none = await store().slice({ ...held, generation: 'v2' }, 10);
    expect(none.documents).toEqual([]);
    const later = await store().slice({ ...held, since: '2999-01-01' }, 10);
    expect(later.documents).toEqual([]);
  });

  it('are forgotten behind the last ten', async () => {
    const { companyId, rehearsal } = await begun();
    for (let count = 0; count < 11; count += 1) {
      await store().keep(await taken(companyId), END);
      await store().begin(companyId, idOf(randomUUID()), REQUEST);
    }
    expect(await store().find(companyId, rehearsal.rehearsalId)).toBeNull();
    const [kept] = await bench.asSuperuser`SELECT count(*)::int AS n FROM rehearsals
      WHERE company_id = ${companyId}`;
    expect(kept?.['n']).toBe(10);
  });
});
