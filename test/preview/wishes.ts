import fc from 'fast-check';
import type { NoteMode } from '../../src/core/adjusting/standing.ts';
import type { Company } from '../../src/core/company/company.ts';
import { generationsIn } from '../../src/core/company/file-generations.ts';
import type { NoteLine, Order, OrderLine } from '../../src/core/drafting/order.ts';
import { anyBusiness } from '../oracle/generated-documents.ts';
import { creditoFiscalOrder } from '../oracle/orders.ts';
import type { DocumentKind } from '../structure/document-kinds.ts';

/** What somebody wants issued: an order, or a note on what another order sold. */
export type Wish = OrderWish | NoteWish;

export interface OrderWish {
  readonly kind: 'order';
  readonly company: Company;
  readonly order: Order;
  /** What was issued under the same reference before, and refused by the authority; null where nothing was. */
  readonly before: Order | null;
}

export interface NoteWish {
  readonly kind: 'note';
  readonly company: Company;
  /** As it was when it issued the CCF, maybe in the other generation. */
  readonly then: Company;
  readonly ccf: Order;
  readonly mode: Exclude<NoteMode, 'automatic'>;
  readonly lines: readonly NoteLine[];
}

/** Wishes of one kind: most can be granted, some are spoilt and refused, some are made again after a rejection. */
export function wishes(companies: readonly Company[], kind: DocumentKind): fc.Arbitrary<Wish> {
  if (kind.tipoDte === '05')
    return fc.constantFrom(...companies).chain((company) => noteWishes(company, kind));
  const business = anyBusiness(companies, kind);
  return business.chain((first): fc.Arbitrary<Wish> => {
    if (first.kind === 'note') throw new Error('only type 05 is a note');
    const { company, order } = first;
    const again = anyBusiness([company], kind).map((one) => (one.kind === 'order' ? one.order : null));
    const before = fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: again });
    return fc.record({
      kind: fc.constant('order'),
      company: fc.constant(company),
      order: maybeSpoilt(order),
      before,
    });
  });
}

const MODES: readonly NoteWish['mode'][] = ['full', 'clone', 'lines', 'lines', 'lines'];

function noteWishes(company: Company, { generation }: DocumentKind): fc.Arbitrary<NoteWish> {
  const generations = generationsIn('v1');
  // The other way round there may be places that v2 does not admit.
  const then = fc.constantFrom(company, ...(generation === 'v2' ? [{ ...company, generations }] : []));
  return creditoFiscalOrder(company, 'v1').chain((ccf) =>
    fc
      .record({ then, mode: fc.constantFrom(...MODES), lines: partOf(ccf.lines) })
      .map(({ mode, lines, ...rest }) => ({
        ...rest,
        kind: 'note',
        company,
        ccf,
        mode,
        lines: mode === 'lines' ? lines : [],
      })),
  );
}

/** Some of the lines, of less or of too much, with or without their class. */
function partOf(lines: readonly OrderLine[]): fc.Arbitrary<readonly NoteLine[]> {
  const shares = fc.constantFrom(1, 1, 0.5, 0.25, 3);
  return fc
    .tuple(fc.shuffledSubarray([...lines], { minLength: 1 }), shares, fc.boolean())
    .map(([some, share, isClassified]) =>
      some.slice(0, 40).map((line) => ({
        ...line,
        quantity: Number((Number(line.quantity) * share).toFixed(8)),
        saleType: isClassified ? line.saleType : null,
      })),
    );
}

type Spoil = (order: Order) => Order;

const firstLine =
  (change: Partial<OrderLine>): Spoil =>
  (order) => ({
    ...order,
    lines: order.lines.map((line, index) => (index === 0 ? { ...line, ...change } : line)),
  });
const customer =
  (change: object): Spoil =>
  (order) =>
    order.customer === null ? order : { ...order, customer: { ...order.customer, ...change } };

/** Mistakes that callers make, most of which are refused. */
const SPOILING: readonly Spoil[] = [
  firstLine({ unit: 'kg' }),
  firstLine({ quantity: 0 }),
  firstLine({ unitPrice: -1 }),
  firstLine({ discountPercentage: 101 }),
  firstLine({ quantity: 99_999_999_999, unitPrice: 99_999_999_999 }),
  (order) => ({ ...order, establishment: 'Z999' }),
  (order) => ({ ...order, activityCode: '1' }),
  (order) => ({ ...order, customer: null }),
  (order) => ({ ...order, payments: [{ method: '77', amount: 1, reference: null }], paymentsListed: true }),
  customer({ name: null, documentNumber: null, nit: null }),
  customer({ district: '999999' }),
  customer({ department: '06', municipality: '99', district: null, districtCode: null }),
  customer({ documentType: '99' }),
  customer({ email: 'nadie' }),
  customer({ phone: '1' }),
];

function maybeSpoilt(order: Order): fc.Arbitrary<Order> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(order) },
    { weight: 1, arbitrary: fc.constantFrom(...SPOILING).map((spoil) => spoil(order)) },
  );
}
