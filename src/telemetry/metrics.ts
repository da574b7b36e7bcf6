import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Ambiente } from '../core/dte/kinds.ts';
import { TIPOS_DTE } from '../core/dte/kinds.ts';
import {
  type Backlog,
  CALL_OUTCOMES,
  METERED_OUTCOMES,
  type Meter,
} from '../operations/installation/metrics-ports.ts';
import { METRICS, type MetricName, SECONDS } from './metrics-table.ts';

/** The measures of one node. */
export interface Metrics {
  readonly meter: Meter;
  readonly contentType: string;
  /** Whose circuits are open is asked at every look. */
  watchCircuits(offline: () => readonly { readonly ambiente: Ambiente }[]): void;
  /** Why a database that has forgotten something is given no numbers is asked at every look; null where it has not. */
  watchLog(obstacle: () => Promise<string | null>): void;
  /** Whether no node of this process knows of anything that the database has forgotten. */
  isWhole(): Promise<boolean>;
  /** Everything in Prometheus' text format; null where it is not known what waits, or whether anything was forgotten. */
  text(backlog: Backlog | null, isWhole?: boolean | null): Promise<string>;
}

/** Measures in a registry of their own, with those of the process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const logs: (() => Promise<string | null>)[] = [];
  const circuits: (() => readonly { readonly ambiente: Ambiente }[])[] = [];
  return {
    meter: meterOf(registry),
    contentType: registry.contentType,
    watchCircuits: (offline) => void circuits.push(offline),
    watchLog: (obstacle) => void logs.push(obstacle),
    isWhole: async () => (await Promise.all(logs.map((obstacle) => obstacle()))).every((one) => one === null),
    async text(backlog, isWhole = null) {
      const now = standing({ open: circuits.flatMap((offline) => offline()), backlog, isWhole });
      return `${await registry.metrics()}\n${await now.metrics()}`;
    },
  };
}

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
  const invalidations = new Counter(settingsOf(registry, 'sello_invalidations_total'));
  const calls = histogram(registry, 'sello_authority_call_duration_seconds');
  const damagedFiles = new Counter(settingsOf(registry, 'sello_damaged_files_total'));
  const numbersTaken = new Counter(settingsOf(registry, 'sello_control_numbers_taken_total'));
  beginAtZero({ issuances, invalidations, calls });
  return {
    request({ route, method: sent, status, durationMs }) {
      const method = METHODS.has(sent) ? sent : 'other';
      requests.inc({ route, method, status: String(status) });
      durations.observe({ route, method }, durationMs / 1000);
    },
    issuance: (doc_type, outcome) => issuances.inc({ doc_type, outcome }),
    invalidation: (tipoDte, outcome) => invalidations.inc({ doc_type: tipoDte ?? 'none', outcome }),
    call: ({ service, outcome, durationMs }) => calls.observe({ service, outcome }, durationMs / 1000),
    damagedFile: () => damagedFiles.inc(),
    numberTaken: () => numbersTaken.inc(),
  };
}

/** A counter that appears with its first event never rises, so that no alarm on its increase sees that event. */
function beginAtZero({
  issuances,
  invalidations,
  calls,
}: {
  readonly issuances: Counter;
  readonly invalidations: Counter;
  readonly calls: Histogram;
}): void {
  for (const outcome of METERED_OUTCOMES) {
    for (const doc_type of TIPOS_DTE) issuances.inc({ doc_type, outcome }, 0);
    for (const doc_type of [...TIPOS_DTE, 'none']) invalidations.inc({ doc_type, outcome }, 0);
  }
  for (const [service, outcomes] of Object.entries(CALL_OUTCOMES))
    for (const outcome of outcomes) calls.zero({ service, outcome });
}

const ENVIRONMENTS: readonly Ambiente[] = ['00', '01'];

/** What stands at this moment, in a registry of its own: what is not known is missing, and nothing of before is left. */
function standing({
  open,
  backlog,
  isWhole,
}: {
  readonly open: readonly { readonly ambiente: Ambiente }[];
  readonly backlog: Backlog | null;
  readonly isWhole: boolean | null;
}): Registry {
  const registry = new Registry();
  const gauge = (name: MetricName) => new Gauge(settingsOf(registry, name));
  const circuits = gauge('sello_circuits_open');
  for (const environment of ENVIRONMENTS)
    circuits.set({ environment }, open.filter(({ ambiente }) => ambiente === environment).length);
  gauge('sello_backlog_up').set(backlog === null ? 0 : 1);
  if (isWhole !== null) gauge('sello_reconcile_needed').set(isWhole ? 0 : 1);
  if (backlog !== null) showBacklog(gauge, backlog);
  return registry;
}

function showBacklog(gauge: (name: MetricName) => Gauge, backlog: Backlog): void {
  const waiting = gauge('sello_documents_waiting');
  for (const { ambiente, state, count } of backlog.documents)
    waiting.set({ environment: ambiente, state }, count);
  gauge('sello_documents_due').set(backlog.due);
  gauge('sello_invalidations_waiting').set(backlog.invalidations);
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
