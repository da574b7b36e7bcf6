import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { CATALOG_CONTEXT } from '../../src/core/company/catalog-context.ts';
import type { Company } from '../../src/core/company/company.ts';
import { parseCompanyFile } from '../../src/core/company/company-file.ts';
import { generationAt } from '../../src/core/company/generation.ts';
import { documentText } from '../../src/core/dte/document-text.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import type { Draft } from '../../src/core/issuing/draft.ts';
import { draftOrder } from '../../src/core/issuing/draft-order.ts';
import type { Order } from '../../src/core/issuing/order.ts';
import type { DocumentSummary } from '../../src/core/issuing/summary.ts';
import { segmentOf } from '../../src/core/numbering/series.ts';
import { orderOf } from '../../src/http/routes/invoice-post/order-of.ts';
import { type InvoiceBody, InvoiceBodySchema } from '../../src/http/routes/invoice-post/schema.ts';
import { countDecimals } from '../support/decimal-keyword.ts';

const CASES = new URL('../../cases/', import.meta.url);

/** 20 November 2026, 10:15:30 in El Salvador: every golden document is issued at this instant. */
const POSTED_MS = Date.UTC(2026, 10, 20, 16, 15, 30);

const ajv = countDecimals(new Ajv({ strict: false }));
const isInvoiceBody = ajv.compile<InvoiceBody>(InvoiceBodySchema);

/** What became of the request of one case. */
export interface GoldenDocument {
  readonly company: Company;
  readonly order: Order;
  readonly generation: SchemaGeneration;
  /** As it would be signed. */
  readonly text: string;
  readonly summary: DocumentSummary;
}

/** The folders `cases/<group>/<case>` of the groups whose name the pattern fits. */
export function goldenCases(group: RegExp): readonly string[] {
  return readdirSync(CASES)
    .filter((name) => group.test(name))
    .flatMap((name) => readdirSync(new URL(`${name}/`, CASES)).map((each) => `${name}/${each}`));
}

/** A file of a case, like `document.json`. */
export function goldenFile(name: string, file: string): URL {
  return new URL(`${name}/${file}`, CASES);
}

/** Issues the request of a case for its company, under a number and a code that follow from the case's own number. */
export function issueGolden(name: string): GoldenDocument {
  const company = companyOf(readJson(name, 'company.json'));
  const body = readJson(name, 'request.json');
  if (!isInvoiceBody(body)) throw new Error(`${name}: ${JSON.stringify(isInvoiceBody.errors)}`);
  const order = orderOf(body);
  const generation = generationAt(company, order.tipoDte, POSTED_MS);
  const drafting = draftOrder(order, { company, generation, place: null });
  if (drafting.kind === 'problems') throw new Error(`${name}: ${JSON.stringify(drafting.problems)}`);
  const identity = { tipoDte: order.tipoDte, generation, ambiente: company.ambiente, postedMs: POSTED_MS };
  const text = documentText(drafting.text, { ...identity, ...numbered(name, order, drafting) });
  return { company, order, generation, text, summary: drafting.summary };
}

function readJson(name: string, file: string): unknown {
  return JSON.parse(readFileSync(goldenFile(name, file), 'utf8'));
}

function companyOf(file: unknown): Company {
  const result = parseCompanyFile(file, CATALOG_CONTEXT);
  if (result.kind === 'problems') throw new Error(JSON.stringify(result.problems));
  return result.company;
}

function numbered(name: string, { tipoDte }: Order, draft: Draft) {
  const digits = (/\/(\d+)-/.exec(name)?.[1] ?? '').padStart(15, '0');
  return {
    numeroControl: `DTE-${tipoDte}-${segmentOf(draft)}-${digits}`,
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
