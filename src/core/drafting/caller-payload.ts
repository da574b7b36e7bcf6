import { GOODS, SERVICES } from '../dte/item-types.ts';
import type { Numeral } from '../money/decimal.ts';
import { formatDecimal } from '../money/decimal.ts';
import type {
  AppendixEntry,
  ExportOrder,
  NoteLine,
  Order,
  OrderLine,
  PartyOrder,
  PaymentOrder,
} from './order.ts';
import { OTHER_UNIT, readNumber } from './priced-line.ts';

/** What a caller asked for, to tell a changed request from a repeated one: equal text means an equal request. */
export interface CallerPayload {
  readonly canonical: string;
  /** What earlier versions of Sello kept in its place: documents that they left behind are known by it. */
  readonly former: string;
}

/** The form below. Whoever changes what it says of a request that was possible before gives it a new number. */
const FORM = 'sello/2';

/** Named as the interface names it; what is null says nothing. */
type Said = Readonly<Record<string, unknown>>;

/**
 * How the interface names each field, so that none is forgotten that is added later, in the order of the former text;
 * null for what says nothing.
 */
type Names<T> = Readonly<Record<keyof Required<T>, string | null>>;

/** The fields of a T, some with another value. */
type Values<T> = Readonly<Partial<Record<keyof T, unknown>>>;

/** What a caller says of a note, but for the CCF that it keeps. */
export interface NoteWish {
  readonly mode: string;
  readonly lines: readonly NoteLine[];
  readonly observations: string | null;
}

const ORDER: Names<Order> = {
  tipoDte: 'doc_type',
  customer: 'customer',
  customerName: 'customer_name',
  lines: 'lines',
  payments: 'payments',
  paymentsListed: null,
  transactionCondition: 'transaction_condition',
  deadline: 'deadline',
  period: 'period',
  establishment: 'establishment',
  pointOfSale: 'point_of_sale',
  observations: 'observations',
  appendix: 'appendix',
  activityCode: 'activity_code',
  exportTerms: 'export',
};

const NOTE: Names<NoteWish> = { mode: 'mode', lines: 'lines', observations: 'observations' };

const PARTY: Names<PartyOrder> = {
  name: 'name',
  documentType: 'document_type',
  documentNumber: 'document_number',
  nit: 'nit',
  nrc: 'nrc',
  email: 'email',
  phone: 'phone',
  tradeName: 'trade_name',
  typeContributor: 'type_contributor',
  activityCode: 'activity_code',
  address: 'address',
  department: 'department',
  municipality: 'municipality',
  district: 'district',
  districtCode: 'district_code',
  country: 'country',
  personType: 'person_type',
};

const LINE: Names<NoteLine> = {
  description: 'description',
  quantity: 'quantity',
  unitPrice: 'unit_price',
  discountPercentage: 'discount_percentage',
  code: 'code',
  unit: 'unit',
  itemType: 'item_type',
  saleType: 'sale_type',
  isService: 'is_service',
  ccfLine: 'ccf_line',
};

const PAYMENT: Names<PaymentOrder> = { method: 'method', amount: 'amount', reference: 'reference' };

const APPENDIX: Names<AppendixEntry> = { field: 'field', label: 'label', value: 'value' };

const EXPORT: Names<ExportOrder> = {
  itemType: 'item_type',
  incoterm: 'incoterm',
  fiscalPrecinct: 'fiscal_precinct',
  regimeType: 'regime_type',
  regime: 'regime',
  freight: 'freight',
  insurance: 'insurance',
};

/** The payload of an invoice, a CCF, an export or a purchase. */
export function orderPayload(order: Order): CallerPayload {
  const { customer, lines, payments, appendix, exportTerms, transactionCondition } = order;
  // On credit, the unit and the quantity of the time are 1 unless the caller says otherwise.
  const usualTime = transactionCondition === ON_CREDIT ? 1 : null;
  const isService = exportTerms?.itemType === SERVICES;
  const said = say<Order>(ORDER, {
    ...order,
    customer: customer && say(PARTY, customer),
    lines: lines.map((line) =>
      lineSaid(
        { ...line, saleType: unless('taxed', line.saleType) },
        line.isService || isService ? SERVICES : GOODS,
      ),
    ),
    payments: isCash(payments)
      ? null
      : payments.map((payment) =>
          say<PaymentOrder>(PAYMENT, { ...payment, amount: numeral(payment.amount) }),
        ),
    transactionCondition: unless(1, transactionCondition),
    deadline: unless(usualTime, order.deadline),
    period: unless(usualTime, order.period),
    appendix: appendix.length === 0 ? null : appendix.map((entry) => say(APPENDIX, entry)),
    exportTerms:
      exportTerms &&
      say<ExportOrder>(EXPORT, {
        ...exportTerms,
        freight: numeral(exportTerms.freight),
        insurance: numeral(exportTerms.insurance),
      }),
  });
  const former = formerly<Order>(ORDER, {
    ...order,
    customer: customer && formerly(PARTY, customer),
    lines: lines.map(formerLine),
    payments: payments.map((payment) => formerly(PAYMENT, payment)),
    exportTerms: exportTerms && formerly(EXPORT, exportTerms),
  });
  return payload(said, former);
}

/** The payload of a credit note; `lines` are the wish's own with the class that those without one get. */
export function notePayload(wish: NoteWish, lines: readonly OrderLine[]): CallerPayload {
  // What the class of a line is by default depends on the CCF.
  const said = say<NoteWish>(NOTE, { ...wish, lines: wish.lines.map((line) => lineSaid(line, GOODS)) });
  return payload(said, formerly<NoteWish>(NOTE, { ...wish, lines: lines.map(formerLine) }));
}

function payload(said: Said, former: Said): CallerPayload {
  return { canonical: `${FORM} ${JSON.stringify(said)}`, former: JSON.stringify(former) };
}

function say<T>(names: Names<T>, values: Values<T>): Said {
  const given = new Map<string, unknown>(Object.entries(values));
  const named = Object.entries<string | null>(names).flatMap(([field, name]): [string, unknown][] => {
    const value = given.get(field) ?? null;
    return name === null || value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** As it was up to form 1, name by name in the order in which the interface made them. */
function formerly<T>(names: Names<T>, values: Values<T>): Said {
  const given = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(Object.keys(names).map((field) => [field, given.get(field)]));
}

/** The value, unless that is what its absence means. */
function unless<T>(usual: T, value: T): T | null {
  return value === usual ? null : value;
}

/** A number by its value, however it was written. */
function numeral(value: Numeral | null): string | null {
  if (value === null) return null;
  const { value: decimal } = readNumber(value, '');
  return decimal === null ? String(value) : formatDecimal(decimal);
}

const ON_CREDIT = 2;

/** A line is of goods, or of services where it or the export is marked as one, and taxed, unless it says otherwise. */
function lineSaid(line: NoteLine, usualType: number): Said {
  return say<NoteLine>(LINE, {
    ...line,
    quantity: numeral(line.quantity),
    unitPrice: numeral(line.unitPrice),
    discountPercentage: unless('0', numeral(line.discountPercentage)),
    unit: unless<string | null>(OTHER_UNIT, line.unit),
    itemType: unless(usualType, line.itemType),
    isService: unless(false, line.isService),
  });
}

const CASH = '01';

function isCash(payments: readonly PaymentOrder[]): boolean {
  const [first, ...others] = payments;
  return others.length === 0 && first?.method === CASH && first.amount === null && first.reference === null;
}

function formerLine(line: OrderLine): Said {
  return formerly<NoteLine>(LINE, { ...line, unit: line.unit ?? OTHER_UNIT, ccfLine: undefined });
}
