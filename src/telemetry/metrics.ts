import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { HOUR_MS } from '../core/calendar/spans.ts';
import type { Ambiente } from '../core/dte/kinds.ts';
import { TIPOS_DTE } from '../core/dte/kinds.ts';
import { GAPS } from '../core/explaining/explain.ts';
import {
  type Backlog,
  CALL_OUTCOMES,
  type HeldStanding,
  METERED_OUTCOMES,
  type Meter,
  VIAS,
  type WatchedStanding,
} from '../operations/installation/metrics-ports.ts';
import { METRICS, type MetricName, SECONDS } from './metrics-table.ts';

/** The measures of one node. */
export interface Metrics {
  readonly meter: Meter;
  readonly contentType: string;
  /** Whose circuits are open is asked at every look. */
  watchCircuits(offline: () => readonly { readonly ambiente: Ambiente }[]): void;
  /** How far the authority's clock is ahead of the database's, by environment, is asked at every look. */
  watchAuthorityClock(aheadMs: () => ReadonlyMap<Ambiente, number>): void;
  /** How a node stands to its database is asked at every look. */
  watchLog(standing: () => Promise<WatchedStanding>): void;
  /** What the requests of a node hold is asked at every look. */
  watchHeld(held: () => HeldStanding): void;
  /** What the requests of all nodes of this process hold. */
  held(): HeldStanding;
  /** How the node of this process stands that may number nothing; any other where there is none. */
  standing(): Promise<WatchedStanding>;
  /** Everything in Prometheus' text format; null where it is not known what waits, or how the database stands. */
  text(backlog: Backlog | null, database?: WatchedStanding | null): Promise<string>;
}

/** Measures in a registry of their own, with those of the process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  measureProcess(registry);
  const logs: (() => Promise<WatchedStanding>)[] = [];
  const circuits: (() => readonly { readonly ambiente: Ambiente }[])[] = [];
  const clocks: (() => ReadonlyMap<Ambiente, number>)[] = [];
  const holding: (() => HeldStanding)[] = [];
  const held = () => heldTogether(holding.map((one) => one()));
  return {
    meter: meterOf(registry),
    contentType: registry.contentType,
    watchCircuits: (offline) => void circuits.push(offline),
    watchAuthorityClock: (aheadMs) => void clocks.push(aheadMs),
    watchLog: (standing) => void logs.push(standing),
    watchHeld: (one) => void holding.push(one),
    held,
    async standing() {
      const all = await Promise.all(logs.map((one) => one()));
      return all.find(({ refusal }) => refusal !== null) ?? all[0] ?? { refusal: null, clockAheadMs: null };
    },
    async text(backlog, database = null) {
      const open = circuits.flatMap((offline) => offline());
      const ahead = clocks.flatMap((aheadMs) => [...aheadMs()]);
      const now = standing({ open, clocks: ahead, held: held(), backlog, database });
      return `${await registry.metrics()}\n${await now.metrics()}`;
    },
  };
}

/**
 * The percentiles of the event loop's lag are left out: the package takes them with a timer that wakes a node a hundred times
 * a second, for as long as it lives. How busy the thread is, Node counts without one.
 */
function measureProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: HOUR_MS });
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith('nodejs_eventloop_lag_') && name !== LAG_AT_A_LOOK) registry.removeSingleMetric(name);
  new Counter({
    ...settingsOf(registry, 'sello_busy_seconds_total'),
    collect() {
      this.reset();
      this.inc(performance.eventLoopUtilization().active / 1000);
    },
  });
}

/** It is taken while the measures are asked for. */
const LAG_AT_A_LOOK = 'nodejs_eventloop_lag_seconds';

/** What a measure of the table is made with. */
function settingsOf(registry: Registry, name: MetricName) {
  const { help, labels } = METRICS[name];
  return { name, help, labelNames: [...labels], registers: [registry] };
}

function histogram(registry: Registry, name: MetricName): Histogram {
  return new Histogram({ ...settingsOf(registry, name), buckets: SECONDS });
}

/** Methods that somebody made up count as one. */
const METHODS = new Set(['GET', 'HEAD', 'POST']);

function meterOf(registry: Registry): Meter {
  const requests = new Counter(settingsOf(registry, 'sello_http_requests_total'));
  const durations = histogram(registry, 'sello_http_request_duration_seconds');
  const issuances = new Counter(settingsOf(registry, 'sello_issuances_total'));
  const issuing = histogram(registry, 'sello_issuance_duration_seconds');
  const invalidations = new Counter(settingsOf(registry, 'sello_invalidations_total'));
  const calls = histogram(registry, 'sello_authority_call_duration_seconds');
  const damagedFiles = new Counter(settingsOf(registry, 'sello_damaged_files_total'));
  const numbersTaken = new Counter(settingsOf(registry, 'sello_control_numbers_taken_total'));
  const unexplained = new Counter(settingsOf(registry, 'sello_rejections_unexplained_total'));
  for (const unknown of GAPS) unexplained.inc({ unknown }, 0);
  beginAtZero({ issuances, issuing, invalidations, calls });
  return {
    request({ route, method: sent, status, durationMs }) {
      const method = METHODS.has(sent) ? sent : 'other';
      requests.inc({ route, method, status: String(status) });
      durations.observe({ route, method }, durationMs / 1000);
    },
    issuance({ tipoDte: doc_type, outcome, via, durationMs }) {
      issuances.inc({ doc_type, outcome, via });
      if (durationMs !== null) issuing.observe({ outcome, via }, durationMs / 1000);
    },
    invalidation: ({ tipoDte, outcome, via }) =>
      invalidations.inc({ doc_type: tipoDte ?? 'none', outcome, via }),
    call: ({ service, outcome, durationMs }) => calls.observe({ service, outcome }, durationMs / 1000),
    damagedFile: () => damagedFiles.inc(),
    numberTaken: () => numbersTaken.inc(),
    unexplained: (unknown) => unexplained.inc({ unknown }),
  };
}

/** A counter that appears with its first event never rises, so that no alarm on its increase sees that event. */
function beginAtZero({
  issuances,
  issuing,
  invalidations,
  calls,
}: Readonly<Record<'issuances' | 'invalidations', Counter> & Record<'issuing' | 'calls', Histogram>>): void {
  for (const via of VIAS)
    for (const outcome of METERED_OUTCOMES) {
      issuing.zero({ outcome, via });
      for (const doc_type of TIPOS_DTE) issuances.inc({ doc_type, outcome, via }, 0);
      for (const doc_type of [...TIPOS_DTE, 'none']) invalidations.inc({ doc_type, outcome, via }, 0);
    }
  for (const [service, outcomes] of Object.entries(CALL_OUTCOMES))
    for (const outcome of outcomes) calls.zero({ service, outcome });
}

/** What stands at this moment, in a registry of its own: what is not known is missing, and nothing of before is left. */
function standing({
  open,
  clocks,
  held,
  backlog,
  database,
}: {
  readonly open: readonly { readonly ambiente: Ambiente }[];
  readonly held: HeldStanding;
  readonly clocks: readonly (readonly [Ambiente, number])[];
  readonly backlog: Backlog | null;
  readonly database: WatchedStanding | null;
}): Registry {
  const registry = new Registry();
  const gauge = (name: MetricName) => new Gauge(settingsOf(registry, name));
  const circuits = gauge('sello_circuits_open');
  for (const environment of ['00', '01'])
    circuits.set({ environment }, open.filter(({ ambiente }) => ambiente === environment).length);
  const authorities = gauge('sello_authority_clock_ahead_seconds');
  for (const [environment, aheadMs] of clocks) authorities.set({ environment }, aheadMs / 1000);
  showHeld(gauge, held);
  gauge('sello_backlog_up').set(backlog === null ? 0 : 1);
  if (database !== null) {
    gauge('sello_reconcile_needed').set(database.refusal === 'forgot' ? 1 : 0);
    gauge('sello_journal_writable').set(database.isJournalWritable === false ? 0 : 1);
  }
  const { clockAheadMs = null } = database ?? {};
  if (clockAheadMs !== null) gauge('sello_database_clock_ahead_seconds').set(clockAheadMs / 1000);
  if (backlog !== null) showBacklog(gauge, backlog);
  return registry;
}

function heldTogether(all: readonly HeldStanding[]): HeldStanding {
  const sum = (of: (one: HeldStanding) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    places: sum((one) => one.places),
    inLine: sum((one) => one.inLine),
    bodyBytes: sum((one) => one.bodyBytes),
    exportSlots: sum((one) => one.exportSlots),
    stuckMs: Math.max(0, ...all.map((one) => one.stuckMs)),
  };
}

function showHeld(gauge: (name: MetricName) => Gauge, held: HeldStanding): void {
  gauge('sello_places_taken').set(held.places);
  gauge('sello_requests_in_line').set(held.inLine);
  gauge('sello_body_bytes_under_way').set(held.bodyBytes);
  gauge('sello_export_slots_taken').set(held.exportSlots);
  gauge('sello_places_stuck_seconds').set(held.stuckMs / 1000);
}

function showBacklog(gauge: (name: MetricName) => Gauge, backlog: Backlog): void {
  const waiting = gauge('sello_documents_waiting');
  for (const { ambiente, state, count } of backlog.documents)
    waiting.set({ environment: ambiente, state }, count);
  gauge('sello_documents_due').set(backlog.due);
  gauge('sello_invalidations_waiting').set(backlog.invalidations);
  gauge('sello_mails_waiting').set(backlog.mails.waiting);
  gauge('sello_oldest_mail_seconds').set(backlog.mails.oldestSeconds);
  const aside = gauge('sello_put_aside');
  for (const [kind, count] of Object.entries(backlog.putAside)) aside.set({ kind }, count);
  gauge('sello_oldest_waiting_seconds').set(backlog.oldestSeconds);
  gauge('sello_contingency_unreported_seconds').set(backlog.unreportedSeconds);
  const [left, used] = [gauge('sello_contingency_seconds_left'), gauge('sello_contingency_used_ratio')];
  for (const { clock, secondsLeft, used: share } of backlog.clocks) {
    left.set({ clock }, secondsLeft);
    used.set({ clock }, share);
  }
}
