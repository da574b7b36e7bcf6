import { type AdjustedAmounts, largerAmounts, readAmounts } from '../../../src/core/adjusting/standing.ts';
import type { AdjustedColumns } from '../../../src/storage/document-rows.ts';
import type { DocumentRow } from './tables.ts';

const NOTHING: AdjustedAmounts = { gross: 0n, net: 0n };

/** What the payload takes that the note was last built from; nothing where it is no note. */
export function sentAmounts({ adjusted }: Pick<DocumentRow, 'adjusted'>): AdjustedAmounts {
  return amountsIn(adjusted);
}

/** The most that a note can come to take: of the payload it has, and of the one that waits. */
export function mostAmounts(row: DocumentRow): AdjustedAmounts {
  const sent = sentAmounts(row);
  return row.wanted === null ? sent : largerAmounts(sent, amountsIn(row.wanted));
}

function amountsIn({ adjusted_gross: gross, adjusted_net: net }: AdjustedColumns): AdjustedAmounts {
  return gross === null || net === null ? NOTHING : readAmounts(gross, net);
}
