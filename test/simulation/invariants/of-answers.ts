import type { Refusal } from '../../../src/core/refusals/refusal.ts';
import type { Issued } from '../../../src/operations/documents/issue-drafted.ts';
import type { DocumentRecord } from '../../../src/operations/documents/ports.ts';
import type { Asking } from '../askings.ts';
import { isForeign, type Ledger } from '../authority.ts';
import { findDocument, keyOf } from '../database/tables.ts';
import { COMPANY_ID } from '../orders.ts';
import type { World } from '../world.ts';
import { type Evidence, isTrueOfNote, type RefusedAt } from './of-refusals.ts';

export interface AnswerWatch {
  /** An answer to a request that began then is about to leave a node. */
  onAnswer(asking: Asking, answer: Issued | Refusal, startedMs: number): void;
  /** Every answer given so far is still true of the store. */
  check(): void;
}

export interface AnswerBooks extends Evidence {
  readonly ledger: Ledger;
}

/** The latest answer about a reference, and where its document is. */
interface Given {
  readonly key: string;
  readonly record: DocumentRecord;
}

/** What must hold of the answers, when they are given and ever after. */
export function watchAnswers(books: AnswerBooks): AnswerWatch {
  const { world } = books;
  const given = new Map<string, Given>();
  return {
    onAnswer(asking, answer, startedMs) {
      if (answer.kind === 'refused') return checkRefusal(books, asking, { refusal: answer, startedMs });
      const { record } = answer;
      const before = given.get(asking.reference)?.record;
      checkTruth(world, books, record);
      checkOwn(world, books, { asking, issued: answer });
      if (before !== undefined && !isOneDocument(books, before, record))
        world.violate(
          'answers_stay_true',
          `${asking.reference}: ${before.numeroControl}, ${record.numeroControl}`,
        );
      const key = keyOf(record.companyId, record.documentId);
      if (before?.selloRecibido == null) given.set(asking.reference, { key, record });
    },
    check() {
      for (const [reference, { key, record }] of given) {
        const row = books.tables.documents.get(key);
        if (row?.record === record) continue;
        if (row === undefined || !isSameDocument(books, record, row.record))
          world.violate('answers_stay_true', `${reference} was answered with ${record.numeroControl}`);
        else if (record.state === 'stamped' && record.selloRecibido !== row.record.selloRecibido)
          world.violate('answers_stay_true', `${reference} was answered with another stamp`);
      }
    },
  };
}

/** Also where a slow node tells the number of somebody else's after another has told the one that took its place. */
function isOneDocument(books: AnswerBooks, a: DocumentRecord, b: DocumentRecord): boolean {
  return isSameDocument(books, a, b) || isSameDocument(books, b, a);
}

/** A number that was told is kept, unless it is somebody else's. */
function isSameDocument({ ledger }: AnswerBooks, a: DocumentRecord, b: DocumentRecord): boolean {
  return (
    a.documentId === b.documentId &&
    (a.numeroControl === b.numeroControl || isForeign(ledger, a)) &&
    a.postedMs === b.postedMs &&
    a.externalRef === b.externalRef &&
    a.tipoDte === b.tipoDte
  );
}

/** A stamp that is told is the authority's word about this document. */
function checkTruth(world: World, { ledger }: AnswerBooks, record: DocumentRecord): void {
  const entry = ledger.entries.get(record.codigoGeneracion);
  const { externalRef, state } = record;
  if (state === 'stamped' && entry?.stamp.selloRecibido !== record.selloRecibido)
    world.violate('answers_are_true', `${externalRef} was called stamped`);
}

/** A stamp told as the request's own carries the request's own payload; any other is told as a duplicate. */
function checkOwn(
  world: World,
  { ledger }: AnswerBooks,
  { asking, issued }: { readonly asking: Asking; readonly issued: Issued },
): void {
  const { record, isDuplicate } = issued;
  const { reference, version } = asking;
  if (record.externalRef !== reference || record.tipoDte !== asking.tipoDte)
    world.violate('answers_are_the_callers', `${reference} was answered with ${record.externalRef}`);
  const entry = ledger.entries.get(record.codigoGeneracion);
  if (record.state === 'stamped' && !isDuplicate && entry?.version !== version)
    world.violate('changed_payload_is_told', `${reference} v${version} was answered with v${entry?.version}`);
}

function checkRefusal(books: AnswerBooks, asking: Asking, refused: RefusedAt): void {
  const { reference, note } = asking;
  const { code, detail } = refused.refusal;
  if (code === 'signing_failed') return;
  const isTrue =
    note === null ? isTrueOfSale(books, asking, code) : isTrueOfNote(books, { reference, note }, refused);
  if (!isTrue) books.world.violate('refusals_are_true', `${reference} was refused: ${detail}`);
}

function isTrueOfSale({ tables }: AnswerBooks, { reference, tipoDte }: Asking, code: string): boolean {
  const issued = findDocument(tables, COMPANY_ID, reference)?.record;
  return code === 'doc_type_changed' && issued !== undefined && issued.tipoDte !== tipoDte;
}

/** A note alone on a CCF that stands always fits; these refusals are about what others do, or about its age. */
const FOR_GOOD: ReadonlySet<string> = new Set([
  'ccf_exceeded',
  'ccf_fully_adjusted',
  'ccf_invalidated',
  'ccf_too_old',
]);

/** Whether repeating a request that was refused so can be left. */
export function isForGood({ code }: Refusal): boolean {
  return FOR_GOOD.has(code);
}
