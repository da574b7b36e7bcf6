import { readdirSync, readFileSync } from 'node:fs';
import type { Company } from '../../src/core/company/company.ts';
import { draftOrder } from '../../src/core/drafting/draft-order.ts';
import type { DocumentSummary, Draft } from '../../src/core/drafting/order.ts';
import { documentText, type Identity } from '../../src/core/dte/document-text.ts';
import type { SchemaGeneration, TipoDte } from '../../src/core/dte/kinds.ts';
import { isTipoDte } from '../../src/core/dte/kinds.ts';
import { segmentOf } from '../../src/core/identifiers/official.ts';
import type { DocumentAmounts } from '../oracle/document-amounts.ts';
import { expectedAmounts } from '../oracle/generated-documents.ts';
import { expectedNotaCredito } from '../oracle/net-arithmetic.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '../structure/document-kinds.ts';
import { companyOfFile } from '../support/example-company.ts';
import { codeOf, controlNumberOf } from '../support/identifiers.ts';
import { goldenAnswer, goldenNoteAnswer } from './golden-answer.ts';
import { type GoldenNote, readNote } from './golden-note.ts';
import { readInvoice, readPurchase } from './golden-orders.ts';

const CASES = new URL('../../cases/', import.meta.url);

/** 20 November 2026, 10:15:30 in El Salvador: every golden document is issued at this instant. */
const POSTED_MS = Date.UTC(2026, 10, 20, 16, 15, 30);

/** What became of the request of one case. */
export interface GoldenDocument {
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
  /** Every amount that it must show. */
  readonly expected: DocumentAmounts;
  /** As it would be signed. */
  readonly text: string;
  readonly summary: DocumentSummary;
  /** What the caller is answered, whatever the authority says. */
  readonly answer: unknown;
}

/** The folders `cases/<group>/<case>` of all groups of documents. */
export function goldenCases(): readonly string[] {
  return readdirSync(CASES)
    .filter((group) => groupOf(group) !== null)
    .flatMap((group) => readdirSync(new URL(`${group}/`, CASES)).map((each) => `${group}/${each}`));
}

/** A file of a case, like `document.json`. */
export function goldenFile(name: string, file: string): URL {
  return new URL(`${name}/${file}`, CASES);
}

interface Group {
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
}

/** A group is named by type and generation: `03-credito-fiscal-v1`. */
function groupOf(name: string): Group | null {
  const [, tipoDte = '', generation = ''] = /^(\d\d)-[a-z-]+-(v[12])(?:\/|$)/.exec(name) ?? [];
  if (!isTipoDte(tipoDte)) return null;
  return { tipoDte, generation: generation === 'v1' ? 'v1' : 'v2' };
}

/**
 * Issues the request of a case for its company, under a number and a code that follow from the case's own number; the
 * request may be changed before.
 */
export function issueGolden(
  name: string,
  change: (body: unknown) => unknown = (body) => body,
): GoldenDocument {
  const group = groupOf(name);
  if (group === null) throw new Error(`${name}: no group of documents`);
  const company = companyOfFile(readJson(name, 'company.json'));
  const request = readRequest(change(readJson(name, 'request.json')), group, company);
  const { externalRef, draft, expected, note } = request;
  const identity: Identity = {
    ...group,
    ambiente: company.ambiente,
    postedMs: POSTED_MS,
    ...numbered(name, `DTE-${group.tipoDte}-${segmentOf(draft)}`),
  };
  const issued = { externalRef, draft, identity };
  return {
    ...group,
    expected,
    summary: draft.summary,
    text: documentText(draft.text, identity),
    answer: note === null ? goldenAnswer(issued) : goldenNoteAnswer(issued, note),
  };
}

function readRequest(
  body: unknown,
  group: Group,
  company: Company,
): {
  readonly externalRef: string;
  readonly draft: Draft;
  readonly expected: DocumentAmounts;
  readonly note: GoldenNote | null;
} {
  const { tipoDte, generation } = group;
  if (tipoDte === '05') {
    const note = readNote(body, { company, generation });
    const { externalRef, draft, givenBack } = note;
    return { externalRef, draft, expected: expectedNotaCredito(givenBack, generation), note };
  }
  const { externalRef, order } = tipoDte === '14' ? readPurchase(body) : readInvoice(body);
  if (order.tipoDte !== tipoDte) throw new Error(`an order of type ${order.tipoDte}, not ${tipoDte}`);
  const draft = draftOrder(order, { company, generation, place: null });
  if (draft.kind === 'problems') throw new Error(JSON.stringify(draft.problems));
  const kind = kindOf(group);
  return {
    externalRef,
    draft,
    expected: expectedAmounts({ kind: 'order', company, order }, kind),
    note: null,
  };
}

/** The kind of document of a group. */
export function kindOf({ tipoDte, generation }: Group): DocumentKind {
  const kind = DOCUMENT_KINDS.find((each) => each.tipoDte === tipoDte && each.generation === generation);
  if (kind === undefined) throw new Error('every type and generation is a kind');
  return kind;
}

function readJson(name: string, file: string): unknown {
  return JSON.parse(readFileSync(goldenFile(name, file), 'utf8'));
}

function numbered(name: string, start: string) {
  const digits = (/\/(\d+)-/.exec(name)?.[1] ?? '').padStart(15, '0');
  return {
    numeroControl: controlNumberOf(`${start}-${digits}`),
    codigoGeneracion: codeOf(`AB12CD34-0000-4000-8000-${digits.slice(3)}`),
  };
}

/** A character that no document holds: it marks numbers while they are text. */
const MARK = '\u0000';
const MARKED = /"\\u0000([^"]*)"/g;

/** The JSON text over many lines, every number with the digits it was printed with. */
export function prettyJson(text: string): string {
  const marked: unknown = JSON.parse(
    text,
    (_key: string, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' ? `${MARK}${context?.source}` : value,
  );
  return `${JSON.stringify(marked, null, 2).replace(MARKED, '$1')}\n`;
}
