import { readdirSync, readFileSync } from 'node:fs';
import { CATALOG_CONTEXT } from '../../src/core/company/catalog-context.ts';
import type { Company } from '../../src/core/company/company.ts';
import { parseCompanyFile } from '../../src/core/company/company-file.ts';
import { documentText } from '../../src/core/dte/document-text.ts';
import type { Identity } from '../../src/core/dte/identificacion.ts';
import type { SchemaGeneration, TipoDte } from '../../src/core/dte/kinds.ts';
import { isTipoDte } from '../../src/core/dte/tipo-dte.ts';
import type { DocumentSummary } from '../../src/core/issuing/summary.ts';
import { segmentOf } from '../../src/core/numbering/series.ts';
import { type Business, draftBusiness } from '../oracle/generated-documents.ts';
import { goldenAnswer } from './golden-answer.ts';
import { readNote } from './golden-note.ts';
import { readInvoice, readPurchase } from './golden-orders.ts';

const CASES = new URL('../../cases/', import.meta.url);

/** 20 November 2026, 10:15:30 in El Salvador: every golden document is issued at this instant. */
const POSTED_MS = Date.UTC(2026, 10, 20, 16, 15, 30);

/** What became of the request of one case. */
export interface GoldenDocument {
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
  readonly business: Business;
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

/** Issues the request of a case for its company, under a number and a code that follow from the case's own number. */
export function issueGolden(name: string): GoldenDocument {
  const group = groupOf(name);
  if (group === null) throw new Error(`${name}: no group of documents`);
  const company = companyOf(readJson(name, 'company.json'));
  const { externalRef, business } = readRequest(name, group, company);
  const draft = draftBusiness(business, group.generation);
  if (draft.kind === 'problems') throw new Error(`${name}: ${JSON.stringify(draft.problems)}`);
  const identity: Identity = {
    ...group,
    ...{ ambiente: company.ambiente, postedMs: POSTED_MS },
    ...numbered(name, `DTE-${group.tipoDte}-${segmentOf(draft)}`),
  };
  return {
    ...{ ...group, business, summary: draft.summary },
    text: documentText(draft.text, identity),
    answer: goldenAnswer({ externalRef, draft, identity }),
  };
}

interface Request {
  readonly externalRef: string;
  readonly business: Business;
}

function readRequest(name: string, { tipoDte, generation }: Group, company: Company): Request {
  const body = readJson(name, 'request.json');
  if (tipoDte === '05') {
    const { externalRef, note } = readNote(body, { company, generation });
    return { externalRef, business: { kind: 'note', company, note } };
  }
  const { externalRef, order } = tipoDte === '14' ? readPurchase(body) : readInvoice(body);
  if (order.tipoDte !== tipoDte) throw new Error(`${name}: is an order of type ${order.tipoDte}`);
  return { externalRef, business: { kind: 'order', company, order } };
}

function readJson(name: string, file: string): unknown {
  return JSON.parse(readFileSync(goldenFile(name, file), 'utf8'));
}

function companyOf(file: unknown): Company {
  const result = parseCompanyFile(file, CATALOG_CONTEXT);
  if (result.kind === 'problems') throw new Error(JSON.stringify(result.problems));
  return result.company;
}

function numbered(name: string, start: string) {
  const digits = (/\/(\d+)-/.exec(name)?.[1] ?? '').padStart(15, '0');
  return {
    numeroControl: `${start}-${digits}`,
    codigoGeneracion: `AB12CD34-0000-4000-8000-${digits.slice(3)}`,
  };
}

interface Source {
  readonly source?: string;
}

/** A character that no document holds: it marks numbers while they are text. */
const MARK = '\u0000';
const MARKED = /"\\u0000([^"]*)"/g;

/** The JSON text over many lines, every number with the digits it was printed with. */
export function prettyJson(text: string): string {
  const marked: unknown = JSON.parse(text, (_key: string, value: unknown, context?: Source) =>
    typeof value === 'number' ? `${MARK}${context?.source}` : value,
  );
  return `${JSON.stringify(marked, null, 2).replace(MARKED, '$1')}\n`;
}
