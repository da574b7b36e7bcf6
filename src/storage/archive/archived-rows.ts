import { hash } from 'node:crypto';

/** A row by the names of its columns, as PostgreSQL writes it as JSON. */
export type ArchivedRow = Readonly<Record<string, unknown>>;

/** A table of which rows become final. */
export interface ArchivedTable {
  readonly name: string;
  /** The column of the document or event that a row belongs to. */
  readonly subject: 'document_id' | 'event_id';
  /** Names a row together with its company. What became of bytes is part of it, because a rejection may prove wrong. */
  readonly key: readonly string[];
  /** What never changes once the row is final. A column that comes later does not join: old links know nothing of it. */
  readonly columns: readonly string[];
  isFinal(row: ArchivedRow): boolean;
  /** The table with whose rows its own become final, in one transaction, and by whose entries they are found. */
  readonly finalWith?: string;
}

const SIGNED = 'generation_code jws outcome sends answer_status answer_body';
const DOCUMENT_BYTES = ['document_id', 'attempt', 'outcome'];

const named = (columns: string) => columns.split(/\s+/);

/** When a row is final stands in the triggers `archive_new` and `archive_final` of its table as well, which queue it. */
export const ARCHIVED_TABLES: readonly ArchivedTable[] = [
  {
    name: 'documents',
    subject: 'document_id',
    key: ['document_id'],
    columns: named(`company_id document_id external_ref doc_type environment control_number fiscal_year
      establishment point_of_sale posted_at state generation generation_code draft summary
      payload_hash reception_stamp stamped_attempt processed_at message_code message observations
      settled_at contingency_type contingency_reason adjusts adjust_mode adjusted_gross adjusted_net
      adjusted_sales`),
    isFinal: ({ state }) => state === 'stamped',
    finalWith: 'attempts',
  },
  {
    name: 'attempts',
    subject: 'document_id',
    key: DOCUMENT_BYTES,
    columns: named(
      `company_id document_id attempt ${SIGNED} payload_hash jws_sha256 formal last_sent_at settled_at`,
    ),
    isFinal: ({ outcome }) => outcome === 'stamped' || outcome === 'rejected',
  },
  {
    name: 'invalidations',
    subject: 'document_id',
    key: ['document_id'],
    columns: named(`company_id document_id environment generation state generation_code requested_at draft
      reception_stamp processed_at message_code message observations settled_at`),
    isFinal: ({ state }) => state === 'sealed',
  },
  {
    name: 'invalidation_attempts',
    subject: 'document_id',
    key: DOCUMENT_BYTES,
    columns: named(`company_id document_id attempt ${SIGNED} last_sent_at`),
    isFinal: ({ outcome }) => outcome === 'sealed' || outcome === 'rejected',
  },
  {
    name: 'contingency_events',
    subject: 'event_id',
    key: ['event_id'],
    columns:
      named(`company_id event_id environment generation generation_code contingency_type contingency_reason
      starts_at ends_at report_until sealed_at reception_stamp transmit_until observations`),
    isFinal: ({ sealed_at: sealedAt }) => sealedAt !== null,
  },
  {
    name: 'contingency_attempts',
    subject: 'event_id',
    key: ['event_id', 'attempt', 'outcome'],
    columns: named(`company_id event_id attempt ${SIGNED} signed_at first_sent_at`),
    isFinal: ({ outcome }) => outcome === 'sealed' || outcome === 'rejected',
  },
];

/**
 * Reads a line that PostgreSQL wrote with `row_to_json`; null where it is none. Numbers stay the text that they are, because
 * an amount may have more digits than a number of JavaScript holds.
 */
export function readRow(line: string): ArchivedRow | null {
  try {
    const row: unknown = JSON.parse(line, asWritten);
    return isRow(row) ? row : null;
  } catch {
    return null;
  }
}

function asWritten(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? context?.source : value;
}

function isRow(value: unknown): value is ArchivedRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** By which tables' entries in the queue the rows of a table are found. */
export function queuesOf({ name, finalWith }: ArchivedTable): readonly string[] {
  return finalWith === undefined ? [name] : [name, finalWith];
}

export function keyOf({ key }: ArchivedTable, row: ArchivedRow): string {
  return key.map((column) => textIn(row, column)).join('/');
}

export function textIn(row: ArchivedRow, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : '';
}

/** What a link says of its row. */
export interface RowHashes {
  readonly rowHash: Buffer;
  readonly columnMarks: Buffer;
}

const MARK_BYTES = 2;

export function hashesOf({ columns }: ArchivedTable, row: ArchivedRow): RowHashes {
  // As hexadecimal text, because a buffer for each hash takes twice as long as the hash.
  const hashes = columns.map((column) => hash('sha256', JSON.stringify(row[column] ?? null)));
  return {
    rowHash: sha256(Buffer.from(hashes.join(''), 'hex')),
    columnMarks: Buffer.from(hashes.map((hex) => hex.slice(0, 2 * MARK_BYTES)).join(''), 'hex'),
  };
}

/** The first column whose mark is not the one that a link has; null where the marks do not tell. */
export function changedColumn({ columns }: ArchivedTable, now: Buffer, linked: Buffer): string | null {
  const at = (marks: Buffer, index: number) => marks.subarray(index * MARK_BYTES, (index + 1) * MARK_BYTES);
  return columns.find((_, index) => !at(now, index).equals(at(linked, index))) ?? null;
}

/** A link without its own hash. */
export interface LinkContent extends RowHashes {
  readonly companyId: string;
  readonly position: string;
  readonly relation: string;
  readonly rowKey: string;
}

/** What stands before the first link. */
export const NO_LINK = Buffer.alloc(32);

export function linkHash(previous: Buffer, link: LinkContent): Buffer {
  const { companyId, position, relation, rowKey, rowHash, columnMarks } = link;
  const hashes = [previous, rowHash, columnMarks].map((bytes) => bytes.toString('hex'));
  return sha256(JSON.stringify([companyId, position, relation, rowKey, ...hashes]));
}

export function sha256(content: string | Buffer): Buffer {
  return hash('sha256', content, 'buffer');
}
