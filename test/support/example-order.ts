import {
  type DraftContext,
  type Drafting,
  type ExportOrder,
  type Order,
  type OrderLine,
  type PartyOrder,
  type PaymentOrder,
  UNDESCRIBED,
} from '../../src/core/drafting/order.ts';
import type { FieldProblem } from '../../src/core/refusals/refusal.ts';
import { exampleCompany } from './example-company.ts';

/** One bread at 1.13, VAT included, with the changes given. */
export function exampleLine(changes: Partial<OrderLine> = {}): OrderLine {
  return {
    description: 'Pan francés',
    quantity: 1,
    unitPrice: 1.13,
    discountPercentage: 0,
    code: null,
    unit: '99',
    itemType: 1,
    saleType: 'taxed',
    isService: false,
    ...changes,
  };
}

/** A customer about whom nothing is known, with the changes given. */
export function exampleParty(changes: Partial<PartyOrder> = {}): PartyOrder {
  return { ...UNDESCRIBED, ...changes };
}

/** The terms of an export that say nothing, with the changes given. */
export function exampleExportTerms(changes: Partial<ExportOrder> = {}): ExportOrder {
  return {
    itemType: null,
    incoterm: null,
    fiscalPrecinct: null,
    regimeType: null,
    regime: null,
    freight: null,
    insurance: null,
    ...changes,
  };
}

export function examplePayment(changes: Partial<PaymentOrder> = {}): PaymentOrder {
  return { method: '01', amount: null, reference: null, ...changes };
}

/** The anonymous cash sale of one bread, with the changes given. */
export function exampleOrder(changes: Partial<Order> = {}): Order {
  return {
    tipoDte: '01',
    customer: null,
    customerName: null,
    lines: [exampleLine()],
    payments: [examplePayment()],
    paymentsListed: false,
    transactionCondition: 1,
    deadline: null,
    period: null,
    activityCode: null,
    establishment: null,
    pointOfSale: null,
    observations: null,
    appendix: [],
    ...changes,
  };
}

/** The example company drafting in v2, with the changes given. */
export function exampleContext(changes: Partial<DraftContext> = {}): DraftContext {
  return { company: exampleCompany(), generation: 'v2', place: null, ...changes };
}

/** What is wrong with an order; none for a draft. */
export function problemsOf(drafting: Drafting): readonly FieldProblem[] {
  return drafting.kind === 'problems' ? drafting.problems : [];
}
