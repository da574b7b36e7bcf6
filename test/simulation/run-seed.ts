import { createSimulatedAuthority, type SimulatedAuthority } from './authority.ts';
import { createCallers, PATIENCE_MS } from './callers.ts';
import { type Database, STORE_RULES, type StoreRules } from './database/rules.ts';
import { type DocumentRow, emptyTables, type Tables } from './database/tables.ts';
import type { Dice } from './dice.ts';
import { type Furnish, startFleet } from './fleet.ts';
import { checkAtRest } from './invariants/at-rest.ts';
import { watchAnswers } from './invariants/of-answers.ts';
import { watchDocuments } from './invariants/of-documents.ts';
import { watchWire } from './invariants/of-the-wire.ts';
import { createWorld, type Violation } from './world.ts';

/** What may be put in the place of the right parts, to see that it is found. */
export interface Sabotage {
  readonly furnish?: Furnish;
  readonly rules?: () => Partial<StoreRules>;
}

export interface SeedOptions {
  readonly seed: number;
  readonly traced?: boolean;
  readonly sabotage?: Sabotage;
}

export interface SeedResult {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly trace: readonly string[];
}

/** One world that can be run step by step. */
export interface SeedRun {
  /** True as long as there is more; the code under test goes on between two steps. */
  step(): boolean;
  result(): SeedResult;
}

const MINUTE_MS = 60_000;
const QUARANTINE_MS = 15 * MINUTE_MS;
/** Contingency events are no part of these worlds: somebody has them sealed. */
const REPORTED_AFTER_MS = 5 * MINUTE_MS;
export const TIMES = { callTimeoutMs: 8_000, requestBudgetMs: 25_000, quarantineMs: QUARANTINE_MS };

/** Longer than patience, and than a quarantine after it. */
const REST_MS = PATIENCE_MS + 20 * MINUTE_MS;

export function openSeed({ seed, traced = false, sabotage = {} }: SeedOptions): SeedRun {
  const world = createWorld({ seed, traced, faultsEndMs: drawEnd, restMs: REST_MS });
  const tables = emptyTables();
  const callers = createCallers(world, world.dice.between(1, 3));
  const opened: { authority: SimulatedAuthority | null } = { authority: null };
  const ledgerOf = () => {
    if (opened.authority === null) throw new Error('the authority has not been opened');
    return opened.authority.ledger;
  };
  const wire = watchWire({
    world,
    ledger: ledgerOf,
    wasAsked: callers.wasAsked,
    isReported: (code) =>
      [...tables.documents.values()].some(
        (row) => row.record.codigoGeneracion === code && isReported(row, world.nowMs()),
      ),
  });
  const authority = createSimulatedAuthority(world, wire.onStamp);
  opened.authority = authority;
  const books = { tables, ledger: authority.ledger };
  const [documents, answers] = [watchDocuments(world, tables, authority.ledger), watchAnswers(world, books)];
  const rules = { ...STORE_RULES, isReported, ...sabotage.rules?.() };
  const database: Database = { tables, rules, nowMs: world.nowMs, onWrite: documents.onWrite };
  const network = {
    world,
    authority,
    wire: wire.wire,
    callTimeoutMs: TIMES.callTimeoutMs,
    lastArrivalMs: (jws: string) => recordedMs(tables, jws) + QUARANTINE_MS - 1,
  };
  const fleet = startFleet({
    world,
    database,
    network,
    times: TIMES,
    furnish: sabotage.furnish ?? ((context) => context),
    onAnswer: answers.onAnswer,
    nodes: world.dice.between(1, 3),
    startMs: drawStart(world.dice),
  });
  callers.start({ world, fleet, database });
  return {
    step() {
      documents.check();
      answers.check();
      if (world.violations.length > 0) return false;
      if (world.step()) return true;
      checkAtRest(world, books, callers.references);
      return false;
    },
    result: () => ({ seed, violations: world.violations, trace: world.trace }),
  };
}

function isReported({ formalMs }: DocumentRow, nowMs: number): boolean {
  return formalMs !== null && nowMs - formalMs >= REPORTED_AFTER_MS;
}

/** When the bytes were recorded for their latest sending; long ago where they never were. */
function recordedMs({ attempts }: Tables, jws: string): number {
  for (const of of attempts.values()) {
    const attempt = of.find((one) => one.jws === jws);
    if (attempt !== undefined) return attempt.lastSentMs;
  }
  return 0;
}

/** Mostly an hour or two; some worlds are long enough for a rejection to grow old. */
function drawEnd(dice: Dice): number {
  return dice.chance(0.1) ? dice.between(30, 34) * 60 * MINUTE_MS : dice.between(20, 90) * MINUTE_MS;
}

/** A day in June, or some minutes before the year's end in El Salvador, which is at 06:00 UTC. */
function drawStart(dice: Dice): number {
  return dice.chance(0.7)
    ? Date.UTC(2026, 5, 15, 16) + dice.below(3_600_000)
    : Date.UTC(2027, 0, 1, 6) - dice.between(1, 30) * MINUTE_MS;
}
