import type { Refusal } from '../../../src/core/refusals/refusal.ts';
import type { DocumentRecord } from '../../../src/operations/documents/ports.ts';
import type { CancelledDocument } from '../../../src/operations/invalidations/invalidate-document.ts';
import type { InvalidationRecord } from '../../../src/operations/invalidations/ports.ts';
import type { CancelAsking } from '../askings.ts';
import type { Ledger } from '../authority.ts';
import type { InvalidationLedger } from '../authority-invalidation.ts';
import { keyOf } from '../database/tables.ts';
import { wordsOf } from './of-invalidations.ts';
import { type Evidence, isTrueOfCancellation } from './of-refusals.ts';

export type Cancelled = CancelledDocument | Refusal;

export interface CancellationWatch {
  /** An answer to a request that began then is about to leave a node. */
  onAnswer(asking: CancelAsking, answer: Cancelled, startedMs: number): void;
  /** No answer given so far is contradicted by the ledger or the store. */
  check(): void;
}

export interface CancellationBooks extends Evidence {
  readonly ledger: Ledger;
  readonly invalidations: InvalidationLedger;
}

/** What must hold of the answers to those who want documents invalidated, when they are given and ever after. */
export function watchCancellations(books: CancellationBooks): CancellationWatch {
  const { world, tables, invalidations } = books;
  const sealed = new Map<string, InvalidationRecord>();
  const rejected = new Set<string>();
  return {
    onAnswer(asking, answer, startedMs) {
      if (answer.kind === 'refused') {
        if (!isTrueOfCancellation(books, asking.target, { refusal: answer, startedMs }))
          world.violate('refusals_are_true', `${asking.target}: ${answer.code} ${answer.detail}`);
        return;
      }
      const { by, record } = answer;
      if (by.kind === 'note') return checkNote(books, { ccf: record, ...by, startedMs });
      checkEvent(books, asking, { ...answer, event: by.event, startedMs });
      const key = keyOf(record.companyId, record.documentId);
      if (by.event.state === 'sealed') sealed.set(key, by.event);
      // While it is in doubt, or asked for again, an event that is told rejected is open, and may be sealed by the time
      // at which a node that stood still tells it.
      const isOver = tables.invalidations.get(key)?.record.state === 'rejected';
      if (by.event.state === 'rejected' && isOver) rejected.add(by.event.codigoGeneracion);
    },
    check() {
      for (const event of invalidations.invalidated.values())
        if (event !== null && rejected.has(event.codigoGeneracion))
          world.violate(
            'cancellations_stay_true',
            `${event.codigoGeneracion} was told rejected, and is sealed`,
          );
      for (const [key, { codigoGeneracion, selloRecibido }] of sealed) {
        const row = tables.invalidations.get(key)?.record;
        if (row?.codigoGeneracion !== codigoGeneracion || row.selloRecibido !== selloRecibido)
          world.violate('cancellations_stay_true', `${codigoGeneracion} was told sealed`);
      }
    },
  };
}

interface ToldEvent extends CancelledDocument {
  readonly event: InvalidationRecord;
  readonly startedMs: number;
}

/**
 * A seal that is told is the authority's, and carries the words of the request unless the answer says otherwise. An answer
 * tells how the event stood at some moment since its request began: one told rejected was not sealed before.
 */
function checkEvent(
  { world, invalidations }: CancellationBooks,
  asking: CancelAsking,
  { record, event, isDuplicate, dataDropped, startedMs }: ToldEvent,
): void {
  const entry = invalidations.invalidated.get(record.codigoGeneracion);
  if (event.state === 'open') return;
  const isOwn = entry?.codigoGeneracion === event.codigoGeneracion;
  const isTrue = event.state === 'sealed' ? entry !== undefined : !isOwn || entry.sealedMs >= startedMs;
  if (!isTrue) world.violate('cancellations_are_true', `${record.externalRef} was called ${event.state}`);
  if (event.selloRecibido === null || entry == null) return;
  if (event.selloRecibido !== entry.selloRecibido)
    world.violate('cancellations_are_true', `${record.externalRef} was given another seal`);
  const said = entry.mark === null ? null : wordsOf(entry.mark);
  if (!isDuplicate && !dataDropped && asking.hasWill && said !== wordsOf(asking))
    world.violate('dropped_words_are_told', `${wordsOf(asking)} was answered with ${said}`);
}

interface ToldNote {
  readonly ccf: DocumentRecord;
  readonly note: DocumentRecord;
  readonly automatic: boolean;
  readonly startedMs: number;
}

/**
 * A note that is told stamped is, on this very CCF; one that we made gives back all of it. An answer tells how the note
 * stood at some moment since its request began: one told rejected was not stamped before.
 */
function checkNote(
  { world, ledger }: CancellationBooks,
  { ccf, note, automatic, startedMs }: ToldNote,
): void {
  const entry = ledger.entries.get(note.codigoGeneracion);
  if (note.state !== 'stamped') {
    if (note.state === 'rejected' && entry !== undefined && entry.stampedMs < world.wallMs(startedMs))
      world.violate('cancellations_are_true', `${note.externalRef} was called rejected`);
    return;
  }
  const problems = [
    entry?.stamp.selloRecibido !== note.selloRecibido && 'another stamp',
    entry?.ccf !== ccf.codigoGeneracion && 'on another CCF',
    automatic && note.summary.amountGross !== ccf.summary.amountGross && 'for another amount',
  ].filter((problem) => problem !== false);
  if (problems.length > 0)
    world.violate('cancellations_are_true', `${note.externalRef}: ${problems.join(', ')}`);
}
