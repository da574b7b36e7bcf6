import fc from 'fast-check';
import type { CodedCatalogId } from '../../src/catalogs/official-catalogs.ts';
import { officialCatalogs } from '../../src/catalogs/official-catalogs.ts';
import type { Company } from '../../src/core/company/company.ts';
import type { ExportOrder, Order, PartyOrder } from '../../src/core/drafting/order.ts';
import type { SchemaGeneration, TipoDte } from '../../src/core/dte/kinds.ts';
import { activityCode, anyCustomer, contribuyente, extranjero, identifiedCustomer } from './customers.ts';
import type { DocumentAmounts } from './document-amounts.ts';
import { expectedFactura } from './factura-arithmetic.ts';
import { expectedCreditoFiscal } from './net-arithmetic.ts';
import { type LineKinds, orderLines, SALE_LINES, withinLimit } from './order-lines.ts';
import { appendix, placeOf, split, terms, withPayments } from './order-terms.ts';
import { anyLength, orNull } from './texts.ts';
import { expectedExportacion, expectedSujetoExcluido } from './untaxed-arithmetic.ts';

/** What tells one type's orders from another's. */
interface Kind {
  readonly tipoDte: TipoDte;
  readonly customer: fc.Arbitrary<PartyOrder | null>;
  readonly lines: LineKinds;
  readonly exportTerms?: fc.Arbitrary<ExportOrder | null>;
  /** How long observations may be. */
  readonly observations?: number;
  /** What the oracle expects of an order. */
  readonly amountsOf: (order: Order) => DocumentAmounts;
  /** What an order still lacks before it is paid. */
  readonly completed?: fc.Arbitrary<(order: Order) => Order>;
}

const NO_TERMS = fc.constant(null);
const AS_IT_IS = fc.constant((order: Order) => order);

/** Orders of the kind, with payments of what the oracle says is to be paid. */
function ordersOf(kind: Kind, company: Company): fc.Arbitrary<Order> {
  return fc
    .record({
      customer: kind.customer,
      lines: orderLines(kind.lines),
      exportTerms: kind.exportTerms ?? NO_TERMS,
      split,
      when: terms,
      where: placeOf(company),
      activityCode: orNull(activityCode),
      observations: orNull(anyLength(1, kind.observations ?? 3000)),
      appendix,
      completed: kind.completed ?? AS_IT_IS,
    })
    .map(({ when, where, lines, split: parts, completed, ...rest }) => {
      const unpaid = { customerName: null, payments: [], paymentsListed: false };
      const frame = { ...rest, ...when, ...where, tipoDte: kind.tipoDte, lines: withinLimit(lines) };
      const order = completed({ ...frame, ...unpaid });
      return withPayments(order, parts, (each) => kind.amountsOf(each).summary['totalPagar'] ?? '');
    });
}

/** The first schema generation takes no total of nothing in types 03, 05 and 11: the first line then costs a dollar. */
function worthSomething(
  generation: SchemaGeneration,
  amountsOf: Kind['amountsOf'],
): fc.Arbitrary<(order: Order) => Order> {
  if (generation !== 'v1') return AS_IT_IS;
  return fc.constant((order) => {
    if (amountsOf(order).summary['montoTotalOperacion'] !== '0') return order;
    const [first, ...others] = order.lines;
    if (first === undefined) return order;
    const dollar = { ...first, quantity: 1, unitPrice: 1, discountPercentage: 0 };
    return { ...order, lines: [dollar, ...others] };
  });
}

/** What a document must say of its buyer from this total on (fe-fc-v1; CT 114). */
const IDENTIFIED_FROM: Readonly<Record<SchemaGeneration, number>> = { v1: 1095, v2: 25_000 };

/** Orders of type 01 that the company may issue in the generation. */
export function facturaOrder(company: Company, generation: SchemaGeneration): fc.Arbitrary<Order> {
  const amountsOf = (order: Order) => expectedFactura(order, generation);
  const completed = fc
    .tuple(identifiedCustomer, orNull(anyLength(1, 250)))
    .map(([identified, name]) => (order: Order) => {
      const total = Number(amountsOf(order).summary['montoTotalOperacion']);
      if (total >= IDENTIFIED_FROM[generation]) return { ...order, customer: identified };
      return order.customer === null ? { ...order, customerName: name } : order;
    });
  const customer = orNull(anyCustomer);
  return ordersOf({ tipoDte: '01', customer, lines: SALE_LINES, amountsOf, completed }, company);
}

/** Orders of type 03 that the company may issue in the generation. */
export function creditoFiscalOrder(company: Company, generation: SchemaGeneration): fc.Arbitrary<Order> {
  const amountsOf = (order: Order) =>
    expectedCreditoFiscal(order, { generation, perceptionAgent: company.vatPerceptionAgent });
  const completed = worthSomething(generation, amountsOf);
  return ordersOf(
    { tipoDte: '03', customer: contribuyente, lines: SALE_LINES, amountsOf, completed },
    company,
  );
}

/** What the company buys from somebody who is not registered: services and goods. */
const PURCHASE_LINES: LineKinds = { ...SALE_LINES, saleType: fc.constant('taxed'), isService: fc.boolean() };

/** Orders of type 14 that the company may issue in the generation. */
export function sujetoExcluidoOrder(company: Company, generation: SchemaGeneration): fc.Arbitrary<Order> {
  const amountsOf = (order: Order) => expectedSujetoExcluido(order, generation);
  return ordersOf({ tipoDte: '14', customer: identifiedCustomer, lines: PURCHASE_LINES, amountsOf }, company);
}

function codeOf(id: CodedCatalogId): fc.Arbitrary<string> {
  const catalog = officialCatalogs.find((each) => each.id === id);
  return fc.constantFrom(...(catalog?.entries ?? []).map(({ code }) => code));
}

const carriage = orNull(fc.integer({ min: 0, max: 999_999 }).map((each) => each / 100));

/** A company that exports goods by terms of its own, or services. */
export function exporter(company: Company, itemType: 1 | 2 | 3 | null): Company {
  const terms = { incoterm: '09', fiscalPrecinct: '02', regimeType: 'EX-1', regime: '1000.000' };
  return { ...company, exportDefaults: { ...terms, itemType, country: 'GT' } };
}

/** Terms of goods, of services, or as far as the company has its own, none. */
function exportTerms(company: Company, generation: SchemaGeneration): fc.Arbitrary<ExportOrder | null> {
  const hasDefaults = company.exportDefaults.incoterm !== null;
  const may = <T>(arbitrary: fc.Arbitrary<T>) => (hasDefaults ? orNull(arbitrary) : arbitrary);
  const services: fc.Arbitrary<ExportOrder> = fc.record({
    itemType: fc.constant(2),
    incoterm: NO_TERMS,
    fiscalPrecinct: NO_TERMS,
    regime: NO_TERMS,
    regimeType: NO_TERMS,
    freight: carriage,
    insurance: carriage,
  });
  const goods: fc.Arbitrary<ExportOrder> = fc.record({
    itemType: fc.constantFrom(...(generation === 'v1' ? [1, 3] : [1])),
    incoterm: may(codeOf('CAT-031')),
    fiscalPrecinct: may(codeOf('CAT-027')),
    regimeType: may(codeOf('CAT-033')),
    regime: may(codeOf('CAT-028')),
    freight: carriage,
    insurance: carriage,
  });
  return hasDefaults ? fc.oneof(goods, services, NO_TERMS) : fc.oneof(goods, services);
}

/** Orders of type 11 that the company may issue in the generation. */
export function exportacionOrder(company: Company, generation: SchemaGeneration): fc.Arbitrary<Order> {
  const amountsOf = (order: Order) => expectedExportacion(order, generation);
  const itemType = fc.constantFrom(...(generation === 'v1' ? [1, 2, 3] : [1, 2]));
  return ordersOf(
    {
      tipoDte: '11',
      customer: extranjero(generation),
      lines: { itemType, saleType: fc.constant('taxed'), isService: fc.constant(false) },
      exportTerms: exportTerms(company, generation),
      observations: generation === 'v1' ? 500 : 3000,
      amountsOf,
      completed: worthSomething(generation, amountsOf),
    },
    company,
  );
}
