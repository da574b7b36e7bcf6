import type { World } from './world.ts';

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
  /** What a note takes; the larger, where a changed payload waits. */
  readonly takenCents: number;
  readonly invalidation: string | null;
}

/** All documents of a world, read past everything that the product is made of. */
export async function readRows({ storage, issuer }: World): Promise<readonly Row[]> {
  const rows = await storage.asSuperuser(
    `SELECT d.document_id, d.external_ref, d.doc_type, d.state, d.control_number, d.generation_code,
       d.reception_stamp, d.adjusts, d.adjust_mode, i.state AS invalidation,
       greatest(d.adjusted_gross, (d.wanted->>'adjusted_gross')::numeric) AS taken
     FROM documents d LEFT JOIN invalidations i USING (company_id, document_id)
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
    takenCents: Math.round(Number(row['taken'] ?? 0) * 100),
    invalidation: textOrNull(row['invalidation']),
  }));
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** What a CCF of these worlds sold, in cents. */
export const CCF_CENTS = 1130;

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

/** An invalidation counts from its registration on, unless it was rejected. */
export function isTakenBack({ invalidation }: Pick<Row, 'invalidation'>): boolean {
  return invalidation === 'open' || invalidation === 'sealed';
}
