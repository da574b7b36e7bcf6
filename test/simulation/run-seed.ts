import { leaseMs } from '../../src/operations/sending/send.ts';
import type { Journal } from '../../src/storage/journal/journal.ts';
import { codeOf } from '../support/identifiers.ts';
import { createSimulatedAuthority, type LedgerEntry, type SimulatedAuthority } from './authority.ts';
import { createSimulatedContingencies, type SimulatedContingencies } from './authority-contingency.ts';
import { type InvalidationDesk, openInvalidationDesk } from './authority-invalidation.ts';
import { type Callers, createCallers, PATIENCE_MS, type Trade } from './callers.ts';
import { type Cancellers, createCancellers } from './cancellers.ts';
import { beginAnew, setClock } from './database/clock.ts';
import { type Database, type DatabaseClock, STORE_RULES, type StoreRules } from './database/rules.ts';
import { emptyTables, findDocument, stampedForGood, type Tables } from './database/tables.ts';
import { createDice, type Dice } from './dice.ts';
import { type Furnish, startFleet } from './fleet.ts';
import { checkAtRest } from './invariants/at-rest.ts';
import { watchAnswers } from './invariants/of-answers.ts';
import { watchCancellations } from './invariants/of-cancellations.ts';
import { watchCircuits } from './invariants/of-circuits.ts';
import { watchDocuments } from './invariants/of-documents.ts';
import { watchEvents } from './invariants/of-events.ts';
import { watchInvalidations } from './invariants/of-invalidations.ts';
import { watchNotes } from './invariants/of-notes.ts';
import { watchWire } from './invariants/of-the-wire.ts';
import { watchHistory } from './invariants/standing-history.ts';
import { openSimulatedJournal, type SimulatedJournal } from './journal.ts';
import { muteDocument } from './mute-document.ts';
import type { NetworkOptions } from './network.ts';
import { COMPANY, COMPANY_ID } from './orders.ts';
import { AUTOMATIC_VERSION } from './signed-text.ts';
import { createWorld, type Violation, type World } from './world.ts';

/** What may be put in the place of the right parts, to see that it is found. */
export interface Sabotage {
  readonly furnish?: Furnish;
  readonly rules?: () => Partial<StoreRules>;
  /** What the nodes take for their journal. */
  readonly journal?: (journal: Journal) => Journal;
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

const ACCOUNT = { companyId: COMPANY_ID, ambiente: COMPANY.ambiente };
const MINUTE_MS = 60_000;
const QUARANTINE_MS = 15 * MINUTE_MS;
export const TIMES = { callTimeoutMs: 8_000, requestBudgetMs: 25_000, quarantineMs: QUARANTINE_MS };

/** Longer than patience, and than a quarantine after it for each of two numbers that another system has. */
const REST_MS = PATIENCE_MS + 45 * MINUTE_MS;

export function openSeed({ seed, traced = false, sabotage = {} }: SeedOptions): SeedRun {
  const wallMs = (atMs: number) => startMs + atMs + (atMs < leap.atMs ? 0 : leap.byMs);
  const world = createWorld({ seed, traced, faultsEndMs: drawEnd, restMs: REST_MS, wallMs });
  const tables = emptyTables();
  const trade = drawTrade(world, seed);
  const leap = trade.cancellers > 0 ? drawLeap(world, seed) : NO_LEAP;
  const callers = createCallers(world, trade);
  const cancellers = createCancellers(world, {
    ...callers.references,
    cancellers: trade.cancellers,
    leapMs: leap === NO_LEAP ? null : leap.atMs,
  });
  const journal = openSimulatedJournal(world, seed);
  const opened = openAuthority({ world, tables, callers, cancellers, journal });
  const startMs = drawStart(world.dice);
  const watches = watchWorld({ world, tables, opened });
  const { documents, answers, cancellations } = watches;
  const rules = { ...STORE_RULES, quarantineMs: QUARANTINE_MS, ...sabotage.rules?.() };
  const database: Database = {
    tables,
    rules,
    nowMs: world.nowMs,
    wallMs,
    clock: troubleOf(world, { tables, rules, trouble: drawTrouble(world, seed) }),
    onWrite: documents.onWrite,
    onInvalidationWrite: opened.invalidationWatch.onWrite,
  };
  const fleet = startFleet({
    world,
    database,
    network: networkOf(world, tables, opened),
    times: { ...TIMES, quarantineMs: drawSetting(seed) },
    furnish: sabotage.furnish ?? ((context) => context),
    answers,
    cancellations,
    circuits: watches.circuits,
    journal: sabotaged(journal, sabotage),
    nodes: world.dice.between(1, 3),
  });
  callers.start({ world, fleet, database });
  cancellers.start({ world, fleet, database });
  return {
    step() {
      watches.check();
      if (world.violations.length > 0) return false;
      if (world.step()) return true;
      checkAtRest(world, watches.books, callers.references);
      return false;
    },
    result: () => ({ seed, violations: world.violations, trace: world.trace }),
  };
}

function sabotaged(
  journal: SimulatedJournal | null,
  { journal: change = (one) => one }: Sabotage,
): SimulatedJournal | null {
  return journal && { ...journal, of: (life) => change(journal.of(life)) };
}

/** What looks at the store and the ledgers after every step. */
function watchWorld({
  world,
  tables,
  opened,
}: {
  readonly world: World;
  readonly tables: Tables;
  readonly opened: OpenedAuthority;
}) {
  const { authority, desk, events, invalidationWatch } = opened;
  const history = watchHistory(world, tables);
  const books = { world, tables, history, ledger: authority.ledger, invalidations: desk.ledger };
  const documents = watchDocuments(world, tables, authority.ledger);
  const answers = watchAnswers(books);
  const cancellations = watchCancellations(books);
  const circuits = watchCircuits(world, ACCOUNT);
  const notes = watchNotes(books);
  const all = [history, documents, answers, cancellations, events, notes, invalidationWatch, circuits];
  return {
    books,
    documents,
    answers,
    cancellations,
    circuits,
    check: () => {
      for (const watch of all) watch.check();
    },
  };
}

function networkOf(
  world: World,
  tables: Tables,
  { authority, desk, ...opened }: OpenedAuthority,
): NetworkOptions {
  return {
    world,
    authority,
    contingencies: opened.contingencies,
    invalidations: desk,
    wire: opened.wire.wire,
    invalidationWire: opened.invalidationWatch.wire,
    callTimeoutMs: TIMES.callTimeoutMs,
    quarantineMs: QUARANTINE_MS,
    left: new Map(),
    isMute: muteDocument(world),
    isLatest: (jws) => isLatest(tables, jws),
    lastArrivalMs: (jws: string) => recordedMs(tables, jws) + QUARANTINE_MS - 1,
  };
}

interface Parties {
  readonly world: World;
  readonly tables: Tables;
  readonly callers: Callers;
  readonly cancellers: Cancellers;
  readonly journal: SimulatedJournal | null;
}

type OpenedAuthority = ReturnType<typeof openAuthority>;

/** The authority with those who watch what passes between it and the nodes. */
function openAuthority({ world, tables, callers, cancellers, journal }: Parties) {
  const opened: {
    authority: SimulatedAuthority | null;
    contingencies: SimulatedContingencies | null;
    desk: InvalidationDesk | null;
  } = { authority: null, contingencies: null, desk: null };
  const eventLedger = () => present(opened.contingencies).ledger;
  const deskLedger = () => present(opened.desk).ledger;
  const wire = watchWire({
    world,
    ledger: () => present(opened.authority).ledger,
    wasAsked: (entry) => callers.wasAsked(entry) || isForCanceller(tables, cancellers.allTargets(), entry),
    isReported: (code) => eventLedger().listed.has(code),
    isWrittenDown: (jws) => journal === null || journal.has(jws),
  });
  const events = watchEvents({ world, tables, ledger: eventLedger });
  const { askedTargets } = cancellers;
  const invalidationWatch = watchInvalidations({ world, tables, ledger: deskLedger, askedTargets });
  const isInvalidated = (code: string) => deskLedger().invalidated.has(code);
  const authority = createSimulatedAuthority({
    world,
    onStamp: wire.onStamp,
    isInvalidated,
    knowsStamped: () => stampedForGood(tables, ACCOUNT) !== null,
  });
  const contingencies = createSimulatedContingencies(world, authority, events.onSeal);
  const { onSeal } = invalidationWatch;
  const desk = openInvalidationDesk({ world, documents: authority.ledger, onSeal });
  opened.authority = authority;
  opened.contingencies = contingencies;
  opened.desk = desk;
  return { authority, contingencies, desk, wire, events, invalidationWatch };
}

/** Whether a note is one of ours, on a CCF that somebody wants invalidated. */
function isForCanceller(tables: Tables, targets: readonly string[], { version, ccf }: LedgerEntry): boolean {
  const codes = targets.map((target) => findDocument(tables, COMPANY_ID, target)?.record.codigoGeneracion);
  return version === AUTOMATIC_VERSION && ccf !== null && codes.includes(codeOf(ccf));
}

function present<T>(opened: T | null): T {
  if (opened === null) throw new Error('the authority has not been opened');
  return opened;
}

/** Some trades are drawn apart from all else, so that the other worlds do not depend on them. */
const CREDIT_SEED = 1_000_000_007;
const CANCEL_SEED = 2_000_000_011;
const LEAP_SEED = 1_700_000_009;

/** Enough in a crowd for a lote, which takes more than ten. */
function drawTrade({ dice, faults }: World, seed: number): Trade {
  const plain = { notes: 0, cancellers: 0, onCredit: false };
  if (faults().crowded) return { ...plain, sales: dice.between(15, 19) };
  const drawn = drawOnCredit(seed) ?? drawCancelling(seed);
  return drawn ?? { ...plain, sales: dice.between(1, 3) };
}

/** In a fifth of the worlds. */
function drawOnCredit(seed: number): Trade | null {
  const dice = createDice(CREDIT_SEED + seed);
  if (!dice.chance(0.2)) return null;
  return { sales: dice.pick([1, 1, 2]), notes: dice.between(2, 4), cancellers: 0, onCredit: true };
}

/** In a fifth of the other worlds what was sold is to be invalidated: mostly CCF, with notes on them or without. */
function drawCancelling(seed: number): Trade | null {
  const dice = createDice(CANCEL_SEED + seed);
  if (!dice.chance(0.2)) return null;
  const onCredit = dice.chance(0.75);
  const notes = onCredit ? dice.pick([0, 1, 1, 2, 3]) : 0;
  return { sales: dice.pick([1, 1, 2]), notes, cancellers: dice.between(1, 3), onCredit };
}

/** When months pass on all clocks on the wall, and how many milliseconds. */
interface Leap {
  readonly atMs: number;
  readonly byMs: number;
}

const NO_LEAP: Leap = { atMs: Number.POSITIVE_INFINITY, byMs: 0 };
const DAY_MS = 24 * 60 * MINUTE_MS;

/** In two of three such worlds: past the window of an invalidation, sometimes also past that of a note. */
function drawLeap({ faultsEndMs }: World, seed: number): Leap {
  const dice = createDice(LEAP_SEED + seed);
  if (!dice.chance(0.65)) return NO_LEAP;
  const days = dice.chance(0.8) ? dice.between(45, 70) : dice.between(150, 170);
  return { atMs: dice.between(10 * MINUTE_MS, faultsEndMs), byMs: days * DAY_MS };
}

const TROUBLE_SEED = 1_100_000_021;
/** How long a node with these times has a lease for. */
const LEASE_MS = leaseMs(TIMES);

const SETTING_SEED = 900_000_011;

/** In a fifth of the worlds nodes were started with a quarantine that is shorter than the database's. */
function drawSetting(seed: number): number {
  const dice = createDice(SETTING_SEED + seed);
  return dice.chance(0.2) ? dice.pick([1, MINUTE_MS]) : QUARANTINE_MS;
}

/** A server whose clock is wrong from one instant to another. */
interface Trouble {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly aheadMs: number;
  /** Another server takes the database's place, in a log of its own, and the nodes' clocks are as wrong as its. */
  readonly isFailOver: boolean;
}

/** In three of ten worlds without a crowd. */
function drawTrouble({ faults, faultsEndMs }: World, seed: number): Trouble | null {
  const dice = createDice(TROUBLE_SEED + seed);
  if (faults().crowded || !dice.chance(0.3)) return null;
  const fromMs = dice.between(MINUTE_MS, faultsEndMs - MINUTE_MS);
  const untilMs = Math.min(fromMs + dice.between(1, 8) * MINUTE_MS, faultsEndMs);
  return { fromMs, untilMs, aheadMs: dice.between(8, 60) * MINUTE_MS, isFailOver: dice.chance(0.5) };
}

/** The clock of a server that took over stays as it is, because everybody's is; another is set right in the end. */
function troubleOf(
  world: World,
  {
    tables,
    rules,
    trouble,
  }: { readonly tables: Tables; readonly rules: StoreRules; readonly trouble: Trouble | null },
): DatabaseClock {
  if (trouble === null) return { aheadMs: () => 0, isInAnotherLog: () => false };
  const { fromMs, untilMs, aheadMs, isFailOver } = trouble;
  const isNow = () => world.nowMs() >= fromMs && world.nowMs() < untilMs;
  world.after(fromMs, () => {
    world.note(() => `the clock of ${isFailOver ? 'another server' : 'the database'} is ${aheadMs} ms ahead`);
    setClock(tables, aheadMs);
  });
  world.after(untilMs, () => {
    world.note(() => (isFailOver ? 'the operator reconciles' : "the database's clock is set right"));
    if (!isFailOver) setClock(tables, -aheadMs);
    else if (rules.beginsAnew) beginAnew(tables, world.nowMs(), LEASE_MS);
  });
  return {
    aheadMs: () => (isNow() && !isFailOver ? aheadMs : 0),
    isInAnotherLog: () => isNow() && isFailOver,
  };
}

/** When the bytes were recorded for their latest sending; long ago where they never were. */
function recordedMs({ attempts }: Tables, jws: string): number {
  for (const of of attempts.values()) {
    const attempt = of.find((one) => one.jws === jws);
    if (attempt !== undefined) return attempt.lastSentMs;
  }
  return 0;
}

function isLatest({ attempts }: Tables, jws: string): boolean {
  const sent = [...attempts.values()].map((of) => of.filter(({ outcome }) => outcome !== 'not_delivered'));
  return sent.some((of) => of.at(-1)?.jws === jws);
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
