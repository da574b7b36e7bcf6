import type { Ambiente } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { ExternalRef } from '../../core/identifiers/external-ref.ts';
import type { NumeroControl } from '../../core/identifiers/official.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { BYTES_IN } from '../sending/states-in-sql.ts';
import { compareFences, type JournaledDocument } from './fold.ts';
import type { JournalDocument } from './lines.ts';
import { insertDocument, updateDocument, writeAttempts, writeNumbers } from './put-back-rows.ts';

/** What became of the documents of a journal. */
export interface PutBack {
  /** The database did not know them, or knew less of them. */
  readonly restored: readonly DocumentId[];
  /** Whose beginning stands in another journal. */
  readonly orphans: readonly JournaledDocument[];
  /** Documents whose reference or number stands under another document. */
  readonly conflicts: readonly NumeroControl[];
}

interface KnownRow {
  readonly document_id: DocumentId;
  readonly external_ref: ExternalRef;
  readonly control_number: NumeroControl;
  readonly environment: Ambiente;
  readonly fiscal_year: number;
  readonly state: string;
  readonly fence: string;
  readonly attempts: readonly number[];
  readonly open: readonly number[];
}

const TOGETHER = 100;

/**
 * Puts documents of one company back as its journals tell of them, and moves its series past their numbers. What the
 * database knows as well, or better, stays as it is; what is open is asked about under so many `codes`. The pool acts as `sello_service`.
 */
export async function putBack(
  pool: Pool,
  companyId: string,
  { documents, codes }: { readonly documents: readonly JournaledDocument[]; readonly codes: number },
): Promise<PutBack> {
  const all: PutBack[] = [];
  for (let from = 0; from < documents.length; from += TOGETHER) {
    const some = documents.slice(from, from + TOGETHER);
    all.push(
      await inCompany(pool, companyId, (client) =>
        putBackSome(client, companyId, { documents: some, codes }),
      ),
    );
  }
  return {
    restored: all.flatMap(({ restored }) => restored),
    orphans: all.flatMap(({ orphans }) => orphans),
    conflicts: all.flatMap(({ conflicts }) => conflicts),
  };
}

async function putBackSome(
  client: Client,
  companyId: string,
  { documents, codes }: { readonly documents: readonly JournaledDocument[]; readonly codes: number },
): Promise<PutBack> {
  const known = await knownRows(client, companyId, documents);
  const orphans: JournaledDocument[] = [];
  const conflicts: NumeroControl[] = [];
  const restored: DocumentId[] = [];
  // A note is put back after its CCF.
  for (const one of documents.toSorted((a, b) => postedMs(a) - postedMs(b))) {
    const row = known.get(one.documentId);
    if (row === undefined ? !hasBeginning(one) : !hasBytes(row, one)) orphans.push(one);
    else if (row === undefined && isTaken(known, one)) conflicts.push(one.document.record.numeroControl);
    else if (row === undefined || isBehind(row, one)) {
      await write(client, one, { isNew: row === undefined, codes });
      restored.push(one.documentId);
    }
  }
  return { restored, orphans, conflicts };
}

function postedMs({ document }: JournaledDocument): number {
  return document?.record.postedMs ?? 0;
}

function hasBeginning({ document, verdict, attempts }: JournaledDocument): boolean {
  if (document?.claimed == null) return false;
  return verdict === null || attempts.some(({ number }) => number === verdict.number);
}

function isTaken(
  known: ReadonlyMap<string, KnownRow>,
  one: JournaledDocument,
): one is JournaledDocument & { readonly document: JournalDocument } {
  const { document } = one;
  if (document === null) return false;
  const { externalRef, numeroControl, ambiente } = document.record;
  return [...known.values()].some(
    (row) =>
      row.external_ref === externalRef ||
      (row.control_number === numeroControl &&
        row.environment === ambiente &&
        row.fiscal_year === document.claimed?.fiscalYear),
  );
}

/** Whether the attempt of a verdict is there, or in the same journal. */
function hasBytes({ attempts }: KnownRow, { verdict, attempts: told }: JournaledDocument): boolean {
  if (verdict === null) return true;
  return attempts.includes(verdict.number) || told.some(({ number }) => number === verdict.number);
}

/** A stamp is never changed, and a later fence knows of everything that was done under an earlier one. */
function isBehind(row: KnownRow, one: JournaledDocument): boolean {
  if (row.state === 'stamped' || compareFences(row.fence, one.fence) > 0) return false;
  if (compareFences(row.fence, one.fence) < 0) return true;
  const isNew = one.attempts.some(({ number }) => !row.attempts.includes(number));
  return isNew || (one.verdict !== null && row.open.includes(one.verdict.number));
}

async function knownRows(
  client: Client,
  companyId: string,
  documents: readonly JournaledDocument[],
): Promise<Map<string, KnownRow>> {
  const records = documents.flatMap(({ document }) => (document === null ? [] : [document.record]));
  const { rows } = await client.query<KnownRow>({
    text: `SELECT document_id, external_ref, control_number, environment, fiscal_year, state, fence::text AS fence,
             ARRAY(SELECT a.attempt FROM attempts a WHERE a.company_id = $1
                     AND a.document_id = d.document_id) AS attempts,
             ARRAY(SELECT a.attempt FROM attempts a WHERE a.company_id = $1
                     AND a.document_id = d.document_id AND a.outcome NOT IN (${BYTES_IN.stamped}, ${BYTES_IN.rejected})) AS open
           FROM documents d WHERE company_id = $1
             AND (document_id = ANY($2) OR external_ref = ANY($3) OR control_number = ANY($4)) FOR UPDATE`,
    values: [
      companyId,
      documents.map(({ documentId }) => documentId),
      records.map(({ externalRef }) => externalRef),
      records.map(({ numeroControl }) => numeroControl),
    ],
  });
  return new Map(rows.map((row) => [row.document_id, row]));
}

async function write(
  client: Client,
  one: JournaledDocument,
  { isNew, codes }: { readonly isNew: boolean; readonly codes: number },
): Promise<void> {
  if (isNew) await insertDocument(client, one);
  await writeNumbers(client, one);
  await writeAttempts(client, one);
  await updateDocument(client, one, codes);
  if (one.document?.claimed == null) return;
  const { record, claimed } = one.document;
  await client.query({
    text: `INSERT INTO series AS s (company_id, environment, fiscal_year, scope, last_number)
           VALUES ($1, $2, $3, $4, right($5, 15)::bigint)
           ON CONFLICT (company_id, environment, fiscal_year, scope)
           DO UPDATE SET last_number = greatest(s.last_number, excluded.last_number)`,
    values: [record.companyId, record.ambiente, claimed.fiscalYear, claimed.scope, record.numeroControl],
  });
}
