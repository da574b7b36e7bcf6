import type { Fact } from './facts.ts';
import {
  CCF_CENTS,
  CLASS_CENTS,
  CLASSES,
  isTakenBack,
  liveNotesOn,
  type Row,
  takenBy,
  takenOf,
} from './rows.ts';
import type { World } from './world.ts';

/** What the database says that no caller, no CCF and no authority could agree with. */
export function brokenRules(world: World, rows: readonly Row[], facts: readonly Fact[]): readonly string[] {
  return [
    ...rows.flatMap((row) => (row.tipoDte === '03' ? brokenByNotes(rows, row) : [])),
    ...rows.flatMap((row) => brokenByLedger(world, row)),
    ...brokenNumbers(rows),
    ...facts.flatMap((fact) => untrue(rows, fact)),
    ...world.book.violations,
  ];
}

function brokenByNotes(rows: readonly Row[], ccf: Row): readonly string[] {
  const notes = liveNotesOn(rows, ccf.documentId);
  const takenCents = takenBy(notes);
  return [
    ...(takenCents > CCF_CENTS ? [`live notes take ${takenCents} cents from ${ccf.ref}`] : []),
    ...CLASSES.filter((each) => takenOf(notes, each) > CLASS_CENTS[each]).map(
      (each) => `live notes take ${takenOf(notes, each)} cents of what is ${each} from ${ccf.ref}`,
    ),
    ...(isTakenBack(ccf) && notes.length > 0 ? [`${ccf.ref} is invalidated and has live notes`] : []),
  ];
}

function brokenByLedger({ book }: World, row: Row): readonly string[] {
  const { state, sello, codigoGeneracion, numeroControl, invalidation } = row;
  const booked = book.documents.get(codigoGeneracion);
  const known = [...book.documents.values()].some((each) => each.numeroControl === numeroControl);
  return [
    ...(state === 'stamped' && booked?.sello !== sello ? [`${row.ref} has a seal of nobody`] : []),
    ...(state === 'rejected' && known ? [`${row.ref} is told rejected and is stamped`] : []),
    ...(invalidation === 'sealed' && !book.invalidated.has(codigoGeneracion)
      ? [`${row.ref} is invalidated only here`]
      : []),
    ...(invalidation === 'rejected' && book.invalidated.has(codigoGeneracion)
      ? [`${row.ref} is invalidated at the authority and told rejected`]
      : []),
  ];
}

/** One series of all types, from 1 and without a gap. */
function brokenNumbers(rows: readonly Row[]): readonly string[] {
  const numbers = rows.map(({ numeroControl }) => Number(numeroControl.slice(-15))).sort((a, b) => a - b);
  return numbers.every((number, index) => number === index + 1) ? [] : [`numbers ${numbers.join(', ')}`];
}

function untrue(rows: readonly Row[], { documentId, says, holds }: Fact): readonly string[] {
  const row = rows.find((each) => each.documentId === documentId);
  return row !== undefined && holds(row) ? [] : [`${row?.ref ?? documentId} ${says}: not true any more`];
}

/** What must be so once everything has come to its end: everything has a verdict, and the ledger has the same. */
export function brokenAtRest({ book }: World, rows: readonly Row[]): readonly string[] {
  const waiting = rows.filter(
    ({ state, invalidation }) => (state !== 'stamped' && state !== 'rejected') || invalidation === 'open',
  );
  const stamped = rows.filter(({ state }) => state === 'stamped').length;
  const sealed = rows.filter(({ invalidation }) => invalidation === 'sealed').length;
  return [
    ...waiting.map(({ ref, state, invalidation }) => `${ref} never ends: ${state}, ${invalidation}`),
    ...(stamped === book.documents.size ? [] : [`${stamped} of ${book.documents.size} stamped are known`]),
    ...(sealed === book.invalidated.size
      ? []
      : [`${sealed} of ${book.invalidated.size} invalidated are known`]),
  ];
}
