import { beforeEach, expect, it } from 'vitest';
import { type ContingencyBench, openContingencyBench } from '../../../test/support/contingency-bench.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sealOf } from '../../../test/support/identifiers.ts';
import { ABSENT, SILENT, STAMPED } from '../../../test/support/issuing-bench.ts';
import { present, sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import type { Consultation } from '../authority/ports.ts';
import type { ReportAnswer } from './ports.ts';

const RAW = { status: 200, body: '{}' };
const SEALED: ReportAnswer = { kind: 'sealed', selloRecibido: sealOf('A'.repeat(40)), raw: RAW };
const HAS_ONE: ReportAnswer = {
  kind: 'rejected',
  known: 'document',
  observaciones: ['código generación ya existe'],
  raw: RAW,
};

describeOnDatabases('an event that lists what the authority has', (name) => {
  const storage = sharedBench(name);
  let world: ContingencyBench;
  beforeEach(async () => {
    world = await openContingencyBench(storage);
  });

  /** The authority answers again, and the event lists what waits. */
  const openEvent = async () => {
    world.bench.authority.answer({ consult: [ABSENT] });
    await world.lookAfter();
  };
  const report = async (answer: ReportAnswer) => {
    world.contingencies.answer({ report: [answer] });
    await world.lookAfter();
  };
  const reported = () =>
    world.contingencies.reports.map(
      (
        jws,
      ): {
        readonly identificacion: { readonly codigoGeneracion: string };
        readonly detalleDTE: readonly unknown[];
      } => JSON.parse(jws.slice(jws.indexOf('{'))),
    );
  const listedIn = (index: number) => present(reported()[index]).detalleDTE;
  /** Whose event is refused because one of its documents has arrived, and what a question about each is answered. */
  const refusedOnce = async (...consult: readonly Consultation[]) => {
    world.bench.authority.answer({ consult });
    await report(HAS_ONE);
  };

  it('asks about each, adopts the stamp, and reports the others under another code', async () => {
    await world.formalDocuments(3);
    await openEvent();
    await refusedOnce(ABSENT, STAMPED, ABSENT);
    expect((await world.states()).toSorted()).toEqual(['contingency', 'contingency', 'stamped']);
    await report(SEALED);
    expect([listedIn(0), listedIn(1)]).toMatchObject([
      [{ noItem: 1 }, { noItem: 2 }, { noItem: 3 }],
      [{ noItem: 1 }, { noItem: 2 }],
    ]);
    expect(new Set(reported().map((one) => one.identificacion.codigoGeneracion)).size).toBe(2);
    expect(await world.eventRow()).toMatchObject({ reception_stamp: 'A'.repeat(40), tries: 0 });
  });

  it('is over where all of them have arrived, and nothing is reported', async () => {
    await world.formalDocuments(2);
    await openEvent();
    await refusedOnce(STAMPED, STAMPED);
    await world.lookAfter();
    expect(await world.states()).toEqual(['stamped', 'stamped']);
    expect(world.contingencies.reports).toHaveLength(1);
    expect(await world.eventRow()).toMatchObject({ next_attempt_at: null, sealed_at: null });
  });

  it('rests longer after each refusal, and its clock runs on, where nothing is shown', async () => {
    await world.formalDocuments(2);
    await openEvent();
    const { report_until: until } = await world.eventRow();
    const rests: number[] = [];
    for (const _ of upTo(5)) {
      await refusedOnce(ABSENT, ABSENT);
      const { next_attempt_at: next } = await world.eventRow();
      rests.push(Number(next) - Date.now());
    }
    expect(rests.toSorted((a, b) => a - b)).toEqual(rests);
    expect(rests[4]).toBeGreaterThan(100_000);
    expect(await world.eventRow()).toMatchObject({ report_until: until, tries: 5 });
    expect(await world.states()).toEqual(['contingency', 'contingency']);
    expect(listedIn(4)).toHaveLength(2);
  });

  it('asks again after the next refusal where the authority fell silent', async () => {
    await world.formalDocuments(2);
    await openEvent();
    await refusedOnce(SILENT);
    expect(await world.states()).toEqual(['contingency', 'contingency']);
    await refusedOnce(ABSENT, STAMPED);
    await report(SEALED);
    expect([listedIn(1), listedIn(2)].map((list) => list.length)).toEqual([2, 1]);
  });

  it('leaves a document to whoever holds it', async () => {
    await world.formalDocuments(1);
    await openEvent();
    await storage.asSuperuser`UPDATE documents SET lease_until = now() + interval '1 hour'
      WHERE company_id = ${world.bench.companyId}`;
    await refusedOnce(STAMPED);
    expect(await world.states()).toEqual(['contingency']);
  });

  it('tells the operator of a stamp for bytes of which nothing is on record', async () => {
    await world.formalDocuments(1);
    await openEvent();
    await storage.asSuperuser`UPDATE attempts SET first_sent_at = NULL, sends = 0
      WHERE company_id = ${world.bench.companyId}`;
    await refusedOnce(STAMPED);
    expect(world.bench.warnings.map(({ event }) => event)).toContain('stamp_of_nothing_sent');
    expect(await world.states()).toEqual(['contingency']);
  });

  it('never lists one that is shown when the contingency ends', async () => {
    await world.formalDocuments(3);
    world.bench.authority.answer({ consult: [STAMPED] });
    await world.lookAfter();
    await report(SEALED);
    expect(listedIn(0)).toHaveLength(2);
    expect((await world.states()).toSorted()).toEqual(['contingency', 'contingency', 'stamped']);
  });
});
