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

/** What is said of each field, so that none is forgotten that is added later. */
type Saying<T> = Readonly<Record<keyof Required<T>, (of: T) => Said>>;

/** The payload of an invoice, a CCF, an export or a purchase. */
export function orderPayload(order: Order): CallerPayload {
  return { canonical: canonical(say(ORDER, order)), former: formerOrder(order) };
}

/** What a caller says of a note, but for the CCF that it keeps. */
export interface NoteWish {
  readonly mode: string;
  readonly lines: readonly NoteLine[];
  readonly observations: string | null;
}

/** The payload of a credit note; `lines` are the wish's own with the class that those without one get. */
export function notePayload(wish: NoteWish, lines: readonly OrderLine[]): CallerPayload {
  const { mode, observations } = wish;
  const former = JSON.stringify({ mode, lines: lines.map(formerLine), observations });
  return { canonical: canonical(say(NOTE, wish)), former };
}

function say<T>(saying: Saying<T>, of: T): Said {
  const all = Object.values<(of: T) => Said>(saying).map((each) => each(of));
  const said = all.flatMap((each) => Object.entries(each)).filter(([, value]) => value !== null);
  return Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function canonical(said: Said): string {
  return `${FORM} ${JSON.stringify(said)}`;
}

/** The value, unless that is what its absence means. */
function unless<T>(usual: T, value: T): T | null {
  return value === usual ? null : value;
}

/** A number by its value, however it was written. */
function numeral(value: Numeral | null): string | null {
  if (value === null) return null;
  const reading = readNumber(value);
  return reading.kind === 'decimal' ? formatDecimal(reading.value) : String(value);
}

const ON_CREDIT = 2;

/** On credit, the unit and the quantity of the time are 1 unless the caller says otherwise. */
function usualTime({ transactionCondition }: Order): number | null {
  return transactionCondition === ON_CREDIT ? 1 : null;
}

const ORDER: Saying<Order> = {
  tipoDte: ({ tipoDte }) => ({ doc_type: tipoDte }),
  customer: ({ customer }) => ({ customer: customer === null ? null : say(PARTY, customer) }),
  customerName: ({ customerName }) => ({ customer_name: customerName }),
  lines: (order) => ({ lines: order.lines.map((line) => saidInLine(line, order)) }),
  payments: ({ payments }) => ({
    payments: isCash(payments) ? null : payments.map((each) => say(PAYMENT, each)),
  }),
  paymentsListed: () => ({}),
  transactionCondition: (order) => ({ transaction_condition: unless(1, order.transactionCondition) }),
  deadline: (order) => ({ deadline: unless(usualTime(order), order.deadline) }),
  period: (order) => ({ period: unless(usualTime(order), order.period) }),
  activityCode: ({ activityCode }) => ({ activity_code: activityCode }),
  establishment: ({ establishment }) => ({ establishment }),
  pointOfSale: ({ pointOfSale }) => ({ point_of_sale: pointOfSale }),
  observations: ({ observations }) => ({ observations }),
  appendix: ({ appendix }) => ({ appendix: appendix.length === 0 ? null : appendix.map(saidInAppendix) }),
  exportTerms: ({ exportTerms }) => ({ export: exportTerms == null ? null : say(EXPORT, exportTerms) }),
};

const PARTY: Saying<PartyOrder> = {
  name: ({ name }) => ({ name }),
  documentType: ({ documentType }) => ({ document_type: documentType }),
  documentNumber: ({ documentNumber }) => ({ document_number: documentNumber }),
  nit: ({ nit }) => ({ nit }),
  nrc: ({ nrc }) => ({ nrc }),
  email: ({ email }) => ({ email }),
  phone: ({ phone }) => ({ phone }),
  tradeName: ({ tradeName }) => ({ trade_name: tradeName }),
  typeContributor: ({ typeContributor }) => ({ type_contributor: typeContributor }),
  activityCode: ({ activityCode }) => ({ activity_code: activityCode }),
  address: ({ address }) => ({ address }),
  department: ({ department }) => ({ department }),
  municipality: ({ municipality }) => ({ municipality }),
  district: ({ district }) => ({ district }),
  districtCode: ({ districtCode }) => ({ district_code: districtCode }),
  country: ({ country }) => ({ country }),
  personType: ({ personType }) => ({ person_type: personType }),
};

const PAYMENT: Saying<PaymentOrder> = {
  method: ({ method }) => ({ method }),
  amount: ({ amount }) => ({ amount: numeral(amount) }),
  reference: ({ reference }) => ({ reference }),
};

const EXPORT: Saying<ExportOrder> = {
  itemType: ({ itemType }) => ({ item_type: itemType }),
  incoterm: ({ incoterm }) => ({ incoterm }),
  fiscalPrecinct: ({ fiscalPrecinct }) => ({ fiscal_precinct: fiscalPrecinct }),
  regimeType: ({ regimeType }) => ({ regime_type: regimeType }),
  regime: ({ regime }) => ({ regime }),
  freight: ({ freight }) => ({ freight: numeral(freight) }),
  insurance: ({ insurance }) => ({ insurance: numeral(insurance) }),
};

/** A line with null in the place of what its absence would mean. */
interface SaidLine extends Omit<NoteLine, 'itemType'> {
  readonly itemType: number | null;
}

const LINE: Saying<SaidLine> = {
  description: ({ description }) => ({ description }),
  quantity: ({ quantity }) => ({ quantity: numeral(quantity) }),
  unitPrice: ({ unitPrice }) => ({ unit_price: numeral(unitPrice) }),
  discountPercentage: (line) => ({ discount_percentage: unless('0', numeral(line.discountPercentage)) }),
  code: ({ code }) => ({ code }),
  unit: ({ unit }) => ({ unit: unless<string | null>(OTHER_UNIT, unit) }),
  itemType: ({ itemType }) => ({ item_type: itemType }),
  saleType: ({ saleType }) => ({ sale_type: saleType }),
  isService: ({ isService }) => ({ is_service: unless(false, isService) }),
  ccfLine: ({ ccfLine = null }) => ({ ccf_line: ccfLine }),
};

/** A line is of goods, or of services where it or the export is marked as one, and taxed, unless it says otherwise. */
function saidInLine(line: OrderLine, { exportTerms }: Order): Said {
  const usual = line.isService || exportTerms?.itemType === SERVICES ? SERVICES : GOODS;
  const { itemType, saleType } = line;
  return say(LINE, { ...line, itemType: unless(usual, itemType), saleType: unless('taxed', saleType) });
}

/** What the class of a note's line is by default depends on its CCF. */
const NOTE: Saying<NoteWish> = {
  mode: ({ mode }) => ({ mode }),
  lines: ({ lines }) => ({
    lines: lines.map((line) => say(LINE, { ...line, itemType: unless(GOODS, line.itemType) })),
  }),
  observations: ({ observations }) => ({ observations }),
};

const CASH = '01';

function isCash(payments: readonly PaymentOrder[]): boolean {
  const [first, ...others] = payments;
  return others.length === 0 && first?.method === CASH && first.amount === null && first.reference === null;
}

/** Entries of an appendix come in the caller's own order of names. */
function saidInAppendix({ field, label, value }: AppendixEntry): Said {
  return { field, label, value };
}

/** The JSON of an order as it was up to form 1, name by name in the order in which the interface made them. */
function formerOrder(order: Order): string {
  const { tipoDte, customer, customerName, lines, payments, paymentsListed, exportTerms } = order;
  const { transactionCondition, deadline, period, establishment, pointOfSale } = order;
  const { observations, appendix, activityCode } = order;
  return JSON.stringify({
    tipoDte,
    customer: customer === null ? null : formerParty(customer),
    customerName,
    lines: lines.map(formerLine),
    payments: payments.map(({ method, amount, reference }) => ({ method, amount, reference })),
    paymentsListed,
    transactionCondition,
    deadline,
    period,
    establishment,
    pointOfSale,
    observations,
    appendix,
    activityCode,
    exportTerms: exportTerms == null ? exportTerms : formerExport(exportTerms),
  });
}

function formerParty(party: PartyOrder): Said {
  const { name, documentType, documentNumber, nit, nrc, email, phone, tradeName, typeContributor } = party;
  const { activityCode, address, department, municipality, district, districtCode, country, personType } =
    party;
  return {
    name,
    documentType,
    documentNumber,
    nit,
    nrc,
    email,
    phone,
    tradeName,
    typeContributor,
    activityCode,
    address,
    department,
    municipality,
    district,
    districtCode,
    country,
    personType,
  };
}

function formerLine(line: OrderLine): Said {
  const { description, quantity, unitPrice, discountPercentage, code, unit, itemType, saleType, isService } =
    line;
  return {
    description,
    quantity,
    unitPrice,
    discountPercentage,
    code,
    unit: unit ?? OTHER_UNIT,
    itemType,
    saleType,
    isService,
  };
}

function formerExport(terms: ExportOrder): Said {
  const { itemType, incoterm, fiscalPrecinct, regimeType, regime, freight, insurance } = terms;
  return { itemType, incoterm, fiscalPrecinct, regimeType, regime, freight, insurance };
}
