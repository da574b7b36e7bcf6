import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { NumeroControl } from '../../core/identifiers/official.ts';
import type { JournalDocument, JournalEntry, JournalLine } from './lines.ts';

type Attempt = Extract<JournalEntry, { readonly kind: 'attempt' }>;
export type JournaledVerdict = Extract<JournalEntry, { readonly kind: 'stamped' | 'rejected' }>;

type GivenUp = Pick<Extract<JournalEntry, { readonly kind: 'renumbered' }>, 'from' | 'to'>;

export interface JournaledAttempt extends Attempt {
  readonly outcome: 'unknown' | 'not_delivered' | 'absent' | 'stamped' | 'rejected';
  readonly atMs: number;
  /** The number in these bytes, where the document has given it up since. */
  readonly givenUp: NumeroControl | null;
}

/** What journals tell of one document. */
export interface JournaledDocument {
  readonly companyId: string;
  readonly documentId: DocumentId;
  /** The highest that anything was done under. */
  readonly fence: string;
  readonly document: JournalDocument | null;
  /** In the order of their numbers. */
  readonly attempts: readonly JournaledAttempt[];
  /** What is told of attempts whose bytes stand in another journal. */
  readonly others: readonly { readonly number: number; readonly outcome: JournaledAttempt['outcome'] }[];
  /** What it gave up of its numbers, and what it got instead, in order. */
  readonly givenUp: readonly GivenUp[];
  /** A stamp, or a rejection after which nothing was done. */
  readonly verdict: JournaledVerdict | null;
  readonly atMs: number;
}

/** Brings the lines of one document together, in whatever order nodes have written them. */
export function foldLines(lines: readonly [JournalLine, ...JournalLine[]]): JournaledDocument {
  const ordered = lines.toSorted((a, b) => compareFences(a.fence, b.fence) || a.atMs - b.atMs);
  const { companyId, documentId } = lines[0];
  const attempts = new Map<number, JournaledAttempt>();
  const others = new Map<number, JournaledAttempt['outcome']>();
  const givenUp: GivenUp[] = [];
  let document: JournalDocument | null = null;
  let verdict: JournaledVerdict | null = null;
  for (const { entry, atMs } of ordered) {
    if (entry.kind === 'document') document = merged(document, entry.document);
    else if (entry.kind === 'renumbered') giveUp({ attempts, givenUp }, entry);
    else noteAttempt({ attempts, others }, entry, atMs);
    if (entry.kind === 'stamped') verdict = entry;
    else if (verdict?.kind !== 'stamped') verdict = entry.kind === 'rejected' ? entry : null;
  }
  return {
    companyId,
    documentId,
    fence: ordered.at(-1)?.fence ?? '0',
    document,
    attempts: [...attempts.values()].toSorted((a, b) => a.number - b.number),
    givenUp,
    others: [...others].map(([number, outcome]) => ({ number, outcome })),
    verdict,
    atMs: ordered.at(-1)?.atMs ?? 0,
  };
}

/** Fences are whole numbers that may be larger than those of JavaScript. */
export function compareFences(a: string, b: string): number {
  const difference = BigInt(a) - BigInt(b);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

function merged(before: JournalDocument | null, now: JournalDocument): JournalDocument {
  return { ...now, claimed: now.claimed ?? before?.claimed ?? null };
}

/** Nothing with the old number can be stamped any more. */
function giveUp(
  known: { readonly attempts: Map<number, JournaledAttempt>; readonly givenUp: GivenUp[] },
  { from, to }: GivenUp,
): void {
  known.givenUp.push({ from, to });
  for (const [number, attempt] of known.attempts)
    known.attempts.set(number, { ...attempt, outcome: 'rejected', givenUp: attempt.givenUp ?? from });
}

/** What is told of bytes. */
type OfBytes = Exclude<JournalEntry, { readonly kind: 'document' | 'renumbered' }>;

function noteAttempt(
  known: {
    readonly attempts: Map<number, JournaledAttempt>;
    readonly others: Map<number, JournaledAttempt['outcome']>;
  },
  entry: OfBytes,
  atMs: number,
): void {
  const { number } = entry;
  const outcome = outcomeOf(entry);
  if (entry.kind === 'attempt') {
    known.attempts.set(number, {
      ...entry,
      outcome: known.others.get(number) ?? outcome,
      atMs,
      givenUp: null,
    });
    known.others.delete(number);
    return;
  }
  const attempt = known.attempts.get(number);
  if (attempt === undefined) known.others.set(number, outcome);
  else known.attempts.set(number, { ...attempt, outcome, atMs });
}

function outcomeOf(entry: OfBytes): JournaledAttempt['outcome'] {
  switch (entry.kind) {
    case 'attempt':
      return entry.sent ? 'unknown' : 'not_delivered';
    case 'resend':
      return 'unknown';
    case 'closed':
      return entry.outcome;
    case 'stamped':
    case 'rejected':
      return entry.kind;
  }
}
