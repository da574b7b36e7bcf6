import fc from 'fast-check';
import { units } from '../../src/catalogs/data/units.ts';
import type { OrderLine, SaleType } from '../../src/core/drafting/order.ts';
import { anyLength, orNull, plainText } from './texts.ts';

/** A number that prints as so many units and decimals, at most 15 digits in all, so that a double holds it. */
function decimalNumber(maxUnits: number, maxDecimals: number): fc.Arbitrary<number> {
  const parts = fc.tuple(
    fc.integer({ min: 0, max: maxUnits }),
    fc.integer({ min: 0, max: maxDecimals }),
    fc.nat(99_999_999),
  );
  return parts
    .map(([whole, decimals, fraction]) =>
      Number(`${whole}.${String(fraction).padStart(8, '0').slice(0, decimals)}0`),
    )
    .filter((value) => value === 0 || value >= 0.000001);
}

function positive(arbitrary: fc.Arbitrary<number>): fc.Arbitrary<number> {
  return arbitrary.filter((value) => value > 0);
}

interface Quote {
  readonly quantity: number;
  readonly unitPrice: number;
}

const everyday = fc.record({
  quantity: fc.integer({ min: 1, max: 6 }),
  unitPrice: fc.integer({ min: 0, max: 2_500 }).map((cents) => cents / 100),
});
const appliance = fc.record({
  quantity: fc.integer({ min: 1, max: 24 }),
  unitPrice: fc.integer({ min: 5_000, max: 150_000 }).map((cents) => cents / 100),
});
const weighed = fc.record({
  quantity: positive(decimalNumber(9, 8)),
  unitPrice: decimalNumber(9, 8),
});
const measured = fc.record({
  quantity: positive(decimalNumber(999, 8)),
  unitPrice: decimalNumber(999, 8),
});
const tiny = fc.record({
  quantity: positive(decimalNumber(0, 8)),
  unitPrice: decimalNumber(0, 8),
});
const largeQuantity = fc.record({
  quantity: positive(decimalNumber(99_999_999_999, 4)),
  unitPrice: decimalNumber(0, 8),
});
const largePrice = fc.record({
  quantity: positive(decimalNumber(0, 8)),
  unitPrice: decimalNumber(99_999_999_999, 4),
});
const wholesale = fc.record({
  quantity: positive(decimalNumber(9_999, 2)),
  unitPrice: decimalNumber(99_999, 4),
});

const quote: fc.Arbitrary<Quote> = fc.oneof(
  { weight: 200, arbitrary: everyday },
  { weight: 100, arbitrary: weighed },
  { weight: 20, arbitrary: tiny },
  { weight: 6, arbitrary: measured },
  { weight: 6, arbitrary: appliance },
  { weight: 1, arbitrary: wholesale },
);
/** Now and then a document of huge amounts. */
const hugeQuote: fc.Arbitrary<Quote> = fc.oneof(largeQuantity, largePrice, wholesale, everyday);

const discount = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constant(100) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 99 }) },
  { weight: 2, arbitrary: decimalNumber(99, 8) },
);

const anySaleType = fc.oneof(
  { weight: 6, arbitrary: fc.constant('taxed' as const) },
  { weight: 1, arbitrary: fc.constant('exempt' as const) },
  { weight: 1, arbitrary: fc.constant('non_subject' as const) },
);

/** What a type lets a line be. */
export interface LineKinds {
  readonly itemType: fc.Arbitrary<number>;
  readonly saleType: fc.Arbitrary<SaleType>;
  readonly isService: fc.Arbitrary<boolean>;
}

/** The lines of a sale within the country. */
export const SALE_LINES: LineKinds = {
  itemType: fc.constantFrom(1, 2, 3),
  saleType: anySaleType,
  isService: fc.constant(false),
};

function line(quotes: fc.Arbitrary<Quote>, kinds: LineKinds): fc.Arbitrary<OrderLine> {
  const rest = fc.record({
    description: fc.oneof(
      { weight: 40, arbitrary: plainText(1, 30) },
      { weight: 1, arbitrary: anyLength(1, 1000) },
    ),
    discountPercentage: discount,
    code: orNull(plainText(1, 25)),
    unit: fc.constantFrom('99', ...units.rows.map(({ code }) => code)),
    ...kinds,
  });
  return fc.tuple(quotes, rest).map(([numbers, others]) => ({ ...others, ...numbers }));
}

/** Amounts, VAT included, at which a rule begins: retention, identification, e-mail, the smallest amount of all. */
const EDGES = [0, 0.01, 0.04, 0.05, 112.99, 113, 113, 1094.99, 1095, 9999.99, 10_000, 24_999.99, 25_000];

/** One line of an amount at which a rule begins. */
function atTheEdge(kinds: LineKinds): fc.Arbitrary<readonly OrderLine[]> {
  const edge = fc.constantFrom(...EDGES);
  return fc
    .tuple(line(everyday, kinds), edge)
    .map(([one, unitPrice]) => [{ ...one, quantity: 1, unitPrice, discountPercentage: 0 }]);
}

/** A handful mostly, up to 40 often, up to 2,000 rarely. */
export function orderLines(kinds: LineKinds): fc.Arbitrary<readonly OrderLine[]> {
  const some = (quotes: fc.Arbitrary<Quote>, minLength: number, maxLength: number) =>
    fc.array(line(quotes, kinds), { minLength, maxLength, size: 'max' });
  return fc.oneof(
    { weight: 600, arbitrary: some(quote, 1, 5) },
    { weight: 330, arbitrary: some(quote, 1, 40) },
    { weight: 68, arbitrary: some(hugeQuote, 1, 6) },
    { weight: 80, arbitrary: atTheEdge(kinds) },
    { weight: 1, arbitrary: some(quote, 41, 400) },
    { weight: 1, arbitrary: some(everyday, 2000, 2000) },
  );
}

/** As many lines as stay below the widest amount of the schemas, at least one. */
export function withinLimit(all: readonly OrderLine[]): readonly OrderLine[] {
  let left = 90_000_000_000;
  const count = all.findIndex(({ quantity, unitPrice }) => {
    left -= Number(quantity) * Number(unitPrice);
    return left < 0;
  });
  return count < 0 ? all : all.slice(0, Math.max(1, count));
}
