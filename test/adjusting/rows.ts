import type { IssuingCompany } from '../../src/operations/documents/issuing-context.ts';
import type { StorageBench } from '../support/storage-bench.ts';

/** A document as the database has it, with what is known of its invalidation. Amounts are cents. */
export interface Row {
  readonly documentId: string;
  readonly ref: string;
  readonly tipoDte: string;
  readonly state: string;
  readonly numeroControl: string;
  readonly codigoGeneracion: string;
  readonly sello: string | null;
  /** The CCF of a note. */
  readonly adjusts: string | null;
  readonly mode: string | null;
  /** What a note takes, in all and of each class; the larger, where a changed payload waits. */
  readonly takenCents: number;
  readonly classCents: Readonly<Record<SoldClass, number>>;
  readonly invalidation: string | null;
}

/** The classes in which a CCF of these worlds sold. */
export type SoldClass = 'taxed' | 'exempt';

/** What the summary of a document says, read from its text and from no column beside it. */
const TAKEN = (draft: string) => `SELECT (summary ->> 'montoTotalOperacion')::numeric AS gross,
  (summary ->> 'totalExenta')::numeric AS exempt FROM (SELECT (${draft})::jsonb -> 'resumen' AS summary) AS text`;

function centsOf(dollars: unknown): number {
  return Math.round(Number(dollars ?? 0) * 100);
}

/** All documents of a world, read past everything that the product is made of. */
export async function readRows({
  storage,
  issuer,
}: {
  readonly storage: StorageBench;
  readonly issuer: IssuingCompany;
}): Promise<readonly Row[]> {
  const rows = await storage.asSuperuser(
    `SELECT d.document_id, d.external_ref, d.doc_type, d.state, d.control_number, d.generation_code,
       d.reception_stamp, d.adjusts, d.adjust_mode, i.state AS invalidation,
       greatest(own.gross, waits.gross) AS taken, greatest(own.exempt, waits.exempt) AS exempt,
       greatest(own.gross - own.exempt, waits.gross - waits.exempt) AS taxed
     FROM documents d LEFT JOIN invalidations i USING (company_id, document_id)
       CROSS JOIN LATERAL (${TAKEN('d.draft')}) AS own CROSS JOIN LATERAL (${TAKEN("d.wanted ->> 'draft'")}) AS waits
     WHERE company_id = $1 ORDER BY d.control_number`,
    [issuer.companyId],
  );
  return rows.map((row) => ({
    documentId: String(row['document_id']),
    ref: String(row['external_ref']),
    tipoDte: String(row['doc_type']),
    state: String(row['state']),
    numeroControl: String(row['control_number']),
    codigoGeneracion: String(row['generation_code']),
    sello: textOrNull(row['reception_stamp']),
    adjusts: textOrNull(row['adjusts']),
    mode: textOrNull(row['adjust_mode']),
    takenCents: centsOf(row['taken']),
    classCents: { taxed: centsOf(row['taxed']), exempt: centsOf(row['exempt']) },
    invalidation: textOrNull(row['invalidation']),
  }));
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** What a CCF of these worlds sold, in cents: six breads that are taxed, and four that are exempt. */
export const CCF_CENTS = 1130;
export const CLASS_CENTS: Readonly<Record<SoldClass, number>> = { taxed: 678, exempt: 452 };
export const CLASSES = ['taxed', 'exempt'] as const satisfies readonly SoldClass[];

/** A note counts until it is rejected or its own invalidation is sealed. */
export function liveNotesOn(rows: readonly Row[], ccfId: string): readonly Row[] {
  return rows.filter(
    ({ adjusts, state, invalidation }) =>
      adjusts === ccfId && state !== 'rejected' && invalidation !== 'sealed',
  );
}

export function takenBy(notes: readonly Row[]): number {
  return notes.reduce((total, { takenCents }) => total + takenCents, 0);
}

export function takenOf(notes: readonly Row[], soldClass: SoldClass): number {
  return notes.reduce((total, { classCents }) => total + classCents[soldClass], 0);
}

/** An invalidation counts from its registration on, unless it was rejected. */
export function isTakenBack({ invalidation }: Pick<Row, 'invalidation'>): boolean {
  return invalidation === 'open' || invalidation === 'sealed';
}
