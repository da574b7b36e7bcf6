import fc from 'fast-check';
import type { Company } from '../../src/core/company/company.ts';
import type { ExportOrder, Order, OrderLine, PartyOrder } from '../../src/core/drafting/order.ts';
import { orderOfType } from '../oracle/generated-documents.ts';
import { anyLength, digits, email, orNull, plainText } from '../oracle/texts.ts';
import type { DocumentKind } from './document-kinds.ts';

type Change = (order: Order) => Order;

/** What the interface lets through and no rule of the field has looked at yet. */
const anything = (max: number) => plainText(1, max);

const anyNumber = fc.oneof(
  fc.constantFrom(0, -1, 1e-9, 1e11, 1e21, 0.1 + 0.2, 99_999_999_999.99),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const inFirstLine =
  (changes: Partial<OrderLine>): Change =>
  (order) => ({
    ...order,
    lines: order.lines.map((line, index) => (index === 0 ? { ...line, ...changes } : line)),
  });

const inParty =
  (changes: Partial<PartyOrder>): Change =>
  (order) => ({ ...order, customer: order.customer === null ? null : { ...order.customer, ...changes } });

const inTerms =
  (changes: Partial<ExportOrder>): Change =>
  (order) => ({ ...order, ...(order.exportTerms && { exportTerms: { ...order.exportTerms, ...changes } }) });

const inOrder =
  (changes: Partial<Order>): Change =>
  (order) => ({ ...order, ...changes });

/** Mistakes in what a note takes over from its CCF, too. */
const MISTAKES: readonly fc.Arbitrary<Change>[] = [
  anyNumber.map((quantity) => inFirstLine({ quantity })),
  anyNumber.map((unitPrice) => inFirstLine({ unitPrice })),
  anyNumber.map((discountPercentage) => inFirstLine({ discountPercentage })),
  anything(10).map((text) => inParty({ department: text, municipality: text, district: null })),
  anything(30).map((phone) => inParty({ phone })),
  anything(10).map((activityCode) => inParty({ activityCode })),
  digits(1, 20).map((nrc) => inParty({ nrc })),
];

const MISTAKES_IN_ORDERS: readonly fc.Arbitrary<Change>[] = [
  ...MISTAKES,
  anything(10).map((unit) => inFirstLine({ unit })),
  anything(10).map((country) => inParty({ country })),
  anything(10).map((activityCode) => inOrder({ activityCode })),
  anything(2).map((method) => inOrder({ payments: [{ method, amount: null, reference: null }] })),
  anything(2).map((incoterm) => inTerms({ incoterm })),
  anyNumber.map((freight) => inTerms({ freight })),
  anyNumber.map((insurance) => inTerms({ insurance })),
  anyLength(1, 3000).map((observations) => inOrder({ observations })),
  fc.constant(inOrder({ transactionCondition: 2, deadline: null })),
  fc.constant(inOrder({ customer: null })),
];

const MOST_LINES = 4;

/** Few lines, one payment of everything, and an address that may be anything: the authority judges it. */
const brief = fc
  .record({
    method: fc.constantFrom('01', '05', '10', '14', '99'),
    reference: orNull(anything(50)),
    address: orNull(fc.oneof(email, anything(100))),
  })
  .map(({ method, reference, address }): Change => {
    const payments = { payments: [{ method, amount: null, reference }], paymentsListed: reference !== null };
    return (order) => ({
      ...inParty({ email: address })(order),
      ...payments,
      lines: order.lines.slice(0, MOST_LINES),
    });
  });

/** Orders as the interface lets them through, of a note those of its CCF: most are right, some are refused. */
export function anyOrder({ tipoDte, generation }: DocumentKind, company: Company): fc.Arbitrary<Order> {
  const mistakes = tipoDte === '05' ? MISTAKES : MISTAKES_IN_ORDERS;
  const mistake = fc.oneof(
    { weight: 3, arbitrary: fc.constant(inOrder({})) },
    { weight: 1, arbitrary: fc.oneof(...mistakes) },
  );
  return fc
    .tuple(orderOfType(tipoDte === '05' ? '03' : tipoDte, company, generation), brief, mistake)
    .map(([order, shorten, spoil]) => spoil(shorten(order)));
}
