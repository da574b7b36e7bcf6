import { forEachType, type TipoDte } from '../dte/kinds.ts';
import type { NumeroControl } from '../identifiers/official.ts';
import { CAUSE_KINDS, type Cause, type CauseKind } from './cause.ts';
import type { Finding } from './rehearse-document.ts';

/** How many documents came out how. */
export interface Outcomes {
  readonly fit: number;
  readonly repaired: number;
  readonly impossible: number;
}

/** A cause with the documents that it was found in. */
export interface CauseCount extends Cause {
  readonly documents: number;
  readonly docTypes: readonly TipoDte[];
  /** The control numbers of a few of them. */
  readonly examples: readonly NumeroControl[];
}

/** What a rehearsal found. */
export interface RehearsalReport {
  readonly byType: Readonly<Record<TipoDte, Outcomes>>;
  /** What hinders comes first, and of that what is most frequent. */
  readonly causes: readonly CauseCount[];
}

const NONE: Outcomes = { fit: 0, repaired: 0, impossible: 0 };
export const EMPTY_REPORT: RehearsalReport = { byType: forEachType(() => NONE), causes: [] };

/** Enough to look one up. */
const EXAMPLES = 5;

/** The report with further findings. */
export function withFindings(report: RehearsalReport, findings: readonly Finding[]): RehearsalReport {
  const byType: Record<TipoDte, Outcomes> = { ...report.byType };
  const causes = new Map(report.causes.map((cause) => [nameOf(cause), cause]));
  for (const { document, causes: found } of findings) {
    const { tipoDte } = document;
    const outcome = outcomeOf(found);
    byType[tipoDte] = { ...byType[tipoDte], [outcome]: byType[tipoDte][outcome] + 1 };
    const once = new Map(found.map((cause) => [nameOf(cause), cause]));
    for (const [name, cause] of once) causes.set(name, counted(causes.get(name) ?? null, cause, document));
  }
  return { byType, causes: [...causes.values()].sort(inOrder) };
}

/** The outcomes of all types together. */
export function totalOf({ byType }: Pick<RehearsalReport, 'byType'>): Outcomes {
  return Object.values(byType).reduce((all, { fit, repaired, impossible }) => ({
    fit: all.fit + fit,
    repaired: all.repaired + repaired,
    impossible: all.impossible + impossible,
  }));
}

function nameOf({ kind, code, field }: Cause): string {
  return `${kind} ${code} ${field}`;
}

function outcomeOf(causes: readonly Cause[]): keyof Outcomes {
  if (causes.some(({ kind }) => kind === 'impossible')) return 'impossible';
  return causes.some(({ kind }) => kind === 'repaired') ? 'repaired' : 'fit';
}

function counted(
  before: CauseCount | null,
  cause: Cause,
  { tipoDte, numeroControl }: Finding['document'],
): CauseCount {
  const { documents = 0, docTypes = [], examples = [] } = before ?? {};
  return {
    ...(before ?? cause),
    documents: documents + 1,
    docTypes: docTypes.includes(tipoDte) ? docTypes : [...docTypes, tipoDte].sort(),
    examples: examples.length < EXAMPLES ? [...examples, numeroControl].sort() : examples,
  };
}

function inOrder(one: CauseCount, other: CauseCount): number {
  return (
    rank(one.kind) - rank(other.kind) ||
    other.documents - one.documents ||
    (nameOf(one) < nameOf(other) ? -1 : 1)
  );
}

function rank(kind: CauseKind): number {
  return CAUSE_KINDS.indexOf(kind);
}
