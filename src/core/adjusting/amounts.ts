import type { NetItem, NetTotals } from '../drafting/net-lines.ts';
import { SALE_TYPES, type SaleType } from '../drafting/order.ts';
import { type Amount, type Decimal, type Quantity, sum } from '../money/decimal.ts';
import { byName } from '../records/by-name.ts';

/** What was sold or is given back: as a summary prints it, in cents and with VAT, and by its lines, without VAT and with 8 decimals. */
export interface ClassAmounts {
  readonly gross: Amount;
  readonly net: Amount;
}

/** A record with one entry for each class of sale. */
export type ByClass<T> = Readonly<Record<SaleType, T>>;

/** How many units of each line of a CCF, by the line's number in it, from 1; of a line that is not here, none. */
export type Units = ReadonlyMap<number, Quantity>;

/** What a note takes from its CCF, or what a CCF sold: in all, and in each class. */
export interface AdjustedAmounts extends ClassAmounts {
  readonly classes: ByClass<ClassAmounts>;
  /** A note says this of the lines that it names. */
  readonly units: Units;
}

/** One entry for each class. */
export function byClass<T>(entryOf: (saleType: SaleType) => T): ByClass<T> {
  return byName(SALE_TYPES, entryOf);
}

const SALE_OF = { taxed: 'ventaGravada', exempt: 'ventaExenta', non_subject: 'ventaNoSuj' } as const;
const TOTAL_OF = { taxed: 'totalGravada', exempt: 'totalExenta', non_subject: 'totalNoSuj' } as const;

/** What a line sold in a class, without VAT; a line is of one class alone. */
export function saleOf(item: NetItem, saleType: SaleType): Amount {
  return item[SALE_OF[saleType]];
}

/** What a summary prints of a class without VAT, in cents. */
export function totalOf(totals: NetTotals, saleType: SaleType): Amount {
  return totals[TOTAL_OF[saleType]];
}

/** What lines and summary of a document come to; VAT belongs to what is taxed. */
export function amountsOf(items: readonly NetItem[], totals: NetTotals): AdjustedAmounts {
  const classes = byClass((saleType) => ({
    gross: totalOf(totals, saleType) + (saleType === 'taxed' ? totals.iva : 0n),
    net: sum(items.map((item) => saleOf(item, saleType))),
  }));
  return amountsIn(classes);
}

/** What becomes of several amounts, or quantities. */
type Gathering = (some: readonly Decimal[]) => Decimal;

/** The classes with what they come to. */
export function amountsIn(classes: ByClass<ClassAmounts>, units: Units = new Map()): AdjustedAmounts {
  return { ...gathered(Object.values(classes), sum), classes, units };
}

/** The units by their lines; of each line all together, or as `gather` makes of them. */
export function unitsIn(
  entries: readonly (readonly [line: number, units: Quantity])[],
  gather: Gathering = sum,
): Units {
  const byLine = Map.groupBy(entries, ([line]) => line);
  return new Map([...byLine].map(([line, all]) => [line, gather(all.map(([, units]) => units))]));
}

export function addAmounts(all: readonly AdjustedAmounts[]): AdjustedAmounts {
  return eachGathered(all, sum);
}

/** The larger of each, for a note whose payload may still change. */
export function largerAmounts(a: AdjustedAmounts, b: AdjustedAmounts): AdjustedAmounts {
  return eachGathered([a, b], largest);
}

/** The largest of some. Throws TypeError for none. */
export function largest(some: readonly Decimal[]): Decimal {
  return some.reduce((most, one) => (one > most ? one : most));
}

function eachGathered(all: readonly AdjustedAmounts[], gather: Gathering): AdjustedAmounts {
  const inClass = (saleType: SaleType) => all.map(({ classes }) => classes[saleType]);
  const units = all.flatMap((one) => [...one.units]);
  return {
    ...gathered(all, gather),
    classes: byClass((saleType) => gathered(inClass(saleType), gather)),
    units: unitsIn(units, gather),
  };
}

function gathered(all: readonly ClassAmounts[], gather: Gathering): ClassAmounts {
  return { gross: gather(all.map(({ gross }) => gross)), net: gather(all.map(({ net }) => net)) };
}
