import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOrder } from '../src/core/drafting/draft-order.ts';
import { netItem } from '../src/core/drafting/net-lines.ts';
import { draftNotaCredito } from '../src/core/drafting/nota-credito-draft.ts';
import type { OrderLine, SaleType } from '../src/core/drafting/order.ts';
import { pricedLines } from '../src/core/drafting/priced-line.ts';
import type { Numeral } from '../src/core/money/decimal.ts';
import { exampleNote } from './support/example-note.ts';
import { exampleContext, exampleLine, exampleOrder } from './support/example-order.ts';
import { exampleContribuyente } from './support/example-parties.ts';
import { seedOfThisRun } from './support/this-half.ts';

/**
 * The promise of types 03 and 05: what is to be paid before retention is the total that was quoted with VAT, for every
 * quantity, price and discount, while every figure is within a cent of what the authority computes from the others.
 */
const SEED = seedOfThisRun(20_261_201);
/** A tenth of each family; with `SELLO_LONG=1` five times each, and docs/proofs.md keeps the figures. */
const TIMES = process.env['SELLO_LONG'] === '1' ? 5 : 0.1;
const TIMEOUT_MS = 900_000;

/** Amounts here are integers of hundred-millionths of a dollar, and so are quantities and percentages. */
const ONE = 100_000_000n;
const CENT = ONE / 100n;
/** Below so many units after discount, over all taxed lines, the total is always the quoted one. */
const CERTAIN_UNITS = 116_000n * ONE;

function exactly(value: Numeral): bigint {
  const [units = '', fraction = ''] = String(value).split('.');
  return BigInt(units) * ONE + BigInt(fraction.padEnd(8, '0'));
}

function halfUp(numerator: bigint, divisor: bigint): bigint {
  return (2n * numerator + divisor) / (2n * divisor);
}

function cents(amount: bigint): bigint {
  return halfUp(amount, CENT) * CENT;
}

function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

function quotedAmount(line: OrderLine): bigint {
  const gross = exactly(line.quantity) * exactly(line.unitPrice);
  const discount = halfUp(gross * exactly(line.discountPercentage), ONE * ONE * 100n);
  return halfUp(gross, ONE) - discount;
}

/** What was quoted, per kind of sale, each in cents. */
function quotedTotal(lines: readonly OrderLine[], saleType: SaleType): bigint {
  return cents(total(lines.filter((line) => line.saleType === saleType).map(quotedAmount)));
}

const CONTEXT = exampleContext();
const ORDER = exampleOrder({ tipoDte: '03', customer: exampleContribuyente() });
const NOTE = exampleNote();

function summaryOf(
  lines: readonly OrderLine[],
): { readonly gross: bigint; readonly base: bigint; readonly vat: bigint } | null {
  const drafting = draftOrder({ ...ORDER, lines }, CONTEXT);
  if (drafting.kind === 'problems') return null;
  const { amountGross, amountTaxable, amountVat } = drafting.summary;
  return {
    gross: exactly(Number(amountGross)),
    base: exactly(Number(amountTaxable)),
    vat: exactly(Number(amountVat)),
  };
}

/** How many units lose their VAT one by one: what the rounding of prices is multiplied by. */
function unitsSold(lines: readonly OrderLine[]): bigint {
  const each = lines
    .filter(({ saleType }) => saleType === 'taxed')
    .map((line) => (exactly(line.quantity) * (100n * ONE - exactly(line.discountPercentage))) / (100n * ONE));
  return total(each);
}

/** Fails by name; thousands of `expect` a document would take minutes. */
function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** Checks one document; whether its total is the quoted one. */
function keepsPromise(lines: readonly OrderLine[]): boolean {
  const figures = summaryOf(lines);
  must(figures !== null, 'it was refused');
  if (figures === null) return false;
  const items = pricedLines(lines).value.map(netItem);
  for (const { cantidad, precioUni, montoDescu, ventaNoSuj, ventaExenta, ventaGravada } of items) {
    const amount = halfUp(cantidad * precioUni, ONE) - montoDescu;
    must(amount === ventaNoSuj + ventaExenta + ventaGravada, 'a line is not price x quantity - discount');
  }
  const ofLines = total(items.map(({ ventaGravada }) => ventaGravada));
  const { gross, base, vat } = figures;
  must(magnitude(base - ofLines) <= CENT, 'totalGravada is more than a cent from its lines');
  must(magnitude(base - cents(ofLines)) <= CENT, 'totalGravada is more than a cent from its rounded lines');
  must(magnitude(100n * vat - 13n * base) <= 100n * CENT, 'VAT is more than a cent from 13 %');
  must(magnitude(vat - cents(halfUp(13n * base, 100n))) <= CENT, 'VAT is more than a cent from rounded 13 %');
  const untaxed = quotedTotal(lines, 'exempt') + quotedTotal(lines, 'non_subject');
  const quoted = quotedTotal(lines, 'taxed') + untaxed;
  must(base + vat + untaxed === gross, 'the total is not the sum of its parts');
  must(gross === quoted || unitsSold(lines) > CERTAIN_UNITS, 'the total is not the quoted one');
  must(magnitude(gross - quoted) <= mostDistance(lines), 'the total is too far from the quoted one');
  return gross === quoted;
}

/**
 * Half a hundred-millionth a unit with its VAT for the price, as much twice a line for its roundings, and less than
 * two cents for those of the totals.
 */
function mostDistance(lines: readonly OrderLine[]): bigint {
  const ofPrices = halfUp(unitsSold(lines) * 113n, 200n * ONE);
  return ofPrices + 3n * BigInt(lines.length) + 2n * CENT;
}

function decimalUpTo(units: number, decimals: number): fc.Arbitrary<number> {
  return fc
    .tuple(fc.nat(units), fc.nat(99_999_999))
    .map(([whole, fraction]) => Number(`${whole}.${String(fraction).padStart(8, '0').slice(0, decimals)}`))
    .filter((value) => value === 0 || value >= 0.000001);
}

function lineOf(numbers: {
  readonly quantity: fc.Arbitrary<number>;
  readonly unitPrice: fc.Arbitrary<number>;
  readonly discountPercentage: fc.Arbitrary<number>;
  readonly saleType?: fc.Arbitrary<SaleType>;
}): fc.Arbitrary<OrderLine> {
  return fc
    .record({ saleType: fc.constant('taxed'), ...numbers })
    .map((each) => exampleLine({ ...each, quantity: each.quantity === 0 ? 1 : each.quantity }));
}

const NO_DISCOUNT = fc.constant(0);
const ANY_DISCOUNT = fc.oneof(
  NO_DISCOUNT,
  fc.nat(100),
  decimalUpTo(99, 8),
  fc.constantFrom(99.99999999, 100),
);
const ANY_SALE = fc.constantFrom('taxed', 'taxed', 'taxed', 'exempt', 'non_subject');

const everyday = lineOf({
  quantity: fc.integer({ min: 1, max: 20 }),
  unitPrice: fc.nat(100_000).map((amount) => amount / 100),
  discountPercentage: ANY_DISCOUNT,
  saleType: ANY_SALE,
});
const eightDecimals = lineOf({
  quantity: decimalUpTo(999, 8),
  unitPrice: decimalUpTo(999, 8),
  discountPercentage: ANY_DISCOUNT,
  saleType: ANY_SALE,
});
/** Prices at half a cent, give or take a hundred-millionth. */
const halfCents = lineOf({
  quantity: fc.constantFrom(1, 1, 3, 0.5),
  unitPrice: fc.tuple(fc.nat(50), fc.integer({ min: -2, max: 2 })).map(([many, off]) => {
    return Number((many / 100 + 0.005 + off / 1e8).toFixed(8));
  }),
  discountPercentage: fc.constantFrom(0, 50, 99.99999999),
});
/** Prices whose quotient by 1.13 is as far from its eighth decimal as it can be. */
const worstPrices = lineOf({
  quantity: fc.integer({ min: 1, max: 20_000 }),
  unitPrice: fc
    .tuple(fc.integer({ min: 1, max: 800_000 }), fc.constantFrom(16, 97))
    .map(([many, rest]) => (113 * many + rest) / 1e8),
  discountPercentage: NO_DISCOUNT,
});
const largeQuantities = lineOf({
  quantity: fc.oneof(...[1e5, 1e6, 1e7, 1e9, 3e10].map((most) => fc.nat(most))),
  unitPrice: decimalUpTo(0, 8),
  discountPercentage: ANY_DISCOUNT,
});
const largePrices = lineOf({
  quantity: fc.oneof(fc.constant(1), decimalUpTo(0, 8)),
  unitPrice: fc.oneof(decimalUpTo(9_999_999, 8), decimalUpTo(999_999_999, 2)),
  discountPercentage: ANY_DISCOUNT,
});

const listOf = (line: fc.Arbitrary<OrderLine>, minLength: number, maxLength: number) =>
  fc.array(line, { minLength, maxLength, size: 'max' });

const FAMILIES = [
  ['everyday lines', listOf(everyday, 1, 6), 30_000],
  ['prices and quantities of eight decimals', listOf(eightDecimals, 1, 6), 30_000],
  ['many lines at half a cent', listOf(halfCents, 1, 60), 5_000],
  ['prices that round worst', listOf(worstPrices, 1, 5), 30_000],
  ['large prices', listOf(largePrices, 1, 4), 20_000],
  ['2,000 everyday lines', listOf(everyday, 2000, 2000), 10],
  [
    '2,000 lines of eight decimals',
    listOf(
      lineOf({
        quantity: fc.nat(57),
        unitPrice: decimalUpTo(99, 8),
        discountPercentage: ANY_DISCOUNT,
      }),
      2000,
      2000,
    ),
    10,
  ],
  ['2,000 lines at half a cent', listOf(halfCents, 2000, 2000), 10],
] as const;

describe('a CCF over', () => {
  it.each(FAMILIES)(
    '%s comes to the total that was quoted',
    (_, documents, runs) => {
      const check = (lines: readonly OrderLine[]) =>
        must(keepsPromise(lines), 'the total is not the quoted one');
      fc.assert(fc.property(documents, check), { seed: SEED, numRuns: TIMES * runs });
    },
    TIMEOUT_MS,
  );

  it(
    'huge quantities is within tolerance, and as near to the quoted total as its prices allow',
    () => {
      let rebuilt = 0;
      const check = (lines: readonly OrderLine[]) => {
        if (!keepsPromise(lines)) rebuilt += 1;
      };
      const runs = TIMES * 15_000;
      fc.assert(fc.property(listOf(largeQuantities, 1, 3), check), { seed: SEED, numRuns: runs });
      expect(rebuilt).toBeGreaterThan(runs / 20);
    },
    TIMEOUT_MS,
  );
});

describe('the first quantities at which the total is rebuilt', () => {
  it.each([
    [125_519, 0.36632466, true],
    [166_122, 0.40812093, true],
    [116_000, 0.36632466, false],
  ])('%s units at %s', (quantity, unitPrice, isRebuilt) => {
    expect(keepsPromise([exampleLine({ quantity, unitPrice })])).toBe(!isRebuilt);
  });
});

describe('a full note on a CCF', () => {
  it(
    'gives back what the CCF came to',
    () => {
      const check = (lines: readonly OrderLine[]) => {
        const figures = summaryOf(lines);
        if (figures === null || figures.gross === 0n) return;
        const drafting = draftNotaCredito({ ...NOTE, lines }, 'v2');
        must(drafting.kind === 'draft', 'it was refused');
        if (drafting.kind === 'draft')
          must(
            exactly(Number(drafting.summary.amountTotal)) === figures.gross,
            'it gives back something else',
          );
      };
      const lines = listOf(fc.oneof(everyday, eightDecimals, largeQuantities), 1, 4);
      fc.assert(fc.property(lines, check), { seed: SEED, numRuns: TIMES * 10_000 });
    },
    TIMEOUT_MS,
  );
});
