import type { ExportOrder, NoteLine, Order, OrderLine, PartyOrder } from '../../src/core/drafting/order.ts';
import type { Business } from '../oracle/generated-documents.ts';

/** A body with every field of its route; null for what the sale leaves open. */
export type PlainBody = Readonly<Record<string, unknown>>;

/** The business as a request can ask for it: POST /suex has no field for the issuer's activity. */
export function askable(business: Business): Business {
  if (business.kind === 'note' || business.order.tipoDte !== '14') return business;
  return { ...business, order: { ...business.order, activityCode: null } };
}

/** The request with which a caller would ask for this business. */
export function plainBody(business: Business): PlainBody {
  if (business.kind === 'note') {
    const { lines, observations } = business.note;
    return { document_id: 'CCF-1', lines: lines.map((line) => lineBody(line, '05')), observations };
  }
  const { order } = business;
  return order.tipoDte === '14'
    ? { ...termsBody(order), subject: partyBody(order.customer) }
    : {
        ...termsBody(order),
        doc_type: order.tipoDte,
        customer: partyBody(order.customer),
        customer_name: order.customerName,
        activity_code: order.activityCode,
        export: exportBody(order.exportTerms ?? null),
      };
}

function termsBody(order: Order): PlainBody {
  return {
    external_ref: 'VENTA-1',
    lines: order.lines.map((line) => lineBody(line, order.tipoDte)),
    payment_method: order.paymentsListed ? null : (order.payments[0]?.method ?? null),
    payments: order.paymentsListed ? order.payments : null,
    transaction_condition: order.transactionCondition,
    deadline: order.deadline,
    period: order.period,
    establishment: order.establishment,
    point_of_sale: order.pointOfSale,
    observations: order.observations,
    appendix: order.appendix.length === 0 ? null : order.appendix,
  };
}

/** A line as the requests of its type have it. */
export function lineBody(line: OrderLine | NoteLine, tipoDte: string): PlainBody {
  return {
    description: line.description,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    discount_percentage: line.discountPercentage,
    code: line.code,
    unit: line.unit,
    item_type: line.itemType,
    ...(tipoDte === '14' ? { is_service: line.isService } : { sale_type: line.saleType }),
  };
}

function partyBody(party: PartyOrder | null): PlainBody | null {
  if (party === null) return null;
  const { documentType, documentNumber, tradeName, typeContributor, activityCode, districtCode, personType } =
    party;
  const { name, nit, nrc, email, phone, address, department, municipality, district, country } = party;
  return {
    name,
    nit,
    nrc,
    email,
    phone,
    address,
    department,
    municipality,
    district,
    country,
    document_type: documentType,
    document_number: documentNumber,
    trade_name: tradeName,
    type_contributor: typeContributor,
    activity_code: activityCode,
    district_code: districtCode,
    person_type: personType,
  };
}

function exportBody(terms: ExportOrder | null): PlainBody | null {
  if (terms === null) return null;
  return {
    item_type: terms.itemType,
    incoterm: terms.incoterm,
    fiscal_precinct: terms.fiscalPrecinct,
    regime_type: terms.regimeType,
    regime: terms.regime,
    freight: terms.freight,
    insurance: terms.insurance,
  };
}
