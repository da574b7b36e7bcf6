import type { Explanation } from '../../core/explaining/explain.ts';
import { toldRejection } from '../../core/explaining/told.ts';
import { block } from './blocks.ts';
import { entries } from './names.ts';
import type { Block } from './sheet.ts';

/** More reasons than these nobody reads on a page; the status has all of them. */
const MOST_REASONS = 3;

/** Why a document was refused, and what to do: the first thing that its page says. */
export function rejectionBlocks(rejection: readonly Explanation[]): readonly Block[] {
  const { reasons, more } = toldRejection(rejection, MOST_REASONS);
  const rows = reasons.flatMap(({ said, why, datum, value, remedy }) => [
    entries(said, why),
    entries(datum, value),
    entries(remedy),
  ]);
  return block('Por qué fue rechazado', [...rows, ...(more === null ? [] : [entries(more)])]);
}
