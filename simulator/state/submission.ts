import type { JsonRecord } from '../exact/json.ts';
import { isRecord, textIn } from '../exact/json.ts';

/** The columns of a line in one of which its sale stands. */
export const SALE_COLUMNS = ['ventaNoSuj', 'ventaExenta', 'ventaGravada'] as const;
export type SaleColumn = (typeof SALE_COLUMNS)[number];

/** Sales without VAT by column, in units of 10^-8. */
export type SalesInUnits = Readonly<Record<SaleColumn, string>>;

export function inColumns(of: (column: SaleColumn) => string): SalesInUnits {
  return { ventaNoSuj: of('ventaNoSuj'), ventaExenta: of('ventaExenta'), ventaGravada: of('ventaGravada') };
}

/** What a document says about itself, as far as the ledger shows it. */
export interface DocumentFacts {
  readonly tipoDte: string;
  readonly version: number;
  readonly numeroControl: string;
  /** `yyyy-MM-dd`. */
  readonly fecEmi: string;
  /** The total as the document prints it. */
  readonly montoTotal: string;
  /** What a CCF sold without VAT, in units of 10^-8; only CCF have it. */
  readonly net?: string;
  /** The same by column; state files of earlier versions have none. */
  readonly sales?: SalesInUnits;
  /** The CCF that a note adjusts; only notes have them. */
  readonly adjusts?: readonly Adjustment[];
}

/** What a note takes from one CCF, without VAT, in units of 10^-8. */
export interface Adjustment {
  readonly codigoGeneracion: string;
  readonly net: string;
  /** The same by column; state files of earlier versions have none. */
  readonly sales?: SalesInUnits;
}

/** What the authority answered about a document. */
export interface Verdict {
  readonly selloRecibido: string | null;
  /** `dd/MM/yyyy HH:mm:ss`, local time. */
  readonly fhProcesamiento: string;
  readonly clasificaMsg: string;
  readonly codigoMsg: string;
  readonly descripcionMsg: string;
  readonly observaciones: readonly string[];
}

/** A place in a lote: the first document has index 0. */
export interface LotePlace {
  readonly codigoLote: string;
  readonly index: number;
}

/** A document with a verdict, as the state file keeps it. */
export interface Judged {
  readonly type: 'stamped' | 'rejected';
  readonly nit: string;
  readonly ambiente: string;
  readonly codigoGeneracion: string;
  /** The hash of the JWS, hexadecimal. */
  readonly sha256: string;
  /** Null where the document could not be read. */
  readonly facts: DocumentFacts | null;
  readonly verdict: Verdict;
  /** When it was judged, ISO 8601 in UTC. */
  readonly judgedAt: string;
  readonly jws: string;
  /** Only documents that came in a lote have one. */
  readonly lote?: LotePlace;
  /** The event that lists it; only documents of contingency have one. */
  readonly evento?: string;
}

/** Reads an entry of the state file; null for entries of another type. */
export function readJudged(entry: unknown): Judged | null {
  return isJudged(entry) ? entry : null;
}

function isJudged(entry: unknown): entry is Judged {
  if (!isRecord(entry) || (entry['type'] !== 'stamped' && entry['type'] !== 'rejected')) return false;
  const texts = ['nit', 'ambiente', 'codigoGeneracion', 'sha256', 'judgedAt', 'jws'];
  const facts = entry['facts'];
  return (
    texts.every((key) => textIn(entry, key) !== null) &&
    (facts === null || isFacts(facts)) &&
    isVerdict(entry['verdict']) &&
    (entry['lote'] === undefined || isLotePlace(entry['lote'])) &&
    (entry['evento'] === undefined || typeof entry['evento'] === 'string')
  );
}

function isFacts(value: unknown): value is DocumentFacts {
  const texts = ['tipoDte', 'numeroControl', 'fecEmi', 'montoTotal'];
  if (!isRecord(value) || !hasTexts(value, texts) || typeof value['version'] !== 'number') return false;
  const { net, sales, adjusts } = value;
  const isNet = net === undefined || isUnits(net);
  return (
    isNet &&
    areSales(sales) &&
    (adjusts === undefined || (Array.isArray(adjusts) && adjusts.every(isAdjustment)))
  );
}

function isAdjustment(value: unknown): value is Adjustment {
  if (!isRecord(value) || textIn(value, 'codigoGeneracion') === null) return false;
  return isUnits(value['net']) && areSales(value['sales']);
}

function areSales(value: unknown): boolean {
  if (value === undefined) return true;
  return isRecord(value) && SALE_COLUMNS.every((column) => isUnits(value[column]));
}

function isUnits(value: unknown): value is string {
  return typeof value === 'string' && /^-?\d+$/.test(value);
}

function isLotePlace(value: unknown): value is LotePlace {
  return isRecord(value) && hasTexts(value, ['codigoLote']) && typeof value['index'] === 'number';
}

/** Whether a value of the state file is a verdict. */
export function isVerdict(value: unknown): value is Verdict {
  const texts = ['fhProcesamiento', 'clasificaMsg', 'codigoMsg', 'descripcionMsg'];
  return isRecord(value) && hasTexts(value, texts) && Array.isArray(value['observaciones']);
}

function hasTexts(record: JsonRecord, keys: readonly string[]): boolean {
  return keys.every((key) => textIn(record, key) !== null);
}
