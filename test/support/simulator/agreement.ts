import type { ValidateFunction } from 'ajv';
import { readAmount } from '../../../simulator/exact/amount.ts';
import { isRecord, type JsonRecord } from '../../../simulator/exact/json.ts';
import type { Fault } from '../../../simulator/shapes/fault.ts';
import { findFaults } from '../../../simulator/shapes/find-faults.ts';
import type { Shape } from '../../../simulator/shapes/shape.ts';
import { edgeMutants } from '../../structure/edges.ts';
import { mutate, originalOf } from '../../structure/mutations.ts';
import { seededRandom } from '../../structure/random.ts';
import type { Draft } from './facturas.ts';

/** The structure of a document or an event as the simulator knows it. */
interface Kind {
  readonly shape: Shape;
  readonly conditions: (record: JsonRecord) => readonly Fault[];
}

/** What the simulator says about a structure; conditions come after the fields. */
export function faultsOf(kind: Kind, draft: Draft): readonly Fault[] {
  const exact = exactOf(draft);
  const faults = findFaults(kind.shape, exact);
  return faults.length > 0 || !isRecord(exact) ? faults : kind.conditions(exact);
}

/** Parts that were read already: a draft and what is changed in it have almost all in common. */
const read = new WeakMap<object, unknown>();

/** What the simulator reads from the text of a value, without the text: the test beside this file holds both together. */
export function exactOf(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? readAmount(JSON.stringify(value)) : null;
  if (typeof value !== 'object' || value === null) return value;
  if (!read.has(value)) read.set(value, Array.isArray(value) ? listOf(value) : recordOf(value));
  return read.get(value);
}

const listOf = (list: readonly unknown[]) => list.map((entry) => exactOf(entry) ?? null);

const recordOf = (record: object) =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [key, exactOf(member)]),
  );

/** How two judges of one structure compare over many drafts. */
export interface Tally {
  accepted: number;
  /** Excuses that were needed. */
  readonly reasons: Set<RegExp>;
  readonly disagreements: unknown[];
}

/** Compares both judges; where only the official schema accepts, every fault must lie at an excused place. */
export function compare(
  kind: Kind,
  validate: ValidateFunction,
  { drafts, excused }: { readonly drafts: Iterable<Draft>; readonly excused: readonly RegExp[] },
): Tally {
  const tally: Tally = { accepted: 0, reasons: new Set(), disagreements: [] };
  for (const draft of drafts) {
    const official = validate(draft);
    const faults = faultsOf(kind, draft);
    if (official) tally.accepted += 1;
    if (official === (faults.length === 0)) continue;
    const reasons = faults.map(({ path }) => excused.find((place) => place.test(path)));
    for (const reason of reasons) if (reason !== undefined) tally.reasons.add(reason);
    if (!official || reasons.includes(undefined)) {
      tally.disagreements.push({ official, faults, errors: validate.errors });
    }
  }
  return tally;
}

/** The document with one change after the other, at every edge that the schema names for fields with such names. */
export function* atEdges(document: Draft, schema: unknown, fields = /./): Generator<Draft> {
  for (const { document: changed, at } of edgeMutants([originalOf(document)], schema))
    if (fields.test(at.slice(at.lastIndexOf('/') + 1))) yield { ...Object(changed) };
}

/** So many documents with random changes, from each of these by turns. */
export function* changedAtRandom(documents: readonly Draft[], rounds: number): Generator<Draft> {
  const originals = documents.map(originalOf);
  const random = seededRandom(20_261_120);
  for (let round = 0; round < rounds; round += 1)
    yield asSent(mutate(originals.slice(round % originals.length).slice(0, 1), random).document);
}

/** As JSON has it, which knows no infinite numbers. */
function asSent(document: unknown): Draft {
  return JSON.parse(JSON.stringify(document));
}
