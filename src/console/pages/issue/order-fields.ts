import { activityByCode } from '../../../catalogs/activities.ts';
import { districtByCode } from '../../../catalogs/districts.ts';
import type {
  ExportOrder,
  Order,
  OrderLine,
  PartyOrder,
  PaymentOrder,
} from '../../../core/drafting/order.ts';
import { GOODS, SERVICES } from '../../../core/dte/item-types.ts';
import { SUJETO_EXCLUIDO } from '../../../core/dte/types/sujeto-excluido.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import { labelIn, labelOf } from '../../catalogs.ts';
import { TICKED } from './form-body.ts';

/** What the form calls whoever receives a document of this type. */
export function partyName(tipoDte: string): 'customer' | 'subject' {
  return tipoDte === SUJETO_EXCLUIDO.code ? 'subject' : 'customer';
}

/** An order as somebody would have typed it. */
export function fieldsOfOrder(order: Order): FormFields {
  const { customer, customerName, lines, exportTerms, payments, appendix } = order;
  // The lines of an export of services are services unless they say otherwise.
  const usualType = exportTerms?.itemType === SERVICES ? SERVICES : GOODS;
  const isUsual = order.transactionCondition === 1;
  return {
    ...(customer === null ? {} : fieldsOfParty(partyName(order.tipoDte), customer)),
    ...filled({
      'customer.name': customerName,
      transaction_condition: isUsual ? null : order.transactionCondition,
      deadline: isUsual ? null : order.deadline,
      period: isUsual ? null : order.period,
      observations: order.observations,
      activity_code: coded('activity_code', order.activityCode),
      establishment: order.establishment,
      point_of_sale: order.pointOfSale,
    }),
    ...fieldsOfPayments(payments),
    ...Object.assign({}, ...lines.map((line, index) => fieldsOfLine(index, line, usualType))),
    ...Object.assign({}, ...appendix.map((entry, index) => filled(entry, `appendix[${index}].`))),
    ...(exportTerms == null ? {} : fieldsOfExport(exportTerms)),
  };
}

/** A customer or subject as somebody would have typed it. */
export function fieldsOfParty(head: string, party: PartyOrder): FormFields {
  const { activityCode, department, municipality, districtCode } = party;
  const activity = activityCode === null ? null : activityByCode(activityCode);
  const known =
    department === null || districtCode === null ? null : districtByCode(department, districtCode);
  const district = party.district ?? known?.id ?? null;
  const told = {
    name: party.name,
    document_type: party.documentType,
    nrc: party.nrc,
    email: party.email,
    phone: party.phone,
    trade_name: party.tradeName,
    type_contributor: party.typeContributor,
    address: party.address,
    person_type: party.personType,
    // They are one field under two names.
    document_number: party.documentNumber ?? party.nit,
    activity_code: activity === null ? activityCode : labelOf(activity),
    country: coded('country', party.country),
    // The district says department and municipality.
    ...(district === null ? { department, municipality } : { district: coded('district', district) }),
  };
  return filled(told, `${head}.`);
}

/** A line as somebody would have typed it; what is the same without being said is left out. */
export function fieldsOfLine(index: number, line: OrderLine, usualType = GOODS): FormFields {
  const { description, quantity, unitPrice, discountPercentage, code, unit, itemType, saleType, isService } =
    line;
  const told = {
    description,
    quantity,
    unit_price: unitPrice,
    discount_percentage: unlessNone(discountPercentage),
    code,
    unit: coded('unit', unit),
    item_type: itemType === (isService ? SERVICES : usualType) ? null : itemType,
    sale_type: saleType === 'taxed' ? null : saleType,
    is_service: isService ? TICKED : null,
  };
  return filled(told, `lines[${index}].`);
}

/** One payment of the whole is no more than its form. */
function fieldsOfPayments(payments: readonly PaymentOrder[]): FormFields {
  const [only] = payments;
  if (payments.length <= 1 && (only?.reference ?? null) === null)
    return filled({ payment_method: only?.method });
  return Object.assign({}, ...payments.map((payment, index) => filled(payment, `payments[${index}].`)));
}

function fieldsOfExport(terms: ExportOrder): FormFields {
  const told = {
    item_type: terms.itemType,
    incoterm: coded('incoterm', terms.incoterm),
    fiscal_precinct: coded('fiscal_precinct', terms.fiscalPrecinct),
    regime_type: coded('regime_type', terms.regimeType),
    regime: coded('regime', terms.regime),
    freight: unlessNone(terms.freight),
    insurance: unlessNone(terms.insurance),
  };
  return filled(told, 'export.');
}

/** A code of a catalog with its words. */
function coded(catalog: string, code: string | null): unknown {
  return code === null ? null : labelIn(catalog, code);
}

/** An amount, but for none. */
function unlessNone(amount: ExportOrder['freight']): unknown {
  return Number(amount) === 0 ? null : amount;
}

/** What is told of these members, by the names of their fields. */
function filled(members: object, before = ''): FormFields {
  const told = Object.entries(members).filter(([, value]) => value != null);
  return Object.fromEntries(told.map(([name, value]) => [`${before}${name}`, String(value)]));
}
