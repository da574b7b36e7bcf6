import type { NetItem, NetTotals } from '../drafting/net-lines.ts';
import { SALE_TYPES, type SaleType } from '../drafting/order.ts';
import { type Amount, type Quantity, sum } from '../money/decimal.ts';

/** What was sold or is given back: as a summary prints it, in cents and with VAT, and by its lines, without VAT and with 8 decimals. */
export interface ClassAmounts {
  readonly gross: Amount;
  readonly net: Amount;
}

/** A record with one entry for each class of sale. */
export type ByClass<T> = Readonly<Record<SaleType, T>>;

/** How many units of each line of a CCF, by the line's number in it, from 1; of a line that is not here, none. */
export type Units = ReadonlyMap<number, Quantity>;

const NO_UNITS: Units = new Map();

/** What a note takes from its CCF, or what a CCF sold: in all, and in each class. */
export interface AdjustedAmounts extends ClassAmounts {
  readonly classes: ByClass<ClassAmounts>;
  /** A note says this of the lines that it names. */
  readonly units: Units;
}

/** One entry for each class. */
export function byClass<T>(entryOf: (saleType: SaleType) => T): ByClass<T> {
  return { taxed: entryOf('taxed'), exempt: entryOf('exempt'), non_subject: entryOf('non_subject') };
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
  return { ...amountsIn(classes), gross: totals.montoTotalOperacion };
}

/** The classes with what they come to. */
export function amountsIn(classes: ByClass<ClassAmounts>, units = NO_UNITS): AdjustedAmounts {
  return { ...sumOf(SALE_TYPES.map((saleType) => classes[saleType])), classes, units };
}

/** The units by their lines, each line's together. */
export function unitsIn(entries: readonly (readonly [line: number, units: Quantity])[]): Units {
  const byLine = Map.groupBy(entries, ([line]) => line);
  return new Map([...byLine].map(([line, all]) => [line, sum(all.map(([, units]) => units))]));
}

export function addAmounts(all: readonly AdjustedAmounts[]): AdjustedAmounts {
  return {
    ...sumOf(all),
    classes: byClass((saleType) => sumOf(all.map(({ classes }) => classes[saleType]))),
    units: unitsIn(all.flatMap(({ units }) => [...units])),
  };
}

function sumOf(amounts: readonly ClassAmounts[]): ClassAmounts {
  return { gross: sum(amounts.map(({ gross }) => gross)), net: sum(amounts.map(({ net }) => net)) };
}

/** The larger of each, for a note whose payload may still change. */
export function largerAmounts(a: AdjustedAmounts, b: AdjustedAmounts): AdjustedAmounts {
  return {
    ...larger(a, b),
    classes: byClass((saleType) => larger(a.classes[saleType], b.classes[saleType])),
    units: largerUnits(a.units, b.units),
  };
}

function largerUnits(a: Units, b: Units): Units {
  const more = [...b].filter(([line, units]) => units > (a.get(line) ?? 0n));
  return new Map([...a, ...more]);
}

function larger(a: ClassAmounts, b: ClassAmounts): ClassAmounts {
  return { gross: a.gross > b.gross ? a.gross : b.gross, net: a.net > b.net ? a.net : b.net };
}
