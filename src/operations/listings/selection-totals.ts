import { fiscalTime, localDayEndMs, localDayStartMs } from '../../core/calendar/el-salvador-time.ts';
import type { Span, TodayReader } from '../today/ports.ts';
import type { DocumentLister, Selection, SelectionTotal } from './ports.ts';

export interface TotalsParts {
  readonly today: Pick<TodayReader, 'sums'>;
  readonly lister: Pick<DocumentLister, 'totals'>;
}

export interface SelectionTotals {
  readonly totals: readonly SelectionTotal[];
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
  const groups = Map.groupBy(meant, ({ tipoDte, state }) => `${tipoDte} ${state}`);
  return { totals: [...groups.values()].map(added).toSorted(byTypeAndState), gap };
}

/** What a selection comes to; it may look at all of its documents. */
export async function selectionTotals(
  parts: TotalsParts,
  companyId: string,
  selection: Selection,
): Promise<SelectionTotals> {
  const quick = await quickTotals(parts, companyId, selection);
  return quick ?? { totals: await parts.lister.totals(companyId, selection), gap: null };
}

function added(group: readonly SelectionTotal[]): SelectionTotal {
  const [first] = group;
  if (first === undefined) throw new Error('a group of sums is empty');
  const cents = (name: 'taxable' | 'vat' | 'gross' | 'retention' | 'total') =>
    group.reduce((sum, one) => sum + one[name], 0n);
  return {
    tipoDte: first.tipoDte,
    state: first.state,
    documents: group.reduce((count, { documents }) => count + documents, 0),
    taxable: cents('taxable'),
    vat: cents('vat'),
    gross: cents('gross'),
    retention: cents('retention'),
    total: cents('total'),
  };
}

function byTypeAndState(one: SelectionTotal, other: SelectionTotal): number {
  const [a, b] = [`${one.tipoDte} ${one.state}`, `${other.tipoDte} ${other.state}`];
  return a < b ? -1 : a > b ? 1 : 0;
}
