import { fiscalTime, localDayEndMs, localDayStartMs } from '../../core/calendar/el-salvador-time.ts';
import { signOf } from '../../core/dte/kinds.ts';
import { byName } from '../../core/records/by-name.ts';
import type { Span, TodayReader } from '../today/ports.ts';
import { countInBooks } from '../today/read-today.ts';
import { type DocumentLister, type Selection, type SelectionTotal, SUMMED } from './ports.ts';

export interface TotalsParts {
  readonly today: Pick<TodayReader, 'sums'>;
  readonly lister: Pick<DocumentLister, 'totals'>;
}

/** What the documents of a type and state come to that count in the books, or of those that do not. */
export interface CountedTotal extends SelectionTotal {
  /** False for what was rejected, or cancelled by an event; what a note cancels counts, and the note against it. */
  readonly counts: boolean;
}

export interface SelectionTotals {
  readonly totals: readonly CountedTotal[];
  /** The documents that are missing in them, because the search has not come to them yet; null where none is. */
  readonly gap: Span | null;
}

const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '2199-12-31'];

/**
 * What a selection comes to, from the sums of days; null where it asks for more than days, types, states and whether it
 * was invalidated, so that only a look at each of its documents tells.
 */
export async function quickTotals(
  { today }: Pick<TotalsParts, 'today'>,
  companyId: string,
  selection: Selection,
): Promise<SelectionTotals | null> {
  const { ambiente, sinceMs, untilMs, types, states, invalidated, adjusted, ...others } = selection;
  if (Object.values({ ...others, adjusted }).some((asked) => asked !== null)) return null;
  const firstDay = sinceMs === null ? FIRST_DAY : fiscalTime(sinceMs).fecEmi;
  const lastDay = untilMs === null ? LAST_DAY : fiscalTime(untilMs - 1).fecEmi;
  if (sinceMs !== null && localDayStartMs(firstDay) !== sinceMs) return null;
  if (untilMs !== null && localDayEndMs(lastDay) !== untilMs - 1) return null;
  const { sums, gap } = await today.sums(companyId, { ambiente, firstDay, lastDay });
  const meant = sums.filter(
    ({ tipoDte, state, isInvalidated }) =>
      (types?.includes(tipoDte) ?? true) &&
      (states?.includes(state) ?? true) &&
      (invalidated === null || invalidated === isInvalidated),
  );
  const marked = meant.map((sum) => ({ ...sum, counts: countInBooks(sum) }));
  const groups = Map.groupBy(marked, ({ tipoDte, state, counts }) => `${tipoDte} ${state} ${counts}`);
  return { totals: [...groups.values()].map(added).toSorted(byTypeAndState), gap };
}

/** What a selection comes to; it may look at all of its documents, and once more at those that were cancelled. */
export async function selectionTotals(
  parts: TotalsParts,
  companyId: string,
  selection: Selection,
): Promise<SelectionTotals> {
  const quick = await quickTotals(parts, companyId, selection);
  if (quick !== null) return quick;
  const all = await parts.lister.totals(companyId, selection);
  const cancelled = await cancelledIn(parts, companyId, selection);
  return { totals: all.flatMap((one) => splitBy(one, cancelled)).toSorted(byTypeAndState), gap: null };
}

/** What was cancelled by an event, which no note has adjusted. */
async function cancelledIn(
  { lister }: Pick<TotalsParts, 'lister'>,
  companyId: string,
  selection: Selection,
): Promise<readonly SelectionTotal[]> {
  if (selection.invalidated === false || selection.adjusted === true) return [];
  return lister.totals(companyId, { ...selection, invalidated: true, adjusted: false });
}

/** A sum as those of it that count and those that do not; neither is without documents. */
function splitBy(all: SelectionTotal, cancelled: readonly SelectionTotal[]): readonly CountedTotal[] {
  if (all.state === 'rejected') return [{ ...all, counts: false }];
  const out = cancelled.find(({ tipoDte, state }) => tipoDte === all.tipoDte && state === all.state);
  if (out === undefined) return [{ ...all, counts: true }];
  const left: SelectionTotal = {
    ...all,
    documents: all.documents - out.documents,
    ...byName(SUMMED, (name) => all[name] - out[name]),
  };
  return [...(left.documents > 0 ? [{ ...left, counts: true }] : []), { ...out, counts: false }];
}

/** Amounts of documents added up, in cents. */
export type SelectionSum = Omit<SelectionTotal, 'tipoDte' | 'state'>;

/** What sums come to, with what notes give back taken off where `isNet`. */
export function addedUp(
  sums: readonly SelectionTotal[],
  { isNet }: { readonly isNet: boolean },
): SelectionSum {
  const sign = ({ tipoDte }: SelectionTotal) => (isNet ? signOf(tipoDte) : 1n);
  return {
    documents: sums.reduce((count, { documents }) => count + documents, 0),
    ...byName(SUMMED, (name) => sums.reduce((total, one) => total + sign(one) * one[name], 0n)),
  };
}

function added(group: readonly CountedTotal[]): CountedTotal {
  const [first] = group;
  if (first === undefined) throw new Error('a group of sums is empty');
  const { tipoDte, state, counts } = first;
  return { tipoDte, state, counts, ...addedUp(group, { isNet: false }) };
}

/** What counts comes before what does not. */
function byTypeAndState(one: CountedTotal, other: CountedTotal): number {
  const [a, b] = [one, other].map(({ tipoDte, state, counts }) => `${tipoDte} ${state} ${counts ? 0 : 1}`);
  return (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;
}
