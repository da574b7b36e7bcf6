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
import { lineField, TICKED } from './form-body.ts';

type Value = string | number | boolean | null | undefined;

/** The field of a customer or subject, by the interface's name for it. */
const PARTY_NAMES = [
  ['name', 'name'],
  ['documentType', 'document_type'],
  ['nrc', 'nrc'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['tradeName', 'trade_name'],
  ['typeContributor', 'type_contributor'],
  ['address', 'address'],
  ['personType', 'person_type'],
] as const satisfies readonly (readonly [keyof PartyOrder, string])[];

/** What the form calls whoever receives a document of this type. */
export function partyName(tipoDte: string): 'customer' | 'subject' {
  return tipoDte === SUJETO_EXCLUIDO.code ? 'subject' : 'customer';
}

/** An order as somebody would have typed it. */
export function fieldsOfOrder(order: Order): FormFields {
  const { customer, customerName, lines, exportTerms, payments, appendix } = order;
  // The lines of an export of services are services unless they say otherwise.
  const usualType = exportTerms?.itemType === SERVICES ? SERVICES : GOODS;
  const condition = order.transactionCondition === 1 ? null : order.transactionCondition;
  return {
    ...(customer === null ? {} : fieldsOfParty(partyName(order.tipoDte), customer)),
    ...filled([
      ['customer.name', customerName],
      ['transaction_condition', condition],
      ['deadline', condition === null ? null : order.deadline],
      ['period', condition === null ? null : order.period],
      ['observations', order.observations],
      ['activity_code', order.activityCode === null ? null : labelIn('activity_code', order.activityCode)],
      ['establishment', order.establishment],
      ['point_of_sale', order.pointOfSale],
    ]),
    ...fieldsOfPayments(payments),
    ...Object.assign({}, ...lines.map((line, index) => fieldsOfLine(index, line, usualType))),
    ...Object.assign({}, ...appendix.map((entry, index) => namedUnder(`appendix[${index}]`, entry))),
    ...(exportTerms == null ? {} : fieldsOfExport(exportTerms)),
  };
}

/** A customer or subject as somebody would have typed it. */
export function fieldsOfParty(head: string, party: PartyOrder): FormFields {
  const said = PARTY_NAMES.map(([ours, name]): [string, Value] => [`${head}.${name}`, party[ours]]);
  const activity = party.activityCode === null ? null : activityByCode(party.activityCode);
  return filled([
    ...said,
    // They are one field under two names.
    [`${head}.document_number`, party.documentNumber ?? party.nit],
    [`${head}.activity_code`, activity === null ? party.activityCode : labelOf(activity)],
    [`${head}.country`, party.country === null ? null : labelIn('country', party.country)],
    ...placeOfParty(head, party),
  ]);
}

/** The district, which says department and municipality; where none is known, these. */
function placeOfParty(head: string, party: PartyOrder): readonly [string, Value][] {
  const { department, municipality, districtCode } = party;
  const known =
    department === null || districtCode === null ? null : districtByCode(department, districtCode);
  const district = party.district ?? known?.id ?? null;
  if (district !== null) return [[`${head}.district`, labelIn('district', district)]];
  return [
    [`${head}.department`, department],
    [`${head}.municipality`, municipality],
  ];
}

/** A line as somebody would have typed it; what is the same without being said is left out. */
export function fieldsOfLine(index: number, line: OrderLine, usualType = GOODS): FormFields {
  const { description, quantity, unitPrice, discountPercentage, code, unit } = line;
  return filled([
    [lineField(index, 'description'), description],
    [lineField(index, 'quantity'), quantity],
    [lineField(index, 'unit_price'), unitPrice],
    [lineField(index, 'discount_percentage'), Number(discountPercentage) === 0 ? null : discountPercentage],
    [lineField(index, 'code'), code],
    [lineField(index, 'unit'), unit === null ? null : labelIn('unit', unit)],
    [
      lineField(index, 'item_type'),
      line.itemType === (line.isService ? SERVICES : usualType) ? null : line.itemType,
    ],
    [lineField(index, 'sale_type'), line.saleType === 'taxed' ? null : line.saleType],
    [lineField(index, 'is_service'), line.isService ? TICKED : null],
  ]);
}

/** One payment of the whole is no more than its form. */
function fieldsOfPayments(payments: readonly PaymentOrder[]): FormFields {
  const [only] = payments;
  if (payments.length <= 1 && (only?.reference ?? null) === null)
    return filled([['payment_method', only?.method]]);
  return Object.assign({}, ...payments.map((payment, index) => namedUnder(`payments[${index}]`, payment)));
}

function fieldsOfExport(terms: ExportOrder): FormFields {
  return filled([
    ['export.item_type', terms.itemType],
    ['export.incoterm', terms.incoterm === null ? null : labelIn('incoterm', terms.incoterm)],
    [
      'export.fiscal_precinct',
      terms.fiscalPrecinct === null ? null : labelIn('fiscal_precinct', terms.fiscalPrecinct),
    ],
    ['export.regime_type', terms.regimeType === null ? null : labelIn('regime_type', terms.regimeType)],
    ['export.regime', terms.regime === null ? null : labelIn('regime', terms.regime)],
    ['export.freight', Number(terms.freight) === 0 ? null : terms.freight],
    ['export.insurance', Number(terms.insurance) === 0 ? null : terms.insurance],
  ]);
}

function namedUnder(head: string, members: object): FormFields {
  return filled(Object.entries(members).map(([name, value]) => [`${head}.${name}`, value]));
}

function filled(entries: readonly (readonly [string, Value])[]): FormFields {
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  );
}
