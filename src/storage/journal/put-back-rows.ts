import { hash } from 'node:crypto';
import { DOCUMENT, stateAfter } from '../../core/submitting/states.ts';
import { storable } from '../connection/function-call.ts';
import type { Client } from '../connection/pool.ts';
import { timeWhere } from '../connection/statement-time.ts';
import { BYTES_IN, DOCUMENTS_IN } from '../sending/states-in-sql.ts';
import type { JournaledAttempt, JournaledDocument, JournaledVerdict } from './fold.ts';

/** A document as it was numbered; what became of it since is written by `updateDocument`. */
export async function insertDocument(client: Client, { document }: JournaledDocument): Promise<void> {
  if (document?.claimed == null) throw new Error('a document without its beginning cannot be put back');
  const { record, draft, claimed } = document;
  const { adjusted } = claimed;
  await client.query({
    text: `INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number,
             fiscal_year, establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary,
             payload_hash, adjusts, adjust_mode, adjusted_gross, adjusted_net, adjusted_sales, adjusts_since,
             redirect_email, redirect_whatsapp, income_class)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10::float8 / 1000), ${DOCUMENTS_IN.numbered}, $11, $12, $13, $14,
             $15, $16, $17, $18, $19, $20, to_timestamp($10::float8 / 1000), $21, $22, $23)`,
    values: [
      record.companyId,
      record.documentId,
      record.externalRef,
      record.tipoDte,
      record.ambiente,
      record.numeroControl,
      claimed.fiscalYear,
      record.establishment,
      record.pointOfSale,
      record.postedMs,
      record.generation,
      record.codigoGeneracion,
      draft,
      JSON.stringify(record.summary),
      record.payloadHash,
      claimed.adjusts,
      adjusted.adjust_mode,
      adjusted.adjusted_gross,
      adjusted.adjusted_net,
      adjusted.adjusted_sales === null ? null : JSON.stringify(adjusted.adjusted_sales),
      claimed.redirectEmail,
      claimed.redirectWhatsapp,
      claimed.incomeClass == null ? null : JSON.stringify(claimed.incomeClass),
    ],
  });
}

/**
 * The numbers that a document has given up, each on record, and the one that it has instead, past which the series go.
 * Nothing of what the database knows with an old one can be stamped any more.
 */
export async function writeNumbers(client: Client, one: JournaledDocument): Promise<void> {
  const last = one.givenUp.at(-1);
  if (last === undefined) return;
  const { rowCount } = await client.query({
    text: `UPDATE documents SET control_number = $3, numbers = numbers + 1, doubt = NULL
           WHERE company_id = $1 AND document_id = $2 AND control_number <> $3 AND state <> ${DOCUMENTS_IN.stamped}`,
    values: [one.companyId, one.documentId, last.to],
  });
  if (rowCount === 1)
    await client.query({
      text: `UPDATE attempts SET outcome = ${BYTES_IN.rejected}, settled_at = statement_timestamp()
             WHERE company_id = $1 AND document_id = $2 AND outcome <> ${BYTES_IN.rejected}`,
      values: [one.companyId, one.documentId],
    });
  for (const { from, to } of one.givenUp)
    await client.query({
      text: `INSERT INTO given_up_numbers (company_id, environment, fiscal_year, control_number, document_id, replaced_by,
               because)
             SELECT company_id, environment, fiscal_year, $3, document_id, $4, 'taken' FROM documents
             WHERE company_id = $1 AND document_id = $2
             ON CONFLICT DO NOTHING`,
      values: [one.companyId, one.documentId, from, to],
    });
  await client.query({
    text: `UPDATE series s SET last_number = greatest(s.last_number, right($3, 15)::bigint) FROM documents d
           WHERE d.company_id = $1 AND d.document_id = $2 AND s.company_id = $1 AND s.environment = d.environment
             AND s.fiscal_year = d.fiscal_year
             AND starts_with(d.establishment || d.point_of_sale || '-' || d.doc_type, s.scope)`,
    values: [one.companyId, one.documentId, last.to],
  });
}

/** Bytes under a number change only when every earlier version is settled: where later ones left, the earlier are. */
export async function writeAttempts(client: Client, one: JournaledDocument): Promise<void> {
  for (const attempt of one.attempts) {
    if (attempt.outcome === 'unknown') await closeBefore(client, one, attempt.number);
    await writeAttempt(client, one, attempt);
  }
  for (const { number, outcome } of one.others) {
    const [status, body] = answerIn(one, number);
    await client.query({
      text: `UPDATE attempts SET outcome = $4, answer_status = $5, answer_body = $6,
               settled_at = ${timeWhere(`$4 <> ${BYTES_IN.unknown}`)}
             WHERE company_id = $1 AND document_id = $2 AND attempt = $3 AND outcome NOT IN (${BYTES_IN.stamped}, ${BYTES_IN.rejected})`,
      values: [one.companyId, one.documentId, number, outcome, status, body],
    });
  }
}

function answerIn({ verdict }: JournaledDocument, number: number): readonly [number | null, string | null] {
  return verdict?.number === number ? [verdict.status, storable(verdict.body)] : [null, null];
}

async function closeBefore(client: Client, one: JournaledDocument, number: number): Promise<void> {
  await client.query({
    text: `UPDATE attempts SET outcome = ${BYTES_IN.absent}, settled_at = statement_timestamp()
           WHERE company_id = $1 AND document_id = $2 AND attempt < $3 AND outcome = ${BYTES_IN.unknown}`,
    values: [one.companyId, one.documentId, number],
  });
}

async function writeAttempt(
  client: Client,
  one: JournaledDocument,
  attempt: JournaledAttempt,
): Promise<void> {
  await client.query({
    text: `INSERT INTO attempts AS a (company_id, document_id, attempt, generation_code, payload_hash, jws, jws_sha256,
             outcome, sends, formal, last_sent_at, settled_at, answer_status, answer_body, control_number)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, to_timestamp($11::float8 / 1000),
             CASE WHEN $8 <> ${BYTES_IN.unknown} THEN to_timestamp($11::float8 / 1000) END, $12, $13, $14)
           ON CONFLICT (company_id, document_id, attempt) DO UPDATE SET outcome = excluded.outcome,
             sends = greatest(a.sends, excluded.sends), last_sent_at = greatest(a.last_sent_at, excluded.last_sent_at),
             settled_at = excluded.settled_at, answer_status = excluded.answer_status, answer_body = excluded.answer_body
           WHERE a.outcome NOT IN (${BYTES_IN.stamped}, ${BYTES_IN.rejected})`,
    values: [
      one.companyId,
      one.documentId,
      attempt.number,
      attempt.codigoGeneracion,
      attempt.payloadHash,
      attempt.jws,
      hash('sha256', attempt.jws, 'buffer'),
      attempt.outcome,
      attempt.sent ? 1 : 0,
      attempt.contingencia !== null,
      attempt.atMs,
      ...answerIn(one, attempt.number),
      attempt.givenUp,
    ],
  });
}

/**
 * What became of a document: its last payload, the contingency that it declares, and its verdict. Without a verdict it
 * is in contingency and due, and is asked about under so many `codes` before anything of it leaves.
 */
export async function updateDocument(client: Client, one: JournaledDocument, codes: number): Promise<void> {
  const { document, verdict } = one;
  const declared = one.attempts.findLast(({ contingencia }) => contingencia !== null)?.contingencia ?? null;
  const code = verdict?.kind === 'stamped' ? codeOf(one, verdict.number) : null;
  await client.query({
    text: `UPDATE documents d SET
             state = $3, fence = greatest(d.fence, $4::bigint), lease_until = NULL, lease_holder = NULL, wanted = NULL,
             generation = coalesce($5, d.generation), draft = coalesce($6, d.draft),
             summary = coalesce($7::jsonb, d.summary), payload_hash = coalesce($8, d.payload_hash),
             generation_code = coalesce($9, $10, d.generation_code),
             generation_codes = greatest(d.generation_codes, $11::integer),
             codes_to_ask = CASE WHEN $3 = ${DOCUMENTS_IN.stamped} THEN 0 ELSE $11::integer END,
             contingency_type = coalesce(d.contingency_type, $12), contingency_reason = coalesce(d.contingency_reason, $13),
             contingency_since = CASE WHEN $3 = ${DOCUMENTS_IN.contingency}
               THEN coalesce(d.contingency_since, to_timestamp($14::float8 / 1000)) ELSE d.contingency_since END,
             next_attempt_at = ${timeWhere(`$3 = ${DOCUMENTS_IN.contingency}`)}, put_aside_at = NULL, takings = 0,
             settled_at = CASE WHEN $15::text IS NULL THEN d.settled_at ELSE to_timestamp($14::float8 / 1000) END,
             reception_stamp = $16, stamped_attempt = $17, processed_at = $18,
             message_code = coalesce($15, d.message_code), message = coalesce($19, d.message),
             observations = coalesce($20::jsonb, d.observations)
           WHERE company_id = $1 AND document_id = $2`,
    values: [
      one.companyId,
      one.documentId,
      verdict?.kind ?? stateAfter(DOCUMENT, 'silence'),
      one.fence,
      document?.record.generation ?? null,
      document?.draft ?? null,
      document === null ? null : JSON.stringify(document.record.summary),
      document?.record.payloadHash ?? null,
      code,
      document?.record.codigoGeneracion ?? null,
      codes,
      declared?.tipo ?? null,
      declared?.motivo ?? null,
      one.atMs,
      ...wordsOf(verdict),
    ],
  });
}

function codeOf({ attempts }: JournaledDocument, number: number): string | null {
  return attempts.find((attempt) => attempt.number === number)?.codigoGeneracion ?? null;
}

/** Code, seal, attempt, instant, message and observations of a verdict. */
function wordsOf(verdict: JournaledVerdict | null): readonly unknown[] {
  if (verdict === null) return [null, null, null, null, null, null];
  if (verdict.kind === 'rejected') {
    const { codigoMsg, descripcionMsg, observaciones } = verdict.rejection;
    const observations = JSON.stringify(observaciones.map(storable));
    return [storable(codigoMsg), null, null, null, storable(descripcionMsg), observations];
  }
  const { selloRecibido, fhProcesamiento, codigoMsg, descripcionMsg, observaciones } = verdict.stamp;
  const processedAt = fhProcesamiento === null ? null : storable(fhProcesamiento);
  const message = storable([descripcionMsg, ...observaciones].join(' '));
  return [storable(codigoMsg), selloRecibido, verdict.number, processedAt, message, '[]'];
}
