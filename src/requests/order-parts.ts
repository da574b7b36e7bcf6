import { type ClassFields, CODE_FIELDS, classIn, type GivenClass } from '../core/declaring/given-class.ts';
import type { NoteLine, Order, OrderLine, PartyOrder, PaymentOrder } from '../core/drafting/order.ts';
import { malformed } from '../core/drafting/party.ts';
import { GOODS, SERVICES } from '../core/dte/item-types.ts';
import { parseEmail, whyNotEmail } from '../core/identifiers/email.ts';
import { whyNotExternalRef } from '../core/identifiers/external-ref.ts';
import type { FieldProblem } from '../core/refusals/refusal.ts';
import type { Redirect } from '../operations/documents/ports.ts';
import { purchaseProblems } from './class-fields.ts';
import type {
  IssuingBody,
  NoteLineBody,
  PartyBody,
  PurchaseLineBody,
  SaleLineBody,
} from './issuing-fields.ts';

const CASH = '01';

/** A customer or subject in our own names. */
export function partyOf(party: PartyBody): PartyOrder {
  return {
    name: party.name ?? null,
    documentType: party.document_type ?? null,
    documentNumber: party.document_number ?? null,
    nit: party.nit ?? null,
    nrc: party.nrc ?? null,
    email: party.email ?? null,
    phone: party.phone ?? null,
    tradeName: party.trade_name ?? null,
    typeContributor: party.type_contributor ?? null,
    activityCode: party.activity_code ?? null,
    address: party.address ?? null,
    department: party.department ?? null,
    municipality: party.municipality ?? null,
    district: party.district ?? null,
    districtCode: party.district_code ?? null,
    country: party.country ?? null,
    personType: party.person_type ?? null,
  };
}

/** A line of a sale; `defaultItemType` is CAT-011. */
export function saleLineOf(line: SaleLineBody, defaultItemType: number): OrderLine {
  return { ...lineOf(line, defaultItemType), saleType: line.sale_type ?? 'taxed', isService: false };
}

/** A line of a credit note, whose class may be left to its CCF. */
export function noteLineOf(line: NoteLineBody): NoteLine {
  const saleType = line.sale_type ?? null;
  return { ...lineOf(line, GOODS), saleType, isService: false, ccfLine: line.ccf_line ?? null };
}

/** A purchase marked as a service is one for the Ministry too, unless the caller says otherwise. */
export function purchaseLineOf(line: PurchaseLineBody): OrderLine {
  const isService = line.is_service ?? false;
  return { ...lineOf(line, isService ? SERVICES : GOODS), saleType: 'taxed', isService };
}

function lineOf(line: SaleLineBody | PurchaseLineBody, defaultItemType: number) {
  return {
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unit_price,
    discountPercentage: line.discount_percentage ?? 0,
    code: line.code ?? null,
    unit: line.unit ?? null,
    itemType: line.item_type ?? defaultItemType,
  };
}

type Terms = Pick<
  Order,
  | 'payments'
  | 'paymentsListed'
  | 'transactionCondition'
  | 'deadline'
  | 'period'
  | 'establishment'
  | 'pointOfSale'
  | 'observations'
  | 'appendix'
>;

/** What every issued type takes, with the defaults of specification 2.6. */
export function termsOf(body: IssuingBody): Terms {
  return {
    payments: paymentsOf(body),
    paymentsListed: listedPayments(body) !== null,
    transactionCondition: body.transaction_condition ?? 1,
    deadline: body.deadline ?? null,
    period: body.period ?? null,
    establishment: body.establishment ?? null,
    pointOfSale: body.point_of_sale ?? null,
    observations: body.observations ?? null,
    appendix: body.appendix ?? [],
  };
}

/** Fields that contradict each other, or an address to which nothing could be sent. */
export function conflictsOf(body: IssuingBody & ClassFields): readonly FieldProblem[] {
  const email = body.redirect_email ?? null;
  const why = email === null ? null : whyNotEmail(email);
  const unreachable: readonly FieldProblem[] =
    why === null ? [] : [{ path: 'redirect_email', code: 'bad_format', message: why }];
  const others = [...unreachable, ...('subject' in body ? purchaseProblems(body) : [])];
  if (listedPayments(body) === null || body.payment_method == null) return others;
  return [
    { path: 'payment_method', code: 'not_allowed', message: 'No se envía junto con payments.' },
    ...others,
  ];
}

/** What is wrong with the reference of a body. */
export function referenceProblems(reference: string): readonly FieldProblem[] {
  return [{ path: 'external_ref', ...malformed(whyNotExternalRef(reference)) }];
}

/** Where the caller also wants the document delivered; `conflictsOf` tells an address that is none. */
export function redirectOf(body: IssuingBody): Redirect {
  const { redirect_email: email = null, redirect_whatsapp: whatsapp = null } = body;
  return { email: email === null ? null : parseEmail(email), whatsapp };
}

/** How the caller classes the document for the income tax; undefined where no code is sent. */
export function ownClassOf(body: ClassFields): GivenClass | undefined {
  return Object.values(CODE_FIELDS).some((name) => body[name] != null) ? classIn(body) : undefined;
}

/** A list of none says nothing. */
function listedPayments({ payments }: IssuingBody): NonNullable<IssuingBody['payments']> | null {
  return payments == null || payments.length === 0 ? null : payments;
}

function paymentsOf(body: IssuingBody): readonly PaymentOrder[] {
  const payments = listedPayments(body);
  if (payments === null) return [{ method: body.payment_method ?? CASH, amount: null, reference: null }];
  return payments.map(({ method, amount, reference }) => ({
    method,
    amount: amount ?? null,
    reference: reference ?? null,
  }));
}
