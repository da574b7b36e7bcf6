import { documentText, filledBody } from '../dte/document-text.ts';
import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import { structureProblems } from '../dte/structure/check.ts';
import type { StructureProblem } from '../dte/structure/words.ts';
import { totalEnLetras } from '../dte/total-letras.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import { formatNumeroControl, parseCodigoGeneracion, segmentOf } from '../identifiers/official.ts';
import { identifier } from '../identifiers/text.ts';
import { isJsonObject, type JsonObject } from '../json/read-json.ts';
import { type Amount, formatCents } from '../money/decimal.ts';
import { type FieldProblem, fieldProblem } from '../refusals/problem.ts';
import { problemsOf, type Read } from '../refusals/read.ts';
import { type Issuer, readIssuer } from './issuer.ts';
import type { DocumentSummary, Draft, DraftContext, Order } from './order.ts';
import type { PartyContext } from './party.ts';
import { AMOUNT_LIMIT, type PricedLine, pricedLines } from './priced-line.ts';

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
  return { path, generation: context.generation, issuerTerritory };
}

/** The lines of a document, counted from 1. */
export function numbered<Item extends object>(items: readonly Item[]) {
  return items.map((item, index) => ({ numItem: index + 1, ...item }));
}

/** What the summary of every type says beside its amounts. */
export function summaryValues(order: Pick<Order, 'transactionCondition' | 'observations'>, inWords: Amount) {
  return {
    totalLetras: totalEnLetras(inWords),
    condicionOperacion: order.transactionCondition,
    observaciones: order.observations,
  };
}

/** v1 has no observations in the summary: they go into the block `extension`, which is null where there are none. */
export function extensionWith(observaciones: string | null) {
  return observaciones === null ? null : { observaciones };
}

/** What status shows of a document that is about this much money. */
export function documentSummary(
  customerName: string,
  of: Readonly<Record<'taxable' | 'vat' | 'gross' | 'retention' | 'total', Amount>>,
): DocumentSummary {
  return {
    customerName,
    amountTaxable: formatCents(of.taxable),
    amountVat: formatCents(of.vat),
    amountGross: formatCents(of.gross),
    amountRetention: formatCents(of.retention),
    amountTotal: formatCents(of.total),
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
