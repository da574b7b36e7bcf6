import type { Lease } from '../../../src/operations/documents/ports.ts';
import { codeOf } from '../../support/identifiers.ts';
import type { InvalidationLedger, SealedInvalidation } from '../authority-invalidation.ts';
import { findDocument, type InvalidationRow, keyOf, type Tables } from '../database/tables.ts';
import type { Copy, InvalidationWire } from '../network.ts';
import { COMPANY_ID } from '../orders.ts';
import { readSignedInvalidation } from '../signed-invalidation.ts';
import type { Mark } from '../signed-text.ts';
import type { World } from '../world.ts';

/** The documents, by identifier or reference, that somebody wanted invalidated in these words; null for none of his own. */
export type AskedTargets = (words: string | null) => readonly string[];

/** The words of a caller, by which they are found again in an event. */
export function wordsOf({ reference, version }: Pick<Mark, 'reference' | 'version'>): string {
  return `${reference} ${version}`;
}

/** What must hold of invalidations: in the store after every step, on the wire, and at the authority with every seal. */
export interface InvalidationWatch {
  readonly wire: InvalidationWire;
  readonly onSeal: (event: SealedInvalidation) => void;
  check(): void;
  /** A lease holder has written, where the row was `before`. */
  onWrite(lease: Lease, before: InvalidationRow): void;
}

export interface InvalidationWatchOptions {
  readonly world: World;
  readonly tables: Tables;
  /** The books are opened after those who watch them. */
  readonly ledger: () => InvalidationLedger;
  readonly askedTargets: AskedTargets;
}

export function watchInvalidations(options: InvalidationWatchOptions): InvalidationWatch {
  const { world, tables } = options;
  const seen = new Map<string, InvalidationRow>();
  const copies: Copy[] = [];
  const sealed: SealedInvalidation[] = [];
  return {
    wire: {
      onSend(jws) {
        checkRecorded(options, jws);
        checkReplaced(options, copies, jws);
      },
      onLeave: (copy) => copies.push(copy),
    },
    onSeal(event) {
      const { codigoGeneracion } = event.document;
      if (sealed.some(({ document }) => document.codigoGeneracion === codigoGeneracion))
        world.violate('invalidated_once', `document ${codigoGeneracion}`);
      sealed.push(event);
      checkAsked(options, event);
    },
    check() {
      if (tables.invalidations.size < seen.size) world.violate('nothing_lost', 'an invalidation vanished');
      for (const [key, row] of tables.invalidations) {
        checkVerdict(options, row);
        const before = seen.get(key);
        if (before === row) continue;
        if (before !== undefined) checkKept(world, before, row);
        seen.set(key, row);
      }
    },
    onWrite(lease, before) {
      if (String(before.fence) !== lease.fence)
        world.violate('stale_holder_writes_nothing', `fence ${lease.fence} wrote under ${before.fence}`);
    },
  };
}

/** Bytes are on record, as of unknown fate, before the first of them leaves. */
function checkRecorded({ world, tables }: InvalidationWatchOptions, jws: string): void {
  const isRecorded = [...tables.invalidations.values()].some(({ attempts }) =>
    attempts.some((attempt) => attempt.jws === jws && attempt.outcome === 'unknown'),
  );
  if (!isRecorded) world.violate('events_are_recorded_first', readSignedInvalidation(jws).codigoGeneracion);
}

/** Another event for a document leaves only when nothing of the earlier ones can still be sealed, or has been. */
function checkReplaced(
  { world, ledger }: InvalidationWatchOptions,
  copies: readonly Copy[],
  jws: string,
): void {
  const { document } = readSignedInvalidation(jws);
  const { invalidated, rejected } = ledger();
  const isSealed = ({ jws: other }: Copy) => invalidated.get(document.codigoGeneracion)?.jws === other;
  const live = copies.find(
    (copy) =>
      copy.jws !== jws &&
      readSignedInvalidation(copy.jws).document.codigoGeneracion === document.codigoGeneracion &&
      !copy.rejected &&
      (world.faults().moody || !rejected.has(copy.jws)) &&
      (copy.pending > 0 || isSealed(copy)),
  );
  if (live !== undefined)
    world.violate('events_change_when_settled', `another event for document ${document.codigoGeneracion}`);
}

/** What is sealed was asked for in these words, or by somebody who left the words to the company's settings. */
function checkAsked(
  { world, tables, askedTargets }: InvalidationWatchOptions,
  { document, mark }: SealedInvalidation,
): void {
  const words = mark === null ? null : wordsOf(mark);
  const codes = askedTargets(words).map(
    (target) => findDocument(tables, COMPANY_ID, target)?.record.codigoGeneracion,
  );
  if (!codes.includes(codeOf(document.codigoGeneracion)))
    world.violate('events_are_the_callers', `document ${document.codigoGeneracion}: ${words}`);
}

/** A verdict is the authority's: a seal stands in its ledger with these bytes, and what is called rejected does not. */
function checkVerdict({ world, tables, ledger }: InvalidationWatchOptions, row: InvalidationRow): void {
  const { state, selloRecibido } = row.record;
  if (state === 'open') return;
  const document = tables.documents.get(keyOf(row.companyId, row.documentId))?.record;
  const code = document?.codigoGeneracion ?? '';
  const entry = ledger().invalidated.get(code);
  const sealedBytes = row.attempts.find(({ outcome }) => outcome === 'sealed');
  const problems =
    state === 'rejected'
      ? [entry !== undefined && 'called rejected, and is invalidated']
      : [
          entry === undefined && 'not invalidated by the authority',
          selloRecibido !== null && entry?.selloRecibido !== selloRecibido && 'another seal',
          selloRecibido !== null && sealedBytes === undefined && 'a seal without bytes',
          sealedBytes !== undefined && entry != null && entry.jws !== sealedBytes.jws && 'other bytes',
          sealedBytes?.sends === 1 && entry === null && 'ours that was never sealed',
          entry != null && entry.codigoGeneracion !== row.record.codigoGeneracion && 'another event',
        ];
  const found = problems.filter((problem) => problem !== false);
  if (found.length > 0)
    world.violate('invalidations_are_the_ledgers', `${document?.externalRef}: ${found.join(', ')}`);
}

/** What is sealed stays, and a fence only rises. */
function checkKept(world: World, before: InvalidationRow, after: InvalidationRow): void {
  const told = ({ record }: InvalidationRow) =>
    [record.state, record.codigoGeneracion, record.selloRecibido].join(' ');
  if (before.record.state === 'sealed' && told(before) !== told(after))
    world.violate('invalidations_stay', `${told(before)} became ${told(after)}`);
  if (after.fence < before.fence) world.violate('fences_rise', `${before.fence} became ${after.fence}`);
}
