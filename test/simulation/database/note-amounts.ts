import { type AdjustedAmounts, addAmounts, largerAmounts } from '../../../src/core/adjusting/amounts.ts';
import { readSales } from '../../../src/storage/documents/adjusted-sales.ts';
import type { AdjustedColumns } from '../../../src/storage/documents/numbering.ts';
import type { DocumentRow } from './tables.ts';

const NOTHING: AdjustedAmounts = addAmounts([]);

/** What the payload takes that the note was last built from; nothing where it is no note. */
export function sentAmounts({ adjusted }: Pick<DocumentRow, 'adjusted'>): AdjustedAmounts {
  return amountsIn(adjusted);
}

/** The most that a note can come to take: of the payload it has, and of the one that waits. */
export function mostAmounts(row: DocumentRow): AdjustedAmounts {
  const sent = sentAmounts(row);
  return row.wanted === null ? sent : largerAmounts(sent, amountsIn(row.wanted));
}

function amountsIn({ adjusted_sales: sales }: AdjustedColumns): AdjustedAmounts {
  return sales === null ? NOTHING : readSales(sales);
}
