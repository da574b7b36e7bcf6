import fc from 'fast-check';
import { activities } from '../../src/catalogs/data/activities.ts';
import { districts } from '../../src/catalogs/data/districts.ts';
import { units } from '../../src/catalogs/data/units.ts';
import type { Company } from '../../src/core/company/company.ts';
import type { ExportOrder, Order, OrderLine, PartyOrder } from '../../src/core/drafting/order.ts';
import type { TipoDte } from '../../src/core/dte/kinds.ts';
import { anyLength, digits, dui, email, nit, nrc, orNull, phone, plainText } from '../oracle/texts.ts';

/** What the interface lets through and no rule of the field has looked at yet. */
const anything = (max: number) => plainText(1, max);

/** Right mostly; now and then whatever the interface lets through. */
function mostly<T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 60, arbitrary: right }, { weight: 1, arbitrary: wrong });
}

const anyNumber = fc.oneof(
  fc.constantFrom(0, -1, 1e-9, 1e11, 1e21, 0.1 + 0.2, 99_999_999_999.99),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

function decimal(maxUnits: number, decimals: number): fc.Arbitrary<number> {
  return fc
    .tuple(fc.nat(maxUnits), fc.nat(10 ** decimals - 1))
    .map(([whole, fraction]) => Number(`${whole}.${String(fraction).padStart(decimals, '0')}`));
}

const positive = (numbers: fc.Arbitrary<number>) => numbers.filter((number) => number > 0.00001);

const line: fc.Arbitrary<OrderLine> = fc.record({
  description: anyLength(1, 1000),
  quantity: mostly(fc.oneof(fc.integer({ min: 1, max: 90 }), positive(decimal(99, 8))), anyNumber),
  unitPrice: mostly(fc.oneof(decimal(300, 2), decimal(9, 8), decimal(2_000_000, 2)), anyNumber),
  discountPercentage: mostly(fc.constantFrom(0, 0, 0, 10, 12.5, 33.33333333, 100), anyNumber),
  code: orNull(plainText(1, 25)),
  unit: mostly(fc.constantFrom('99', '59', '1', ...units.rows.map(({ code }) => code)), anything(10)),
  itemType: fc.integer({ min: 1, max: 3 }),
  saleType: fc.constantFrom('taxed', 'taxed', 'taxed', 'exempt', 'non_subject'),
  isService: fc.boolean(),
});

const activityCode = fc.constantFrom(...activities.rows.map(({ code }) => code));

const NOWHERE = { department: null, municipality: null, district: null, districtCode: null };

const place = mostly<Pick<PartyOrder, 'department' | 'municipality' | 'district' | 'districtCode'>>(
  fc.oneof(
    fc.constant(NOWHERE),
    fc.constantFrom(...districts.rows).map(({ id }) => ({ ...NOWHERE, district: id })),
  ),
  anything(10).map((text) => ({ ...NOWHERE, department: text, municipality: text })),
);

const identity = fc.oneof(
  nit.map((number) => ({ documentType: '36', documentNumber: null, nit: number })),
  dui.map((number) => ({ documentType: '13', documentNumber: number, nit: null })),
  fc
    .tuple(fc.constantFrom('02', '03', '37', null), plainText(3, 20))
    .map(([documentType, documentNumber]) => ({ documentType, documentNumber, nit: null })),
);

const details = fc.record({
  name: anyLength(1, 250),
  // The recipient's address may be anything: the authority judges it.
  email: orNull(fc.oneof(email, anything(100))),
  phone: orNull(mostly(phone, anything(30))),
  tradeName: orNull(anyLength(1, 150)),
  address: orNull(anyLength(1, 200)),
  country: mostly(fc.constantFrom('US', 'GT', 'HN', '9450', null), anything(10)),
  personType: orNull(fc.integer({ min: 1, max: 2 })),
});

/** Whom a Crédito Fiscal must know; the others may. */
const taxpayer = fc.record({
  nrc: mostly(nrc, digits(1, 20)),
  typeContributor: fc.integer({ min: 1, max: 4 }),
  activityCode: mostly(activityCode, anything(10)),
});
const consumer = fc.record({
  nrc: orNull(nrc),
  typeContributor: orNull(fc.integer({ min: 1, max: 4 })),
  activityCode: orNull(activityCode),
});

/** A customer or subject as the interface lets it through. */
export function anyParty(tipoDte: TipoDte): fc.Arbitrary<PartyOrder> {
  const registered = tipoDte === '03' || tipoDte === '05';
  const number = registered
    ? nit.map((digitsOfNit) => ({ documentType: '36', documentNumber: null, nit: digitsOfNit }))
    : identity;
  return fc
    .tuple(details, registered ? taxpayer : consumer, number, place)
    .map(([known, tax, document, where]) => ({ ...known, ...tax, ...document, ...where }));
}

const exportTerms: fc.Arbitrary<ExportOrder | null> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  {
    weight: 5,
    arbitrary: fc.record({
      itemType: fc.constantFrom(1, 3),
      incoterm: mostly(fc.constantFrom('01', '09', '11'), anything(2)),
      fiscalPrecinct: fc.constantFrom('01', '10'),
      regimeType: fc.constant('EX-1'),
      regime: fc.constant('1000.000'),
      freight: orNull(mostly(decimal(900, 2), anyNumber)),
      insurance: orNull(mostly(decimal(900, 2), anyNumber)),
    }),
  },
);

const terms = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ transactionCondition: 1, deadline: null, period: null }) },
  {
    weight: 2,
    arbitrary: fc.record({
      transactionCondition: fc.constant(2),
      deadline: mostly(fc.integer({ min: 1, max: 3 }), fc.constant(null)),
      period: mostly(fc.integer({ min: 1, max: 9999 }), fc.constant(null)),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ transactionCondition: 3, deadline: null, period: null }) },
);

const appendix = fc.array(
  fc.record({ field: plainText(2, 25), label: plainText(3, 50), value: anyLength(1, 150) }),
  { maxLength: 10 },
);

const anyLines: fc.Arbitrary<readonly OrderLine[]> = fc.array(line, { minLength: 1, maxLength: 4 });

/** Lines of a note: their unit is the service's own. */
export const anyNoteLines: fc.Arbitrary<readonly OrderLine[]> = anyLines.map((lines) =>
  lines.map((adjusted) => ({ ...adjusted, unit: '99' })),
);

/** Observations of any length that the interface admits. */
export const observations: fc.Arbitrary<string | null> = orNull(anyLength(1, 3000));

/** An export has no kinds of sales, and its lines are goods or services, but for a few. */
function exported(sold: OrderLine): OrderLine {
  const itemType = sold.itemType === 3 && sold.quantity !== 1 ? 1 : sold.itemType;
  return { ...sold, saleType: 'taxed', itemType };
}

/** Orders of one type as the interface lets them through: most are right, some are refused. */
export function anyOrder(tipoDte: TipoDte, company: Company): fc.Arbitrary<Order> {
  const parts = fc.record({
    customer: mostly<PartyOrder | null>(anyParty(tipoDte), fc.constant(null)),
    lines: anyLines,
    method: mostly(fc.constantFrom('01', '05', '10', '14', '99'), anything(2)),
    reference: orNull(plainText(1, 50)),
    terms,
    activityCode: orNull(mostly(activityCode, anything(10))),
    establishment: fc.constantFrom(null, ...company.establishments.map(({ code }) => code)),
    observations,
    appendix,
    exportTerms: tipoDte === '11' ? exportTerms : fc.constant(null),
  });
  return parts.map(({ method, reference, terms: term, ...rest }) => ({
    ...rest,
    ...term,
    tipoDte,
    lines: tipoDte === '11' ? rest.lines.map(exported) : rest.lines,
    customerName: null,
    payments: [{ method, amount: null, reference }],
    paymentsListed: reference !== null,
    pointOfSale: null,
  }));
}
