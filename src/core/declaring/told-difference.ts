import type { SelloRecibido } from '../identifiers/official.ts';

/** How we hold a document. `contingency` is every document without a verdict. */
export type HeldState = 'stamped' | 'invalidated' | 'contingency' | 'rejected';

/** How the authority says that a document stands. */
export type Told =
  | { readonly kind: 'absent' | 'invalidated' }
  | { readonly kind: 'stamped'; readonly selloRecibido: SelloRecibido };

/** The lists of a reconciliation; what the authority gave no word on is in none of the first three. */
export const RECONCILED_LISTS = ['only_here', 'only_there', 'different', 'unanswered'] as const;
export type ReconciledList = (typeof RECONCILED_LISTS)[number];

/** What a reconciliation finds, with the list in which it stands. */
export const LIST_OF = {
  /** Stamped here, and the authority says that it does not know it. */
  absent_there: 'only_here',
  /** Without a seal here, and stamped there. */
  stamped_there: 'only_there',
  /** Without a seal here, and there it was stamped and is invalidated. */
  known_there: 'only_there',
  /** An earlier generation code of a document is stamped beside the one that it has. */
  earlier_code_there: 'only_there',
  /** The authority has its control number under a document of another system. */
  number_taken: 'only_there',
  /** Stamped in both places, under two seals. */
  other_seal: 'different',
  /** It holds here, and is invalidated there. */
  invalidated_there: 'different',
  /** Nothing that was answered is a word on it. */
  unanswered: 'unanswered',
} as const satisfies Readonly<Record<string, ReconciledList>>;

export type FindingReason = keyof typeof LIST_OF;
export const FINDING_REASONS = Object.keys(LIST_OF).filter(isFindingReason);

export function isFindingReason(text: string): text is FindingReason {
  return Object.hasOwn(LIST_OF, text);
}

/** What the books and the authority say of one generation code. */
export interface HeldAndTold {
  readonly state: HeldState;
  /** Null where it has none. */
  readonly selloRecibido: SelloRecibido | null;
  /** Whether the document has given up this code for another one. */
  readonly isEarlier: boolean;
  readonly told: Told;
}

/**
 * Where the two disagree; null where they do not, as far as the answer tells. An answer with a seal does not deny an
 * invalidation: the manual prints none about invalidated documents.
 */
export function differenceOf({ state, selloRecibido, isEarlier, told }: HeldAndTold): FindingReason | null {
  if (isEarlier) return told.kind === 'absent' ? null : 'earlier_code_there';
  const isSealed = state === 'stamped' || state === 'invalidated';
  switch (told.kind) {
    case 'absent':
      return isSealed ? 'absent_there' : null;
    case 'invalidated':
      if (!isSealed) return 'known_there';
      return state === 'invalidated' ? null : 'invalidated_there';
    case 'stamped':
      if (!isSealed) return 'stamped_there';
      return told.selloRecibido === selloRecibido ? null : 'other_seal';
  }
}
