import { createRecent } from '../../core/memory/recent.ts';
import type { Admission, Gate, KnownKey } from '../../operations/access/ports.ts';
import type { DocumentRead } from '../../operations/documents/reading-ports.ts';
import type { Companies } from '../companies/company-reader.ts';
import { COMPANY, callForCompany, callFunction, serversOf } from '../connection/function-call.ts';
import { createGathering } from '../connection/gathering.ts';
import type { Pool } from '../connection/pool.ts';
import { createDocumentReader, readArguments, toView, type ViewRow } from '../documents/document-view.ts';
import { type CountedRequest, fullWindow, standingOf } from './rate-standing.ts';

export interface GateParts {
  readonly companies: Companies;
  /** Whether there is a mail server for every company. */
  readonly installationMails: boolean;
  /** The node's clock for durations, in milliseconds. */
  readonly monotonic: () => number;
}

interface Asking {
  readonly key: KnownKey;
  readonly read: DocumentRead | null;
}

/** A request as it was counted; null where its key lives no longer. */
interface Counting {
  readonly counted: Counted | null;
}

interface Counted extends CountedRequest {
  /** The version of the company. */
  readonly version: string;
  readonly found: ViewRow | null;
}

/** One key after the requests of a statement. */
interface KeyRow {
  /** The position of the key in the statement, from 1. */
  readonly place: number;
  readonly version: string;
  readonly per_minute: number;
  readonly per_hour: number;
  /** How many of its requests in the statement fit. */
  readonly admitted: number;
  readonly minute_count: number;
  readonly hour_count: number;
  readonly minute_left_ms: number;
  readonly hour_left_ms: number;
  /** What was found for those that asked for a document. */
  readonly found: readonly FoundRow[] | null;
}

interface FoundRow {
  /** The position of the request among those of its key, from 1. */
  readonly turn: number;
  readonly view: ViewRow | null;
}

/** Requests that share a statement, and statements at a time. Signed bytes are read apart from all others. */
const TOGETHER = { mostItems: 64, lanes: 1 };
const WITH_BYTES = { mostItems: 8, lanes: 2 };

/** For so long a window that is used up is not asked about again. */
const FULL_FOR_MS = 1_000;
/** Keys with a used-up window that a node remembers. */
const FULL_KEYS = 10_000;

/**
 * Exact over several nodes: the database's clock and one statement decide and count, for all requests that wait at the
 * same moment together. A key whose window is used up is refused from memory for up to a second.
 */
export function createGate(pool: Pool, { companies, installationMails, monotonic }: GateParts): Gate {
  const carryOut = (askings: readonly Asking[]) => count(pool, askings, monotonic);
  const together = createGathering({ ...TOGETHER, carryOut });
  const withBytes = createGathering({ ...WITH_BYTES, carryOut });
  const full = createRecent<{ readonly counted: Counted; readonly untilMs: number }>(FULL_KEYS);
  const noteUse = createUseNoter(pool, monotonic);
  const reader = createDocumentReader(pool, installationMails);

  const counting = async (asking: Asking): Promise<Counted | null> => {
    const { counted } = await (asking.read?.bytes === true ? withBytes : together)(asking);
    if (counted?.fits === false)
      full.set(asking.key.keyId, { counted, untilMs: fullUntilMs(counted, monotonic()) });
    return counted;
  };
  const admissionOf = async (key: KnownKey, counted: Counted): Promise<Admission | null> => {
    const company = await companies.atVersion(key.companyId, counted.version);
    if (company === null) return null;
    const { keyId, companyId } = key;
    const linksEpoch = companies.linksEpoch(companyId);
    return {
      caller: { keyId, companyId, company, limits: counted.limits, linksEpoch },
      standing: standingOf(counted, monotonic()),
      found: counted.found === null ? null : toView(counted.found, installationMails),
    };
  };

  return {
    async refusal(key) {
      const known = full.get(key.keyId);
      return known !== null && monotonic() < known.untilMs ? admissionOf(key, known.counted) : null;
    },
    async admit(key, read) {
      const isElsewhere = read !== null && (await serversOf(pool).areMany());
      const counted = await counting({ key, read: isElsewhere ? null : read });
      if (counted === null) return null;
      noteUse(key);
      const admission = await admissionOf(key, counted);
      if (!isElsewhere || admission === null || !counted.fits) return admission;
      return { ...admission, found: await reader.view(key.companyId, read) };
    },
  };
}

/** Never beyond the end of the window. */
function fullUntilMs(counted: Counted, nowMs: number): number {
  const endMs = fullWindow(counted) === 'hour' ? counted.hourEndMs : counted.minuteEndMs;
  return Math.min(endMs, nowMs + FULL_FOR_MS);
}

/** Counts the requests of each key together; those that fit are the first of them. */
async function count(
  pool: Pool,
  askings: readonly Asking[],
  monotonic: () => number,
): Promise<readonly Counting[]> {
  const byKey = [...Map.groupBy(askings, ({ key }) => key.keyId).values()].sort(inLockOrder);
  const keys = byKey.flatMap(([first]) => (first === undefined ? [] : [first.key]));
  const reads = byKey.map(readsOf);
  const rows = await callFunction<KeyRow>(pool, {
    name: 'admit-requests',
    text: 'SELECT * FROM count_requests($1::uuid[], $2::text[], $3::uuid[], $4::integer[], $5::json)',
    values: [
      keys.map(({ companyId }) => companyId),
      keys.map(({ companyId }) => pool.passOf(companyId)),
      keys.map(({ keyId }) => keyId),
      byKey.map((group) => group.length),
      reads.some((read) => read !== null) ? JSON.stringify(reads) : null,
    ],
  });
  const nowMs = monotonic();
  const counted = new Map<Asking, Counted>();
  for (const row of rows)
    for (const [index, asking] of (byKey[row.place - 1] ?? []).entries())
      counted.set(asking, countedOf(row, index + 1, nowMs));
  return askings.map((asking) => ({ counted: counted.get(asking) ?? null }));
}

/** In one order everywhere, so that two nodes do not wait for each other in a circle. */
function inLockOrder([a]: readonly Asking[], [b]: readonly Asking[]): number {
  const nameOf = (asking: Asking | undefined) => `${asking?.key.companyId} ${asking?.key.keyId}`;
  return nameOf(a) < nameOf(b) ? -1 : 1;
}

/** What the requests of one key ask for, by the turn of the request from 1; null where they ask for nothing. */
function readsOf(group: readonly Asking[]) {
  const reads = group.flatMap(({ read }, index) =>
    read === null ? [] : [{ turn: index + 1, ...readArguments(read) }],
  );
  return reads.length === 0 ? null : reads;
}

/** The request of this turn: those that fit were counted one after the other. */
function countedOf(row: KeyRow, turn: number, nowMs: number): Counted {
  const fits = turn <= row.admitted;
  const after = fits ? row.admitted - turn : 0;
  return {
    version: row.version,
    limits: { perMinute: row.per_minute, perHour: row.per_hour },
    fits,
    minuteCount: row.minute_count - after,
    hourCount: row.hour_count - after,
    minuteEndMs: nowMs + row.minute_left_ms,
    hourEndMs: nowMs + row.hour_left_ms,
    found: row.found?.find((one) => one.turn === turn)?.view ?? null,
  };
}

const USE_NOTED_EVERY_MS = 60_000;
/** Keys whose use a node has noted lately. */
const NOTED_KEYS = 10_000;

/** The first request of a minute at each node asks the database, and the first at all nodes writes. */
function createUseNoter(pool: Pool, monotonic: () => number): (key: KnownKey) => void {
  const notedMs = createRecent<number>(NOTED_KEYS);
  return ({ companyId, keyId }) => {
    const nowMs = monotonic();
    const lastMs = notedMs.get(keyId);
    if (lastMs !== null && nowMs - lastMs < USE_NOTED_EVERY_MS) return;
    notedMs.set(keyId, nowMs);
    const statement = {
      name: 'note-key-use',
      text: `SELECT note_key_use(${COMPANY}, $3)`,
      values: [keyId],
    };
    // Nobody waits for it, and it may fail unseen.
    callForCompany(pool, companyId, statement).catch(() => undefined);
  };
}
