import {
  type DocumentStanding,
  type NoteObstacle,
  type NoteStanding,
  noteObstacle,
} from '../../../src/core/adjusting/standing.ts';
import type { AdjustableCcf, StandingReader } from '../../../src/operations/credit-notes/ports.ts';
import type { ClaimRequest } from '../../../src/operations/documents/ports.ts';
import type { Connected } from './connected.ts';
import type { StoreRules } from './rules.ts';
import {
  attemptsOf,
  type DocumentRow,
  documentKeyOf,
  findDocument,
  keyOf,
  type Tables,
  toldRecord,
} from './tables.ts';

/** Whose eyes look at a document's notes, and when. */
export interface NotesView {
  readonly tables: Tables;
  readonly rules: StoreRules;
  readonly nowMs: number;
}

interface StandingQuery {
  readonly companyId: string;
  readonly documentId: string;
  /** A note that is left out: the one that asks. */
  readonly without: string | null;
}

/** What has been done to a document: its invalidation, and its notes in their turns. */
export function standingOf({ tables, rules, nowMs }: NotesView, query: StandingQuery): DocumentStanding {
  const notes = [...tables.documents.values()]
    .filter(({ adjusts, record }) => adjusts === query.documentId && record.companyId === query.companyId)
    .filter((note) => note.record.documentId !== query.without && rules.isSeen(note, nowMs))
    .toSorted((a, b) => a.turn - b.turn);
  return {
    invalidation: rules.invalidationOf(
      tables.invalidations.get(keyOf(query.companyId, query.documentId)),
      nowMs,
    ),
    notes: notes.flatMap((note) => toStanding({ tables, rules }, note)),
  };
}

function toStanding(
  { tables, rules }: Pick<NotesView, 'tables' | 'rules'>,
  note: DocumentRow,
): readonly NoteStanding[] {
  const { adjust_mode: mode } = note.adjusted;
  if (mode === null) return [];
  const { documentId } = note.record;
  const state = rules.stateOfNote(note);
  const invalidation = rules.invalidationOfNote(tables.invalidations.get(documentKeyOf(note)));
  return [{ documentId, mode, state, amounts: rules.mayTake(note), invalidation }];
}

/** What stands in the way of the note that a claim would register or change; null for other documents. */
export function obstacleTo(
  view: NotesView,
  { companyId, prepared: { adjusts } }: ClaimRequest,
  noteId: string | null,
): NoteObstacle | null {
  if (adjusts === null) return null;
  const others = standingOf(view, { companyId, documentId: adjusts.ccfId, without: noteId });
  return noteObstacle(others, adjusts.ccf, adjusts);
}

/** Names how a document stands now. */
export function markOf(view: NotesView, companyId: string, documentId: string): string {
  const standing = standingOf(view, { companyId, documentId, without: null });
  return JSON.stringify(standing, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

function toCcf(view: NotesView, row: DocumentRow): AdjustableCcf {
  const record = toldRecord(row);
  const { companyId, documentId, state, tipoDte } = record;
  const attempts = attemptsOf(view.tables, keyOf(companyId, documentId));
  const stamped = attempts.find(({ outcome }) => outcome === 'stamped');
  const standing = standingOf(view, { companyId, documentId, without: null });
  return {
    record,
    standing,
    mark: markOf(view, companyId, documentId),
    jws: tipoDte === '03' && state === 'stamped' ? (stamped?.jws ?? null) : null,
  };
}

/** The port of the standings over tables in memory. */
export function createSimulatedStandings({ database, session }: Connected): StandingReader {
  const { tables, rules } = database;
  return {
    standing: (companyId, documentId) =>
      session.run('standing', () => {
        const view = { tables, rules, nowMs: database.nowMs() };
        return standingOf(view, { companyId, documentId, without: null });
      }),
    noteGround: (companyId, externalRef, ccf) =>
      session.run('noteGround', () => {
        const existing = tables.documents.get(tables.references.get(keyOf(companyId, externalRef)) ?? '');
        const found = findDocument(tables, companyId, existing?.adjusts ?? ccf ?? '');
        const view = { tables, rules, nowMs: database.nowMs() };
        return {
          existing: existing === undefined ? null : toldRecord(existing),
          ccf: found === undefined ? null : toCcf(view, found),
        };
      }),
  };
}
