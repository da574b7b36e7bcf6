import type { SaleType } from '../../src/core/drafting/order.ts';
import { printedDocumentAmounts } from './document-amounts.ts';
import { Exact, sumOf } from './exact.ts';

/**
 * What CCF and notes charge and give back in each class of sale, from their printed text and with neither code nor
 * method of the product. Source: Ley de IVA, art. 62: a note returns of an operation what was charged on it; Manual
 * Funcional V2.0 section XXI: a cent of tolerance an amount, here between lines and what they were sold for.
 */
const CENT = new Exact('0.01');

const COLUMNS: readonly (readonly [SaleType, string, string])[] = [
  ['taxed', 'ventaGravada', 'totalGravada'],
  ['exempt', 'ventaExenta', 'totalExenta'],
  ['non_subject', 'ventaNoSuj', 'totalNoSuj'],
];

/** One class of a document. */
interface ClassCharge {
  readonly saleType: SaleType;
  /** As the summary says it, with VAT. */
  readonly charged: Exact;
  /** As the summary says it, without VAT. */
  readonly base: Exact;
  /** What the lines add up to, without VAT. */
  readonly lines: Exact;
}

/** A document by its classes. */
export interface Charge {
  readonly classes: readonly ClassCharge[];
  readonly vat: Exact;
  /** What is retained and perceived. */
  readonly onePercent: readonly Exact[];
  /** Whether there is any of either, for the notes on this document. */
  readonly carried: { readonly carriedRetention: boolean; readonly carriedPerception: boolean };
}

/** Reads a signed document of type 03 or 05. */
export function chargeIn(text: string): Charge {
  const { lines, summary, tributos } = printedDocumentAmounts(text);
  const vat = sumOf(tributos, (each) => new Exact(each.split(' ')[1] ?? '0'));
  const amount = (of: Readonly<Record<string, string>>, name: string) => new Exact(of[name] ?? '0');
  const classes = COLUMNS.map(([saleType, column, total]) => ({
    saleType,
    base: amount(summary, total),
    charged: amount(summary, total).plus(saleType === 'taxed' ? vat : 0),
    lines: sumOf(lines, (line) => amount(line, column)),
  }));
  const either = (...names: readonly string[]) => sumOf(names, (name) => amount(summary, name));
  const onePercent = [either('ivaRete', 'ivaRete1'), either('ivaPerci', 'ivaPerci1')];
  const [carriedRetention = false, carriedPerception = false] = onePercent.map((share) => !share.isZero());
  return { classes, vat, onePercent, carried: { carriedRetention, carriedPerception } };
}

/** What a CCF and the notes that hold leave of one class. */
export function leftOf(ccf: Charge, notes: readonly Charge[], saleType: SaleType): Exact {
  return chargedIn(ccf, saleType).minus(sumOf(notes, (note) => chargedIn(note, saleType)));
}

function chargedIn({ classes }: Charge, saleType: SaleType): Exact {
  return sumOf(
    classes.filter((each) => each.saleType === saleType),
    ({ charged }) => charged,
  );
}

/** Whether all notes together, the last one among them, give back no more than was charged, in any class. */
export function holds(ccf: Charge, notes: readonly Charge[]): boolean {
  const all = (of: (each: ClassCharge) => Exact) => (charge: Charge) => sumOf(charge.classes, of);
  const linesOf = all(({ lines }) => lines);
  const [sold, printed] = [linesOf(ccf), all(({ base }) => base)(ccf)];
  const whole = sumOf(notes, linesOf).lte(Exact.max(sold, printed).plus(CENT));
  return (
    whole &&
    ccf.classes.every((sale, index) =>
      fitsClass(
        sale,
        notes.flatMap((note) => note.classes[index] ?? []),
      ),
    )
  );
}

function fitsClass(sale: ClassCharge, notes: readonly ClassCharge[]): boolean {
  const charged = sumOf(notes, (note) => note.charged).lte(sale.charged);
  return charged && sumOf(notes, (note) => note.lines).lte(Exact.max(sale.lines, sale.base).plus(CENT));
}

/** Why notes would give back VAT, a retention or a perception that was never charged; empty where they do not. */
export function wrongTaxes(ccf: Charge, notes: readonly Charge[]): readonly string[] {
  const back = sumOf(notes, ({ vat }) => vat);
  // Each note rounds its VAT once.
  const most = ccf.vat.plus(CENT.times(notes.length));
  const untaxed = notes.filter(({ classes }) => classes[0]?.lines.isZero());
  const taxesOf = ({ vat, onePercent }: Charge) => [vat, ...onePercent];
  return [
    ...(back.gt(most) ? [`VAT of ${back} is given back of ${ccf.vat}`] : []),
    ...(untaxed.some((note) => taxesOf(note).some((tax) => !tax.isZero()))
      ? ['taxes without a taxed line']
      : []),
    ...(ccf.onePercent.every((tax) => tax.isZero()) &&
    notes.some((note) => note.onePercent.some((tax) => !tax.isZero()))
      ? ['one per cent is given back that was never charged']
      : []),
  ];
}
