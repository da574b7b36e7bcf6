import type { Order, OrderLine, PartyOrder, PaymentOrder } from '../../../core/issuing/order.ts';
import type { CustomerBody, InvoiceBody, LineBody } from './schema.ts';

const CASH = '01';
const DEFAULT_UNIT = '99';

/** The wire body in our own names, with the defaults of specification 2.6 and design section 7. */
export function orderOf(body: InvoiceBody): Order {
  return {
    tipoDte: body.doc_type ?? '01',
    customer: body.customer === undefined ? null : partyOf(body.customer),
    customerName: body.customer_name ?? null,
    lines: body.lines.map(lineOf),
    payments: paymentsOf(body),
    paymentsListed: body.payments !== undefined,
    transactionCondition: body.transaction_condition ?? 1,
    deadline: body.deadline ?? null,
    period: body.period ?? null,
    activityCode: body.activity_code ?? null,
    establishment: body.establishment ?? null,
    pointOfSale: body.point_of_sale ?? null,
    observations: body.observations ?? null,
    appendix: body.appendix ?? [],
  };
}

function partyOf(customer: CustomerBody): PartyOrder {
  return {
    name: customer.name ?? null,
    documentType: customer.document_type ?? null,
    documentNumber: customer.document_number ?? null,
    nit: customer.nit ?? null,
    nrc: customer.nrc ?? null,
    email: customer.email ?? null,
    phone: customer.phone ?? null,
    tradeName: customer.trade_name ?? null,
    typeContributor: customer.type_contributor ?? null,
    activityCode: customer.activity_code ?? null,
    address: customer.address ?? null,
    department: customer.department ?? null,
    municipality: customer.municipality ?? null,
    district: customer.district ?? null,
    districtCode: customer.district_code ?? null,
    country: customer.country ?? null,
    personType: customer.person_type ?? null,
  };
}

function lineOf(line: LineBody): OrderLine {
  return {
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unit_price,
    discountPercentage: line.discount_percentage ?? 0,
    code: line.code ?? null,
    unit: line.unit ?? DEFAULT_UNIT,
    itemType: line.item_type ?? 1,
    saleType: line.sale_type ?? 'taxed',
    isService: false,
  };
}

function paymentsOf(body: InvoiceBody): readonly PaymentOrder[] {
  if (body.payments === undefined)
    return [{ method: body.payment_method ?? CASH, amount: null, reference: null }];
  return body.payments.map(({ method, amount, reference }) => ({
    method,
    amount: amount ?? null,
    reference: reference ?? null,
  }));
}
