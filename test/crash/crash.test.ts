import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuingTimes } from '../../src/operations/documents/issuing-context.ts';
import { openHouse } from '../support/house.ts';
import { type Answer, type Caller, callerOf, openConnections, textOf } from '../support/http-caller.ts';
import { invoiceBody } from '../support/request-bodies.ts';
import { shared } from '../support/shared.ts';
import { sharedPlace } from '../support/shared-place.ts';
import { controlOf } from '../support/simulator-control.ts';
import { CRASH_POINTS, type CrashPoint } from './crash-point.ts';
import { type Program, startNodeProgram, startSimulatorProgram } from './programs.ts';

const POINTS = CRASH_POINTS.filter((point) => point !== 'none');

/** A dead holder's lease ends 4 s after twice the time of a call; the next process waits that long for it. */
const TIMES: IssuingTimes = { callTimeoutMs: 800, requestBudgetMs: 20_000, quarantineMs: 900_000 };

/** Whether the answer after the crash says that the document was already issued. */
const DUPLICATE: Readonly<Record<(typeof POINTS)[number], boolean>> = {
  after_claim: false,
  after_signing: false,
  after_attempt_recorded: false,
  while_authority_holds: true,
  after_answer: true,
  after_verdict: true,
};

const folder = sharedPlace();
const connections = openConnections();

const simulator = shared(() => startSimulatorProgram(join(folder, 'state.jsonl')));
const authority = shared(() => controlOf(simulator.url));
const house = shared(() => openHouse({ simulatorUrl: simulator.url, times: TIMES }));

afterAll(async () => {
  await connections.destroy();
  await house.close();
  await simulator.signal('SIGKILL');
});

async function startDyingNode(crashPoint: CrashPoint): Promise<Program & { readonly caller: Caller }> {
  const { databaseUrl, masterKey, company } = house;
  const service = await startNodeProgram({
    databaseUrl,
    masterKey,
    crashPoint,
    times: TIMES,
    haciendaUrl: simulator.url,
  });
  return { ...service, caller: callerOf(connections, service.url, company.key) };
}

/** Posts to a process that dies of it, and answers what its caller saw. */
async function postToTheDying(point: CrashPoint, body: unknown): Promise<string | null> {
  const service = await startDyingNode(point);
  const posted = service.caller.post('/invoice', body).then(
    ({ status }) => `answered ${status}`,
    () => 'no answer',
  );
  if (point === 'while_authority_holds') {
    await stampedAppears();
    await service.signal('SIGKILL');
  }
  expect(await posted).toBe('no answer');
  return (await service.ended).signal;
}

async function stampedAppears(): Promise<void> {
  const before = Date.now();
  while ((await authority.ledger(house.company.nit, 'stamped')).length === 0) {
    if (Date.now() - before > 10_000) throw new Error('nothing was stamped');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

interface Claimed {
  readonly number: string;
  readonly state: string;
}

/** What the database holds of a reference. */
async function claimedAs(reference: string): Promise<Claimed> {
  const rows = await house.sql`SELECT control_number, state FROM documents WHERE external_ref = ${reference}`;
  expect(rows).toHaveLength(1);
  return { number: String(rows[0]?.['control_number']), state: String(rows[0]?.['state']) };
}

function bodyFor(point: string) {
  return invoiceBody({ external_ref: point });
}

describe('a process killed between two phases', () => {
  let claimed: ReadonlyMap<string, Claimed>;
  let survivor: Program & { readonly caller: Caller };
  let answers: ReadonlyMap<string, Answer>;

  beforeAll(async () => {
    await authority.script({ service: 'recepcion', action: 'delay', when: 'after', delayMs: 30_000 });
    await postToTheDying('while_authority_holds', bodyFor('while_authority_holds'));
    const others = POINTS.filter((point) => point !== 'while_authority_holds');
    const ends = await Promise.all(others.map((point) => postToTheDying(point, bodyFor(point))));
    expect(ends).toEqual(others.map(() => 'SIGKILL'));
    claimed = new Map(
      await Promise.all(POINTS.map(async (point) => [point, await claimedAs(point)] as const)),
    );
    survivor = await startDyingNode('none');
    const asked = POINTS.map(
      async (point) => [point, await survivor.caller.post('/invoice', bodyFor(point))] as const,
    );
    answers = new Map(await Promise.all(asked));
  }, 60_000);

  afterAll(() => survivor.signal('SIGKILL'));

  it('left the documents where its phase had brought them', () => {
    expect(Object.fromEntries([...claimed].map(([point, { state }]) => [point, state]))).toEqual({
      after_claim: 'claimed',
      after_signing: 'claimed',
      after_attempt_recorded: 'in_flight',
      while_authority_holds: 'in_flight',
      after_answer: 'in_flight',
      after_verdict: 'stamped',
    });
  });

  it.each(POINTS)('%s: the next process brings the same number to its one stamp', async (point) => {
    const answer = answers.get(point);
    expect(answer?.body).toMatchObject({
      success: true,
      dte_success: true,
      contingency: false,
      control_number: claimed.get(point)?.number,
      is_duplicate: DUPLICATE[point],
    });
    const rows = await authority.ledger(house.company.nit);
    const stamps = rows.filter(({ numeroControl }) => numeroControl === claimed.get(point)?.number);
    expect(stamps).toMatchObject([
      { state: 'stamped', sello: answer?.body['reception_stamp'], timesReceived: 1 },
    ]);
    expect(stamps[0]?.codigoGeneracion).toBe(answer?.body['generation_code']);
  });

  it('left no gap in the series, and the next sale takes the next number', async () => {
    const next = await survivor.caller.post('/invoice', bodyFor('next'));
    const rows = await authority.ledger(house.company.nit);
    const numbers = rows.map(({ numeroControl }) => Number(numeroControl?.slice(-15)));
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(textOf(next, 'control_number')).toMatch(/0{14}7$/);
  });

  it('tells every later request of the original', async () => {
    for (const point of POINTS) {
      const again = await survivor.caller.post('/invoice', bodyFor(point));
      expect(again.body).toEqual({ ...answers.get(point)?.body, is_duplicate: true });
    }
  });
});
