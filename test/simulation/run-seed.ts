import { createSimulatedAuthority, type SimulatedAuthority } from './authority.ts';
import { createSimulatedContingencies, type SimulatedContingencies } from './authority-contingency.ts';
import { type Callers, createCallers, PATIENCE_MS, type Trade } from './callers.ts';
import { type Database, STORE_RULES, type StoreRules } from './database/rules.ts';
import { emptyTables, type Tables } from './database/tables.ts';
import { createDice, type Dice } from './dice.ts';
import { type Furnish, startFleet } from './fleet.ts';
import { checkAtRest } from './invariants/at-rest.ts';
import { watchAnswers } from './invariants/of-answers.ts';
import { watchDocuments } from './invariants/of-documents.ts';
import { watchEvents } from './invariants/of-events.ts';
import { watchNotes } from './invariants/of-notes.ts';
import { watchWire } from './invariants/of-the-wire.ts';
import { createWorld, type Violation, type World } from './world.ts';

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
export const TIMES = { callTimeoutMs: 8_000, requestBudgetMs: 25_000, quarantineMs: QUARANTINE_MS };

/** Longer than patience, and than a quarantine after it. */
const REST_MS = PATIENCE_MS + 20 * MINUTE_MS;

export function openSeed({ seed, traced = false, sabotage = {} }: SeedOptions): SeedRun {
  const world = createWorld({ seed, traced, faultsEndMs: drawEnd, restMs: REST_MS });
  const tables = emptyTables();
  const callers = createCallers(world, drawTrade(world, seed));
  const { authority, contingencies, wire, events } = openAuthority(world, tables, callers);
  const books = { tables, ledger: authority.ledger };
  const [documents, answers] = [watchDocuments(world, tables, authority.ledger), watchAnswers(world, books)];
  const notes = watchNotes(world, tables, authority.ledger);
  const startMs = drawStart(world.dice);
  const rules = { ...STORE_RULES, ...sabotage.rules?.() };
  const database: Database = { tables, rules, nowMs: world.nowMs, startMs, onWrite: documents.onWrite };
  const network = {
    world,
    authority,
    contingencies,
    wire: wire.wire,
    callTimeoutMs: TIMES.callTimeoutMs,
    quarantineMs: QUARANTINE_MS,
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
    startMs,
  });
  callers.start({ world, fleet, database });
  return {
    step() {
      documents.check();
      answers.check();
      events.check();
      notes.check();
      if (world.violations.length > 0) return false;
      if (world.step()) return true;
      checkAtRest(world, books, callers.references);
      return false;
    },
    result: () => ({ seed, violations: world.violations, trace: world.trace }),
  };
}

/** The authority with those who watch what passes between it and the nodes. */
function openAuthority(world: World, tables: Tables, { wasAsked }: Callers) {
  const opened: { authority: SimulatedAuthority | null; contingencies: SimulatedContingencies | null } = {
    authority: null,
    contingencies: null,
  };
  const eventLedger = () => present(opened.contingencies).ledger;
  const wire = watchWire({
    world,
    ledger: () => present(opened.authority).ledger,
    wasAsked,
    isReported: (code) => eventLedger().listed.has(code),
  });
  const events = watchEvents({ world, tables, ledger: eventLedger });
  const authority = createSimulatedAuthority(world, wire.onStamp);
  const contingencies = createSimulatedContingencies(world, authority, events.onSeal);
  opened.authority = authority;
  opened.contingencies = contingencies;
  return { authority, contingencies, wire, events };
}

function present<T>(opened: T | null): T {
  if (opened === null) throw new Error('the authority has not been opened');
  return opened;
}

const CREDIT_SEED = 1_000_000_007;

/** Enough in a crowd for a lote, which takes more than ten. */
function drawTrade({ dice, faults }: World, seed: number): Trade {
  if (faults().crowded) return { sales: dice.between(15, 19), notes: 0 };
  const onCredit = drawOnCredit(seed);
  return onCredit ?? { sales: dice.between(1, 3), notes: 0 };
}

/** In a fifth of the worlds. Drawn apart from all else, so that the other worlds do not depend on it. */
function drawOnCredit(seed: number): Trade | null {
  const dice = createDice(CREDIT_SEED + seed);
  return dice.chance(0.2) ? { sales: dice.pick([1, 1, 2]), notes: dice.between(2, 4) } : null;
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
