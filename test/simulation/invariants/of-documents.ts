import { fiscalTime } from '../../../src/core/calendar/el-salvador-time.ts';
import type { Lease } from '../../../src/operations/documents/ports.ts';
import { isForeign, type Ledger, type LedgerEntry } from '../authority.ts';
import {
  type AttemptRow,
  attemptsOf,
  type DocumentRow,
  documentKeyOf,
  type Tables,
} from '../database/tables.ts';
import type { World } from '../world.ts';

const CODE_KEPT_MS = 24 * 3_600_000;

/** What must hold of the documents in the store, after every step. */
export interface DocumentWatch {
  check(): void;
  /** A lease holder has written, where the row was `before`. */
  onWrite(lease: Lease, before: DocumentRow): void;
}

interface Seen {
  readonly row: DocumentRow;
  /** When the document's last rejection came, on the database's clock; null without one under its code. */
  readonly rejectedMs: number | null;
}

export function watchDocuments(world: World, tables: Tables, ledger: Ledger): DocumentWatch {
  const seen = new Map<string, Seen>();
  let givenUp = 0;
  return {
    check() {
      const known = seen.size;
      for (const [key, row] of tables.documents) {
        const before = seen.get(key);
        if (before?.row === row) continue;
        if (before !== undefined) checkChange({ world, ledger }, before, row);
        checkStamp(world, { tables, ledger }, row);
        seen.set(key, { row, rejectedMs: rejectionOf(world, before, row) });
      }
      if (seen.size < known || tables.documents.size < seen.size)
        world.violate('nothing_lost', 'a document vanished');
      if (seen.size !== known || tables.givenUp.size !== givenUp) checkNumbers(world, tables);
      givenUp = tables.givenUp.size;
    },
    onWrite(lease, before) {
      if (String(before.fence) !== lease.fence)
        world.violate('stale_holder_writes_nothing', `fence ${lease.fence} wrote under ${before.fence}`);
    },
  };
}

function rejectionOf(world: World, before: Seen | undefined, { record }: DocumentRow): number | null {
  if (before === undefined) return null;
  if (before.row.record.codigoGeneracion !== record.codigoGeneracion) return null;
  const isRejection = record.state === 'rejected' && before.row.record.state !== 'rejected';
  return isRejection ? world.nowMs() : before.rejectedMs;
}

/**
 * The instant stays for good, the number unless it is somebody else's, the code until 24 hours after a rejection, a stamp
 * for good. A stamp may be that of an earlier code of the document.
 */
function checkChange(
  { world, ledger }: { readonly world: World; readonly ledger: Ledger },
  { row: before, rejectedMs }: Seen,
  after: DocumentRow,
): void {
  const [was, is] = [before.record, after.record];
  const what = `${is.externalRef} number ${is.numeroControl}`;
  if (was.postedMs !== is.postedMs || was.externalRef !== is.externalRef)
    world.violate('identity_never_changes', `${what}: was ${was.externalRef} at ${was.postedMs}`);
  if (was.numeroControl !== is.numeroControl && !isForeign(ledger, was))
    world.violate('numbers_of_ours_stay', `${what}: was ${was.numeroControl}`);
  const agedMs = rejectedMs === null ? 0 : world.nowMs() - rejectedMs;
  const changed = was.codigoGeneracion !== is.codigoGeneracion;
  if (changed && is.state !== 'stamped' && agedMs < CODE_KEPT_MS)
    world.violate('code_kept_for_a_day', `${what}: changed after ${agedMs} ms`);
  const retried = was.state === 'rejected' && is.state === 'claimed';
  if (retried && !changed && agedMs >= CODE_KEPT_MS)
    world.violate('code_renewed_after_a_day', `${what}: kept after ${agedMs} ms`);
  if (was.state === 'stamped' && (is.state !== 'stamped' || is.selloRecibido !== was.selloRecibido))
    world.violate('stamps_stay', what);
}

/** What is allowed for between the clocks of seals and of sendings, and how wrong the authority's is in these worlds. */
const SAME_MOMENT_MS = 150_000;

/**
 * A copy that came after its quarantine was stamped at the moment at which another version left: no answer tells which of
 * them the seal belongs to (seed 143388 before `3f5bb8f`).
 */
function isUndecided(
  world: World,
  { ghost, stampedMs }: LedgerEntry,
  attempt: AttemptRow | undefined,
): boolean {
  const { firstSentMs = null } = attempt ?? {};
  return ghost && firstSentMs !== null && world.wallMs(firstSentMs) - stampedMs < SAME_MOMENT_MS;
}

/** A stamp is the ledger's, and belongs to the very bytes of its attempt; what is called rejected has none. */
function checkStamp(
  world: World,
  { tables, ledger }: { readonly tables: Tables; readonly ledger: Ledger },
  row: DocumentRow,
): void {
  const { record } = row;
  const entry = ledger.entries.get(record.codigoGeneracion);
  if (record.state === 'rejected' && entry !== undefined)
    world.violate('rejection_is_the_authoritys', `${record.externalRef} ${record.numeroControl} is stamped`);
  if (record.state !== 'stamped') return;
  const attempt = attemptsOf(tables, documentKeyOf(row)).find(({ number }) => number === row.stampedAttempt);
  const problems = [
    entry === undefined && 'not in the ledger',
    entry !== undefined && entry.stamp.selloRecibido !== record.selloRecibido && 'another seal',
    entry !== undefined && entry.numeroControl !== record.numeroControl && 'another number',
    entry !== undefined && entry.jws !== attempt?.jws && !isUndecided(world, entry, attempt) && 'other bytes',
    attempt?.outcome !== 'stamped' && 'its attempt is not',
    attempt?.payloadHash !== record.payloadHash && 'another payload',
  ].filter((problem) => problem !== false);
  if (problems.length > 0)
    world.violate(
      'stamp_is_the_ledgers',
      `${record.externalRef} ${record.numeroControl}: ${problems.join(', ')}`,
    );
}

/** The numbers of each year, with those that were given up, are 1..n, and each reference has one document. */
function checkNumbers(world: World, { documents, givenUp }: Tables): void {
  const years = new Map<number, number[]>();
  const references = new Set<string>();
  for (const { record } of documents.values()) {
    const year = fiscalTime(record.postedMs).fiscalYear;
    years.set(year, [...(years.get(year) ?? []), Number(record.numeroControl.slice(-15))]);
    references.add(record.externalRef);
  }
  for (const { fiscalYear: year, numeroControl } of givenUp.values())
    years.set(year, [...(years.get(year) ?? []), Number(numeroControl.slice(-15))]);
  if (references.size < documents.size)
    world.violate('one_document_per_reference', `${documents.size} documents`);
  for (const [year, numbers] of years) {
    const ordered = numbers.toSorted((a, b) => a - b);
    if (ordered.some((number, index) => number !== index + 1))
      world.violate('numbers_without_gap_or_repeat', `${year}: ${ordered.join(' ')}`);
  }
}
