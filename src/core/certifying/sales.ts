import type { Company } from '../company/company.ts';
import type { ExportOrder, NoteLine, Order, PartyOrder, PaymentOrder } from '../drafting/order.ts';
import { GOODS, SERVICES } from '../dte/item-types.ts';
import type { TipoDte } from '../dte/kinds.ts';
import { cycled } from './cycle.ts';
import { boughtLines, exportedLines, soldLines } from './goods.ts';
import { buyerAbroad, buyerOf, sellerOf, taxpayerOf } from './parties.ts';

/** Who issues, and who the taxpayers are that it sells to. */
export interface SalesSetting {
  readonly company: Company;
  readonly taxpayers: readonly PartyOrder[];
}

type What = Pick<Order, 'customer' | 'customerName' | 'lines' | 'exportTerms'>;

/** The n-th sale of a type, from 1: the same one each time. A credit note is none. */
export function saleOf(tipoDte: Exclude<TipoDte, '05'>, number: number, setting: SalesSetting): Order {
  return {
    tipoDte,
    ...WHAT[tipoDte](number, setting.taxpayers),
    ...termsOf(number),
    ...placeOf(number, setting.company),
    activityCode: null,
    observations: number % 6 === 0 ? `Venta de prueba ${number}, sin valor fiscal.` : null,
    appendix: number % 9 === 0 ? [{ field: 'pedido', label: 'Pedido', value: `P-${number}` }] : [],
  };
}

const WHAT: Readonly<
  Record<Exclude<TipoDte, '05'>, (number: number, taxpayers: readonly PartyOrder[]) => What>
> = {
  '01': (number, taxpayers) => ({ ...buyerOf(number, taxpayers), lines: soldLines(number) }),
  '03': (number, taxpayers) => ({
    customer: taxpayerOf(number, taxpayers),
    customerName: null,
    lines: soldLines(number),
  }),
  '11': (number) => {
    const itemType = number % 4 === 0 ? SERVICES : GOODS;
    return {
      customer: buyerAbroad(number),
      customerName: null,
      lines: exportedLines(number, itemType),
      exportTerms: exportTermsOf(number, itemType),
    };
  },
  '14': (number) => ({ customer: sellerOf(number), customerName: null, lines: boughtLines(number) }),
};

/** CAT-031. */
const INCOTERMS = ['09', '11', '01', '02', '05'];

/** Goods say how they leave the country, services do not; some pay freight and insurance. */
function exportTermsOf(number: number, itemType: number): ExportOrder {
  const isOfGoods = itemType === GOODS;
  return {
    itemType,
    incoterm: isOfGoods ? cycled(INCOTERMS, number) : null,
    fiscalPrecinct: isOfGoods ? cycled(['01', '02'], number) : null,
    regimeType: isOfGoods ? 'EX-1' : null,
    regime: isOfGoods ? '1000.000' : null,
    freight: number % 3 === 1 ? '18.50' : null,
    insurance: number % 5 === 1 ? '1.42' : null,
  };
}

/** The interface's codes of payment (specification 2.6), of which the Ministry's are made. */
const METHODS = ['01', '02', '03', '04', '05', '08', '09', '99'];

/** The first of two payments, in dollars: no sale of the campaign is about less. */
const FIRST_PAYMENT = '0.50';

/** How the n-th sale is paid: at once, on credit of days, months or years, or in two payments. */
function termsOf(
  number: number,
): Pick<Order, 'payments' | 'paymentsListed' | 'transactionCondition' | 'deadline' | 'period'> {
  const method = cycled(METHODS, number);
  const isCredit = number % 7 === 0;
  const isSplit = number % 10 === 3;
  const whole: PaymentOrder = { method, amount: null, reference: method === '01' ? null : `REF-${number}` };
  const first: PaymentOrder = { method: '01', amount: FIRST_PAYMENT, reference: null };
  return {
    payments: isSplit ? [first, whole] : [whole],
    paymentsListed: isSplit,
    transactionCondition: isCredit ? 2 : 1,
    deadline: isCredit ? 1 + ((number / 7) % 3) : null,
    period: isCredit ? cycled([30, 3, 1], number / 7) : null,
  };
}

/** Every point of sale of every establishment gets its turn. */
function placeOf(number: number, { establishments }: Company): Pick<Order, 'establishment' | 'pointOfSale'> {
  const places = establishments.flatMap(({ code, pointsOfSale }) =>
    pointsOfSale.map((pointOfSale) => ({ establishment: code, pointOfSale })),
  );
  return cycled(places, number);
}

/** What the n-th credit note gives back of the n-th CCF. */
export interface PlannedNote {
  readonly mode: 'full' | 'lines' | 'clone';
  readonly lines: readonly NoteLine[];
}

/** By turns a part of the first line, all of the CCF so that it is cancelled, and all of it without that. */
export function noteOf(number: number, setting: SalesSetting): PlannedNote {
  const mode = cycled(['lines', 'lines', 'full', 'lines', 'clone'] as const, number);
  const [first] = saleOf('03', number, setting).lines;
  if (mode !== 'lines' || first === undefined) return { mode, lines: [] };
  return { mode, lines: [{ ...first, quantity: '1', ccfLine: 1 }] };
}
