import { documentText, filledBody } from '../dte/document-text.ts';
import { totalEnLetras } from '../dte/field-texts.ts';
import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import { structureProblems } from '../dte/structure/check.ts';
import type { StructureProblem } from '../dte/structure/words.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import { formatNumeroControl, parseCodigoGeneracion, segmentOf } from '../identifiers/official.ts';
import { identifier } from '../identifiers/text.ts';
import { isJsonObject, type JsonObject } from '../json/read-json.ts';
import { type Amount, formatCents, fromInteger, type Quantity, sum } from '../money/decimal.ts';
import { wrongCode } from '../refusals/coded-fields.ts';
import {
  type FieldProblem,
  fieldProblem,
  problemsOf,
  type Read,
  read,
  unreadable,
} from '../refusals/refusal.ts';
import { type Issuer, issuerValues, readIssuer } from './issuer.ts';
import type {
  AppendixEntry,
  DocumentSummary,
  Draft,
  DraftContext,
  Drafting,
  Order,
  PartyOrder,
  PaymentOrder,
} from './order.ts';
import type { PartyContext } from './party.ts';
import { AMOUNT_LIMIT, type PricedLine, pricedLines, readDollars } from './priced-line.ts';
import { CAT_017 } from './vocabulary.ts';

/** What a type makes of the lines of an order, and what it says besides. */
export interface Content {
  readonly items: readonly object[];
  /** The amounts of the summary, and what else this type alone says there. */
  readonly resumen: JsonObject;
  readonly money: Money;
  /** What is wrong, but for payments. */
  readonly problems: readonly FieldProblem[];
  /** What this type says of the issuer in other words than the others. */
  readonly emisor?: JsonObject;
}

/** A recipient with the Ministry's own names; the table fills in what nobody said of it. */
export interface Recipient {
  readonly nombre: string | null;
}

/** The rules of a type, beyond what all of them have in common. */
export interface TypeRules {
  readonly tipoDte: TipoDte;
  /** What callers call the recipient: `customer` or `subject`. */
  readonly path: string;
  readonly readCustomer: (customer: PartyOrder, context: PartyContext) => Read<Recipient | null>;
  /** Who receives the document where no customer is described; null for nobody. */
  readonly nobody: (order: Order) => Read<Recipient | null>;
  readonly contentOf: (groundwork: Groundwork, order: Order, context: DraftContext) => Content;
}

/** What status and paper say where nobody is named. */
export const ANONYMOUS_CUSTOMER = 'Consumidor Final';

/** Applies the rules of a type to an order; the draft, or everything that is wrong with the order. */
export function draftBy(rules: TypeRules, order: Order, context: DraftContext): Drafting {
  const { tipoDte, path, readCustomer, nobody, contentOf } = rules;
  const { generation } = context;
  const groundwork = layGroundwork(order, context);
  const { issuer, complete } = groundwork.value;
  const { customer } = order;
  const recipient =
    customer === null ? nobody(order) : readCustomer(customer, partyContext(path, context, issuer));
  const content = contentOf(groundwork.value, order, context);
  const settled = settledOrder(order, complete && content.money.amountTotal === 0n);
  const pagos = readPagos(settled, complete ? content.money.amountTotal : null);
  const problems = [...problemsOf(groundwork, recipient, content), ...pagos.problems];
  if (issuer === null || problems.length > 0) return { kind: 'problems', problems };
  const values = documentValues(content, {
    issuer,
    generation,
    order: settled,
    recipient: recipient.value,
    pagos: pagos.value,
  });
  const summary = documentSummary(recipient.value?.nombre ?? ANONYMOUS_CUSTOMER, content.money);
  return checkedDraft({ issuer, tipoDte, generation }, values, summary);
}

/** Where nothing is to be paid, the sale is not on credit (Normativa v2.0, annex IV). */
function settledOrder(order: Order, isFree: boolean): Order {
  return isFree ? { ...order, transactionCondition: CASH } : order;
}

/** The values of a document; its table takes what it has of them and fills in the rest. */
export function documentValues(
  { items, resumen, money, emisor }: Content,
  of: Pick<DraftedKind, 'issuer' | 'generation'> & {
    readonly order: Pick<Order, 'transactionCondition' | 'observations' | 'appendix'>;
    readonly recipient: Recipient | null;
    readonly pagos: readonly Pago[];
  },
): JsonObject {
  const { recipient } = of;
  const { transactionCondition, observations, appendix } = of.order;
  return {
    emisor: { ...issuerValues(of.issuer, of.generation), ...emisor },
    receptor: recipient,
    // fe-fse-v1 calls the recipient by its own name.
    sujetoExcluido: recipient,
    cuerpoDocumento: items.map((item, index) => ({ numItem: index + 1, ...item })),
    resumen: {
      totalLetras: totalEnLetras(money.amountTotal),
      condicionOperacion: transactionCondition,
      observaciones: observations,
      pagos: of.pagos,
      ...resumen,
    },
    // v1 has no observations in the summary: they go into this block, which is null where there are none.
    extension: observations === null ? null : { observaciones: observations },
    apendice: readApendice(appendix),
  };
}

/** What every type reads first: who issues, where, and the priced lines. */
export interface Groundwork {
  readonly issuer: Issuer | null;
  readonly lines: readonly PricedLine[];
  /** Whether every line could be priced: only then do totals mean anything. */
  readonly complete: boolean;
}

/** Reads issuer and lines, with the problems of both. */
export function layGroundwork(order: Order, context: DraftContext): Read<Groundwork> {
  const issuer = readIssuer(order, context);
  const lines = pricedLines(order.lines);
  const complete = lines.value.length === order.lines.length;
  const isMisplaced = order.tipoDte !== EXPORTACION.code && order.exportTerms != null;
  return {
    value: { issuer: issuer.value, lines: lines.value, complete },
    problems: [...problemsOf(issuer, lines), ...(isMisplaced ? [MISPLACED] : [])],
  };
}

const MISPLACED = fieldProblem('export', 'not_allowed', 'Solo se envía con doc_type 11.');

/** The amounts of a summary stay below 1e11, as the schemas demand; the largest two of a document are checked. */
export function limitProblems(total: Amount, discounts: Amount): readonly FieldProblem[] {
  return [
    ...(total >= AMOUNT_LIMIT ? [LARGE_TOTAL] : []),
    ...(discounts >= AMOUNT_LIMIT ? [LARGE_DISCOUNTS] : []),
  ];
}

const LARGE_TOTAL = fieldProblem('lines', 'too_large', 'El total debe ser menor que 100,000,000,000.');
const LARGE_DISCOUNTS = fieldProblem(
  'lines',
  'too_large',
  'El total de descuentos debe ser menor que 100,000,000,000.',
);

/** How the fields of a `customer` or `subject` are read: whoever sends no place is in the issuer's. */
export function partyContext(path: string, context: DraftContext, issuer: Issuer | null): PartyContext {
  const issuerTerritory = issuer?.establishment.address ?? context.company.address;
  const { company, generation } = context;
  return { path, company, generation, issuerTerritory };
}

/** One entry of `resumen.pagos`. */
export interface Pago {
  /** CAT-017. */
  readonly codigo: string;
  readonly montoPago: Amount;
  readonly referencia: string | null;
  /** CAT-018, null where the operation is not on credit. */
  readonly plazo: string | null;
  readonly periodo: Quantity | null;
}

/** CAT-016: on credit. */
const CREDIT = 2;
/** CAT-016: paid at once. */
const CASH = 1;
/** CAT-018, as the interface numbers it. */
const DAYS = 1;
const REFERENCE_LIMIT = 50;

/**
 * `resumen.pagos` for an amount to pay; without one, because a line has no amount, only what is wrong with the payments
 * themselves. Payment codes are translated to CAT-017, deadlines to CAT-018; a payment without an amount takes what the
 * others leave.
 */
export function readPagos(order: Order, totalPagar: Amount | null): Read<readonly Pago[]> {
  const terms = readTerms(order);
  const amounts = readAmounts(order, totalPagar);
  const pagos = order.payments.map((payment, index) => {
    const path = order.paymentsListed ? `payments[${index}].` : 'payment_';
    const codigo = readMethod(payment, path);
    const value = {
      codigo: codigo.value,
      montoPago: amounts.value[index] ?? 0n,
      referencia: payment.reference,
      ...terms.value,
    };
    return { value, problems: [...codigo.problems, ...longReference(payment, path)] };
  });
  return { value: pagos.map(({ value }) => value), problems: problemsOf(terms, amounts, ...pagos) };
}

function readMethod({ method }: PaymentOrder, path: string): Read<string> {
  const code = CAT_017.get(method);
  if (code !== undefined) return read(code);
  return { value: method, problems: [{ path: `${path}method`, ...wrongCode('payment_method', method) }] };
}

function longReference({ reference }: PaymentOrder, path: string): readonly FieldProblem[] {
  if (reference === null || [...reference].length <= REFERENCE_LIMIT) return [];
  const message = `Admite como máximo ${REFERENCE_LIMIT} caracteres.`;
  return [{ path: `${path}reference`, code: 'too_long', message }];
}

function readAmounts(order: Order, totalPagar: Amount | null): Read<readonly Amount[]> {
  const given = order.payments.map(({ amount }, index) => readDollars(amount, `payments[${index}].amount`));
  const problems = problemsOf(...given);
  if (totalPagar === null) return { value: [], problems };
  const amounts = given.map(({ value }) => value);
  const open = amounts.filter((amount) => amount === null).length;
  const rest = totalPagar - sum(amounts.map((amount) => amount ?? 0n));
  const value = amounts.map((amount) => amount ?? rest);
  const settled = open === 0 ? rest === 0n : open === 1 && rest >= 0n;
  if (settled || problems.length > 0) return { value, problems };
  const message = `Los montos deben sumar el total a pagar, ${formatCents(totalPagar)}; solo uno puede omitirse.`;
  return { value, problems: [{ path: 'payments', code: 'wrong_sum', message }] };
}

function readTerms(order: Order): Read<{ readonly plazo: string | null; readonly periodo: Quantity | null }> {
  if (order.transactionCondition !== CREDIT) return read({ plazo: null, periodo: null });
  const periodo = readPeriod(order.period ?? 1);
  return {
    value: { plazo: `0${order.deadline ?? DAYS}`, periodo: periodo.value },
    problems: periodo.problems,
  };
}

function readPeriod(period: number): Read<Quantity | null> {
  if (period > 0 && Number.isInteger(period)) return read(fromInteger(period));
  const message = 'Debe ser un número entero mayor que cero.';
  return unreadable({ path: 'period', code: 'too_small', message });
}

/** The caller's appendix entries in the Ministry's names; null where there are none, as the tables want it. */
export function readApendice(appendix: readonly AppendixEntry[]) {
  if (appendix.length === 0) return null;
  return appendix.map(({ field, label, value }) => ({ campo: field, etiqueta: label, valor: value }));
}

/** What a status shows of the money that a document is about. */
export type Money = Readonly<Record<Exclude<keyof DocumentSummary, 'customerName'>, Amount>>;

export function documentSummary(customerName: string, money: Money): DocumentSummary {
  return {
    customerName,
    amountTaxable: formatCents(money.amountTaxable),
    amountVat: formatCents(money.amountVat),
    amountGross: formatCents(money.amountGross),
    amountRetention: formatCents(money.amountRetention),
    amountTotal: formatCents(money.amountTotal),
  };
}

/** Who issues what, by which schema. */
export interface DraftedKind {
  readonly issuer: Issuer;
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
}

/**
 * A finished draft: a document made of these values that has the structure which its schema demands. Throws
 * MalformedDocument where it has not. Only the form of a recipient's e-mail is passed on as it is, because there Hacienda
 * is the judge (design section 7).
 */
export function checkedDraft(kind: DraftedKind, values: JsonObject, summary: DocumentSummary): Draft {
  const { text, problems: unfilled } = filledBody(kind, values);
  if (unfilled.length > 0) throw new MalformedDocument(kind, unfilled);
  const { establishment, pointOfSale } = kind.issuer;
  const draft: Draft = { kind: 'draft', establishment: establishment.code, pointOfSale, text, summary };
  const document: unknown = JSON.parse(standInText(kind, draft));
  const passedOn = passedOnPaths(values);
  const problems = structureProblems(kind.tipoDte, kind.generation, document).filter(
    ({ path }) => !passedOn.includes(path),
  );
  if (problems.length > 0) throw new MalformedDocument(kind, problems);
  return draft;
}

const NO_CODE = identifier(parseCodigoGeneracion, '00000000-0000-4000-8000-000000000000');

/** The document as it will be signed, but for number, code and instant, which only a claim gives. */
function standInText({ issuer, tipoDte, generation }: DraftedKind, draft: Draft): string {
  return documentText(draft.text, {
    tipoDte,
    generation,
    ambiente: issuer.company.ambiente,
    numeroControl: formatNumeroControl({ tipoDte, segment: segmentOf(draft), correlative: 1n }),
    codigoGeneracion: NO_CODE,
    postedMs: 0,
  });
}

/** The blocks that describe a recipient; type 14 of v1 names it otherwise. */
const RECIPIENTS = ['receptor', 'sujetoExcluido'];

/** Where a recipient's address stands; that it is text at all is still for us to see to. */
function passedOnPaths(values: JsonObject): readonly string[] {
  return RECIPIENTS.filter((block) => {
    const recipient: unknown = values[block];
    return isJsonObject(recipient) && typeof recipient['correo'] === 'string';
  }).map((block) => `#/${block}/correo`);
}

/** The log shows the first of them; a wrong field of 2,000 lines is one mistake, not 2,000. */
const SHOWN = 10;

/**
 * A document that we built and that breaks its own structure: a bug of ours, because whatever a caller can cause is a
 * problem of the order before that. It is thrown before the document takes a number. Message and paths tell where the
 * document is wrong, never what stands there.
 */
export class MalformedDocument extends Error {
  /** `#/resumen/totalIva` and the like, all of them. */
  readonly paths: readonly string[];

  constructor(
    kind: { readonly tipoDte: TipoDte; readonly generation: SchemaGeneration },
    problems: readonly StructureProblem[],
  ) {
    const shown = problems.slice(0, SHOWN).map(({ path, message }) => `${path} ${message}`);
    const more = problems.length > SHOWN ? `; and ${problems.length - SHOWN} more` : '';
    super(
      `a drafted document of type ${kind.tipoDte} (${kind.generation}) is malformed: ${shown.join('; ')}${more}`,
    );
    this.name = 'MalformedDocument';
    this.paths = problems.map(({ path }) => path);
  }
}
