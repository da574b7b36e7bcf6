import type { NoteMode } from '../../../src/core/adjusting/standing.ts';
import type { Refusal } from '../../../src/core/refusals/refusal.ts';
import type { Issued } from '../../../src/operations/documents/issue-drafted.ts';
import type { DocumentRecord } from '../../../src/operations/documents/ports.ts';
import type { Ledger } from '../authority.ts';
import { keyOf, type Tables } from '../database/tables.ts';
import type { Mark } from '../signed-text.ts';
import type { World } from '../world.ts';

/** What a caller has asked for. */
export interface Asking extends Mark {
  readonly companyId: string;
  readonly tipoDte: string;
  /** Null for a sale or a purchase. */
  readonly note: NoteAsked | null;
}

/** What a note is to take from a CCF of ten breads. */
export interface NoteAsked {
  /** The reference of the CCF. */
  readonly ccf: string;
  readonly mode: NoteMode;
  /** How many breads are given back, in mode `lines`. */
  readonly quantity: number;
}

export interface AnswerWatch {
  /** An answer is about to leave a node. */
  onAnswer(asking: Asking, answer: Issued | Refusal): void;
  /** Every answer given so far is still true of the store. */
  check(): void;
}

interface Books {
  readonly tables: Tables;
  readonly ledger: Ledger;
}

/** The latest answer about a reference, and where its document is. */
interface Given {
  readonly key: string;
  readonly record: DocumentRecord;
}

/** What must hold of the answers, when they are given and ever after. */
export function watchAnswers(world: World, books: Books): AnswerWatch {
  const given = new Map<string, Given>();
  return {
    onAnswer(asking, answer) {
      if (answer.kind === 'refused') return checkRefusal(world, books, { asking, refusal: answer });
      const { record } = answer;
      const before = given.get(asking.reference)?.record;
      checkTruth(world, books, record);
      checkOwn(world, books, { asking, issued: answer });
      if (before !== undefined && !isSameDocument(before, record))
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
        if (row === undefined || !isSameDocument(record, row.record))
          world.violate('answers_stay_true', `${reference} was answered with ${record.numeroControl}`);
        else if (record.state === 'stamped' && record.selloRecibido !== row.record.selloRecibido)
          world.violate('answers_stay_true', `${reference} was answered with another stamp`);
      }
    },
  };
}

function isSameDocument(a: DocumentRecord, b: DocumentRecord): boolean {
  return (
    a.documentId === b.documentId &&
    a.numeroControl === b.numeroControl &&
    a.postedMs === b.postedMs &&
    a.externalRef === b.externalRef &&
    a.tipoDte === b.tipoDte
  );
}

/** A stamp that is told is the authority's word about this document. */
function checkTruth(world: World, { ledger }: Books, record: DocumentRecord): void {
  const entry = ledger.entries.get(record.codigoGeneracion);
  const { externalRef, state } = record;
  if (state === 'stamped' && entry?.stamp.selloRecibido !== record.selloRecibido)
    world.violate('answers_are_true', `${externalRef} was called stamped`);
}

/** A stamp told as the request's own carries the request's own payload; any other is told as a duplicate. */
function checkOwn(
  world: World,
  { ledger }: Books,
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

interface Refused {
  readonly asking: Asking;
  readonly refusal: Refusal;
}

function checkRefusal(world: World, { tables }: Books, { asking, refusal }: Refused): void {
  const { reference, tipoDte, note } = asking;
  if (refusal.code === 'signing_failed') return;
  if (note !== null) {
    checkNoteRefusal(world, tables, { asking, refusal });
    return;
  }
  const issued = [...tables.documents.values()].find(
    ({ record }) => record.externalRef === reference,
  )?.record;
  const isOtherType = issued !== undefined && issued.tipoDte !== tipoDte;
  if (refusal.code !== 'doc_type_changed' || !isOtherType)
    world.violate('answers_are_true', `${reference} was refused: ${refusal.detail}`);
}

/** A note alone on its CCF always fits: these refusals are about other notes. */
const ABOUT_OTHERS: ReadonlySet<string> = new Set(['ccf_exceeded', 'ccf_fully_adjusted', 'ccf_invalidated']);
/** The CCF has yet to be posted, or stamped. */
const TOO_EARLY: ReadonlySet<string> = new Set(['document_not_found', 'ccf_not_stamped']);

export function isAboutOthers({ code }: Refusal): boolean {
  return ABOUT_OTHERS.has(code);
}

function checkNoteRefusal(world: World, tables: Tables, { asking, refusal }: Refused): void {
  const notes = [...tables.documents.values()].filter(({ adjusts }) => adjusts !== null);
  const hasOthers = notes.some(({ record }) => record.externalRef !== asking.reference);
  if (!(isAboutOthers(refusal) ? hasOthers : TOO_EARLY.has(refusal.code)))
    world.violate('answers_are_true', `${asking.reference} was refused: ${refusal.detail}`);
}
