import fc from 'fast-check';
import type { CodedCatalogId } from '../../src/catalogs/official-catalogs.ts';
import { officialCatalogs } from '../../src/catalogs/official-catalogs.ts';
import type { Company } from '../../src/core/company/company.ts';
import type { ExportOrder, Order, OrderLine, PartyOrder } from '../../src/core/drafting/order.ts';
import type { SchemaGeneration, TipoDte } from '../../src/core/dte/kinds.ts';
import { activityCode, identifiedCustomer } from './customers.ts';
import type { DocumentAmounts } from './document-amounts.ts';
import { expectedCreditoFiscal } from './net-arithmetic.ts';
import { type LineKinds, orderLines, SALE_LINES, withinLimit } from './order-lines.ts';
import { appendix, placeOf, type Split, split, terms, withPayments } from './order-terms.ts';
import { contribuyente, extranjero } from './taxpayers.ts';
import { anyLength, orNull } from './texts.ts';
import { expectedExportacion, expectedSujetoExcluido } from './untaxed-arithmetic.ts';

interface Kind {
  readonly tipoDte: TipoDte;
  readonly customer: fc.Arbitrary<PartyOrder>;
  readonly lines: fc.Arbitrary<readonly OrderLine[]>;
  readonly exportTerms: fc.Arbitrary<ExportOrder | null>;
  readonly observations: number;
}

type Parts = Omit<Order, 'tipoDte' | 'payments' | 'paymentsListed' | 'customerName'> & {
  readonly split: Split;
};

function partsOf(kind: Kind, company: Company): fc.Arbitrary<Parts> {
  return fc
    .record({
      customer: kind.customer,
      lines: kind.lines,
      exportTerms: kind.exportTerms,
      split,
      terms,
      place: placeOf(company),
      activityCode: orNull(activityCode),
      observations: orNull(anyLength(1, kind.observations)),
      appendix,
    })
    .map(({ terms: when, place: where, lines, ...rest }) => ({
      ...rest,
      ...when,
      ...where,
      lines: withinLimit(lines),
    }));
}

function orderOf(tipoDte: TipoDte, { split: _, ...parts }: Parts): Order {
  return { ...parts, tipoDte, customerName: null, payments: [], paymentsListed: false };
}

/** The payments of what the oracle says is to be paid. */
function paid(order: Order, parts: Parts, amountsOf: (order: Order) => DocumentAmounts): Order {
  return withPayments(order, parts.split, (each) => amountsOf(each).summary['totalPagar'] ?? '');
}

/** The first schema generation takes no total of nothing in types 03, 05 and 11: the first line then costs a dollar. */
function worthSomething(order: Order, amountsOf: (order: Order) => DocumentAmounts): Order {
  if (amountsOf(order).summary['montoTotalOperacion'] !== '0') return order;
  const [first, ...others] = order.lines;
  if (first === undefined) return order;
  const dollar = { ...first, quantity: 1, unitPrice: 1, discountPercentage: 0 };
  return { ...order, lines: [dollar, ...others] };
}

const NO_TERMS = fc.constant(null);

/** Orders of type 03 that the company may issue in the generation. */
export function creditoFiscalOrder(company: Company, generation: SchemaGeneration): fc.Arbitrary<Order> {
  const amounts = (order: Order) =>
    expectedCreditoFiscal(order, { generation, perceptionAgent: company.vatPerceptionAgent });
  const kind: Kind = {
    tipoDte: '03',
    customer: contribuyente,
    lines: orderLines(SALE_LINES),
    exportTerms: NO_TERMS,
    observations: 3000,
  };
  return partsOf(kind, company).map((parts) => {
    const order = orderOf('03', parts);
    const sold = generation === 'v1' ? worthSomething(order, amounts) : order;
    return paid(sold, parts, amounts);
  });
}

/** What the company buys from somebody who is not registered: services and goods. */
const PURCHASE_LINES: LineKinds = {
  itemType: fc.constantFrom(1, 2, 3),
  saleType: fc.constant('taxed'),
  isService: fc.boolean(),
};

/** Orders of type 14 that the company may issue in the generation. */
export function sujetoExcluidoOrder(company: Company, generation: SchemaGeneration): fc.Arbitrary<Order> {
  const kind: Kind = {
    tipoDte: '14',
    customer: identifiedCustomer,
    lines: orderLines(PURCHASE_LINES),
    exportTerms: NO_TERMS,
    observations: 3000,
  };
  return partsOf(kind, company).map((parts) =>
    paid(orderOf('14', parts), parts, (order) => expectedSujetoExcluido(order, generation)),
  );
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
    incoterm: fc.constant(null),
    fiscalPrecinct: fc.constant(null),
    regime: fc.constant(null),
    regimeType: fc.constant(null),
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
  return hasDefaults ? fc.oneof(goods, services, fc.constant(null)) : fc.oneof(goods, services);
}

/** Orders of type 11 that the company may issue in the generation. */
export function exportacionOrder(company: Company, generation: SchemaGeneration): fc.Arbitrary<Order> {
  const amounts = (order: Order) => expectedExportacion(order, generation);
  const lines: LineKinds = {
    itemType: fc.constantFrom(...(generation === 'v1' ? [1, 2, 3] : [1, 2])),
    saleType: fc.constant('taxed'),
    isService: fc.constant(false),
  };
  const kind: Kind = {
    tipoDte: '11',
    customer: extranjero(generation),
    lines: orderLines(lines),
    exportTerms: exportTerms(company, generation),
    observations: generation === 'v1' ? 500 : 3000,
  };
  return partsOf(kind, company).map((parts) => {
    const order = orderOf('11', parts);
    const sold = generation === 'v1' ? worthSomething(order, amounts) : order;
    return paid(sold, parts, amounts);
  });
}
