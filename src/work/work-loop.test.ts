import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ContingencyBench, openContingencyBench } from '../../test/support/contingency-bench.ts';
import { codeOf, nitOf } from '../../test/support/identifiers.ts';
import { ABSENT, SILENT, STAMPED } from '../../test/support/issuing-bench.ts';
import { LOOKS_ALONE } from '../../test/support/looks.ts';
import { present, sharedBench, upTo } from '../../test/support/storage-bench.ts';
import type { Authority, Consultation } from '../operations/authority/ports.ts';
import { createCircuitBreaker, FAILURES_TO_OPEN } from '../operations/background/circuit-breaker.ts';
import type { WorkQueue } from '../operations/background/ports.ts';
import type { ContingencyQueue } from '../operations/contingencies/ports.ts';
import { createContingencyQueue } from '../storage/contingencies/contingency-queue.ts';
import { createWorkQueue } from '../storage/documents/work-queue.ts';
import { createInvalidationQueue } from '../storage/invalidations/invalidation-queue.ts';
import { startWorkLoop, type WorkLoop, type WorkLoopContext } from './work-loop.ts';

const LIMITS = { concurrency: 3, perCompany: 2, pollMs: 20 };

/** An authority that answers a question when the test says so, and counts those that wait. */
function heldBack() {
  const waiting: ((consultation: Consultation) => void)[] = [];
  let most = 0;
  const consult = (): Promise<Consultation> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      most = Math.max(most, waiting.length);
    });
  return {
    consult,
    waiting: () => waiting.length,
    most: () => most,
    answer: (consultation: Consultation) => {
      for (const resolve of waiting.splice(0)) resolve(consultation);
    },
  };
}

async function eventually(check: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    if (await check()) return;
    await sleep(20);
  }
  throw new Error('this did not come true in time');
}

describe('the background loop', () => {
  const storage = sharedBench('PostgreSQL 18');
  let worlds: readonly ContingencyBench[] = [];
  let loop: WorkLoop | null = null;
  beforeEach(async () => {
    await storage.asSuperuser('UPDATE documents SET next_attempt_at = NULL');
    worlds = [await openContingencyBench(storage), await openContingencyBench(storage)];
  });
  afterEach(() => loop?.stop());

  /** Documents of each company that fell silent and are due now. */
  const fallSilent = async (...counts: readonly number[]) => {
    for (const [index, count] of counts.entries()) {
      const world = worlds[index];
      for (const number of upTo(count)) {
        world?.bench.authority.answer({ submit: [SILENT], consult: [SILENT] });
        const issued = await world?.bench.issued({ externalRef: `ref-${number}` });
        if (issued === undefined) continue;
        // The circuit stays closed, so that every document is sent.
        const { companyId, ambiente, codigoGeneracion } = issued.record;
        const account = { companyId, ambiente, nit: nitOf('06140101900018') };
        world?.context.breaker.note({ account, tipoDte: '01', generation: 'v2', codigoGeneracion }, true);
      }
    }
    await storage.asSuperuser`UPDATE documents SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL`;
  };
  const contextWith = (changes: Partial<WorkLoopContext>): WorkLoopContext => {
    const [world] = worlds;
    if (world === undefined) throw new Error('no world');
    const nothing = { dueProbes: () => [], offline: () => [], returned: () => [] };
    const breaker = { ...nothing, isOpen: () => false, causeOf: () => undefined, note: () => undefined };
    return { ...world.context, breaker, ...changes };
  };
  const start = (
    context: WorkLoopContext,
    queue: WorkQueue = createWorkQueue(storage.operator, ['00']),
    contingencies: ContingencyQueue = createContingencyQueue(storage.operator, ['00']),
  ) => {
    const invalidations = createInvalidationQueue(storage.operator, ['00']);
    loop = startWorkLoop({ context, queue, contingencies, invalidations, look: LOOKS_ALONE, limits: LIMITS });
    return loop;
  };
  const stamped = async () =>
    (await storage.asSuperuser(`SELECT 1 FROM documents WHERE state = 'stamped' AND message <> 'before'`))
      .length;
  const asking = (consult: Authority['consult']) => {
    const submit = () => Promise.reject(new Error('nothing is to be sent here'));
    return contextWith({ authority: { consult, submit } });
  };

  it('brings everything on that is due, never more at a time than its limits allow', async () => {
    await fallSilent(4, 3);
    const before = await stamped();
    const authority = heldBack();
    start(asking(authority.consult));
    await eventually(() => authority.waiting() === LIMITS.concurrency);
    await sleep(100);
    expect(authority.most()).toBe(LIMITS.concurrency);
    await eventually(async () => {
      authority.answer(STAMPED);
      return (await stamped()) === before + 7;
    });
    expect(authority.most()).toBeLessThanOrEqual(LIMITS.concurrency);
  });

  it('never works on more documents of one company than it may', async () => {
    await fallSilent(5);
    const authority = heldBack();
    start(asking(authority.consult));
    await eventually(() => authority.waiting() === LIMITS.perCompany);
    await sleep(100);
    expect(authority.most()).toBe(LIMITS.perCompany);
    authority.answer(SILENT);
  });

  it('goes on after a document that fails, and after a database that does', async () => {
    await fallSilent(3);
    const before = await stamped();
    const failures = [new Error('a bug'), new Error('another')];
    const consult = () => {
      const failure = failures.shift();
      return failure === undefined ? Promise.resolve(STAMPED) : Promise.reject(failure);
    };
    const queue = createWorkQueue(storage.operator, ['00']);
    let looks = 0;
    const context = asking(consult);
    start(context, {
      due: (limits) => {
        looks += 1;
        return looks < 3 ? Promise.reject(new Error('no database')) : queue.due(limits);
      },
    });
    await eventually(async () => (await stamped()) === before + 1);
    const reasons = worlds[0]?.bench.warnings.map(({ detail }) => detail['reason']);
    expect(new Set(reasons)).toEqual(new Set(['no database', 'a bug', 'another']));
  });

  it('told to stop, takes nothing more, waits for the call under way and hands the document over', async () => {
    await fallSilent(5);
    const authority = heldBack();
    const running = start(asking(authority.consult));
    await eventually(() => authority.waiting() === LIMITS.perCompany);
    let stopped = false;
    const stopping = running.stop().then(() => {
      stopped = true;
    });
    await sleep(100);
    expect(stopped).toBe(false);
    authority.answer(SILENT);
    await stopping;
    expect(authority.most()).toBe(LIMITS.perCompany);
    const held = await storage.asSuperuser(
      'SELECT 1 FROM documents WHERE lease_until > now() AND next_attempt_at IS NOT NULL',
    );
    expect(held).toEqual([]);
  });

  it('wakes what waits as soon as any answer closes the circuit, and leaves it alone until then', async () => {
    await fallSilent(2);
    await storage.asSuperuser(
      "UPDATE documents SET next_attempt_at = now() + interval '1 h' WHERE next_attempt_at IS NOT NULL",
    );
    await fallSilent(0, 1);
    const before = await stamped();
    const [dark, bright] = worlds;
    if (dark === undefined || bright === undefined) throw new Error('no world');
    const breaker = createCircuitBreaker(dark.context.clock);
    const account = {
      companyId: dark.bench.companyId,
      ambiente: '00',
      nit: nitOf('06140101900018'),
    } as const;
    const query = { account, tipoDte: '01', generation: 'v2', codigoGeneracion: codeOf('LATE') } as const;
    for (const _ of upTo(FAILURES_TO_OPEN)) breaker.note(query, false);
    const asked: string[] = [];
    const context = asking((about) => {
      asked.push(about.account.companyId);
      return Promise.resolve(STAMPED);
    });
    start({ ...context, breaker });
    await eventually(async () => (await stamped()) === before + 1);
    expect(new Set(asked)).toEqual(new Set([bright.bench.companyId]));
    breaker.note(query, true);
    await eventually(async () => (await stamped()) === before + 3);
  });

  it('comes to every company that needs an event, past any number that nothing can be done for', async () => {
    const [world] = worlds;
    const last = present(world?.bench.companyId);
    await world?.formalDocuments(1);
    // Their documents are in no company of this node's, so that a look at them ends at once and in vain.
    const accounts = upTo(40).map((_, place) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`);
    let looks = 0;
    const contingencies: ContingencyQueue = {
      events: async () => [],
      async unreported({ total, after }) {
        looks += 1;
        const order = [...accounts, 'last'];
        const from =
          after === undefined ? 0 : order.indexOf(after.companyId === last ? 'last' : after.companyId) + 1;
        return [...order.slice(from), ...order.slice(0, from)]
          .slice(0, total)
          .map((name) => ({ companyId: name === 'last' ? last : name, ambiente: '00', eventId: null }));
      },
    };
    // An event lists what the authority does not show.
    start(
      asking(() => Promise.resolve(ABSENT)),
      createWorkQueue(storage.operator, ['00']),
      contingencies,
    );
    await eventually(async () => {
      const events = await storage.asSuperuser`SELECT 1 FROM contingency_events WHERE company_id = ${last}`;
      return events.length === 1;
    });
    const before = looks;
    await sleep(400);
    // A look in vain rests: the database is not asked again and again as fast as it answers.
    expect(looks - before).toBeLessThan(2 * (400 / LIMITS.pollMs) + 10);
  });

  it('probes an account whose circuit is open, and sends it nothing', async () => {
    await fallSilent(1);
    const [world] = worlds;
    if (world === undefined) throw new Error('no world');
    const { breaker } = world.context;
    const account = {
      companyId: world.bench.companyId,
      ambiente: '00',
      nit: nitOf('06140101900018'),
    } as const;
    for (const _ of upTo(FAILURES_TO_OPEN))
      breaker.note({ account, tipoDte: '01', generation: 'v2', codigoGeneracion: codeOf('PROBE') }, false);
    world.bench.clock.advance(1_000);
    world.bench.authority.answer({ consult: [STAMPED, STAMPED] });
    const sent = world.bench.authority.sent.length;
    start(world.context);
    await eventually(() => !breaker.isOpen(account));
    expect(world.bench.authority.asked.map(({ codigoGeneracion }) => codigoGeneracion)).toContain(
      codeOf('PROBE'),
    );
    expect(world.bench.authority.sent).toHaveLength(sent);
  });
});
