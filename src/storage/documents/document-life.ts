import { parseDocumentId } from '../../core/identifiers/document-id.ts';
import { isLifeEventKind, type LifeEventKind } from '../../core/life/life-events.ts';
import type { AttemptOnRecord, DocumentLife, LifeEvent, LifeReader } from '../../operations/life/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { BYTES_IN, DOCUMENTS_IN, INVALIDATIONS_IN, MESSAGES_IN } from '../sending/states-in-sql.ts';

/** By identifier first, then by reference. */
const NAMED = `SELECT document_id AS "documentId", external_ref AS "externalRef" FROM documents
  WHERE company_id = $1 AND (document_id = $2 OR external_ref = $3) ORDER BY document_id = $2 DESC NULLS LAST LIMIT 1`;

/** What was noted of a document, by the names that its life has for it; 'rejected' is told of the verdict that stands, too. */
const NOTED: Readonly<Record<string, LifeEventKind>> = {
  silence: 'no_answer',
  rejected: 'rejected',
  number_in_doubt: 'number_in_doubt',
  found: 'asked',
  put_aside: 'put_aside',
  mail_asked: 'mail_asked',
  invalidation_rejected: 'invalidation_rejected',
  invalidation_silence: 'invalidation_no_answer',
  invalidation_put_aside: 'invalidation_put_aside',
};

const told = (kind: LifeEventKind) => `'${kind}'`;
const noted = Object.entries(NOTED).map(([note, kind]) => `('${note}', ${told(kind)})`);

/**
 * Times are the database's, but for the number, which the node gave that dated the document; so the number comes first,
 * whatever the clocks say. Bytes leave in the moment after they are put on record.
 */
const EVENTS = `WITH d AS (SELECT * FROM documents WHERE company_id = $1 AND document_id = $2),
  a AS (SELECT *, coalesce(first_sent_at, last_sent_at) AS signed_at FROM attempts
        WHERE company_id = $1 AND document_id = $2),
  given_up AS (SELECT * FROM given_up_numbers WHERE company_id = $1 AND document_id = $2),
  events AS (
    SELECT 0 AS rank, ${told('numbered')} AS kind, posted_at AS at, jsonb_build_object('control_number', coalesce(
        (SELECT control_number FROM given_up ORDER BY given_up_at LIMIT 1), control_number)) AS detail FROM d
    UNION ALL SELECT 1, CASE because WHEN 'taken' THEN ${told('renumbered')} ELSE ${told('renumbered_back')} END, given_up_at,
      jsonb_build_object('from', control_number, 'to', replaced_by) FROM given_up
    UNION ALL SELECT 2, ${told('signed')}, signed_at,
      jsonb_build_object('attempt', attempt, 'generation_code', generation_code) FROM a
    UNION ALL SELECT 3, ${told('sent')}, first_sent_at, jsonb_build_object('attempt', attempt) FROM a
      WHERE outcome <> ${BYTES_IN.notDelivered} AND first_sent_at IS NOT NULL
    UNION ALL SELECT 4, ${told('sent_again')}, last_sent_at, jsonb_build_object('attempt', attempt) FROM a
      WHERE outcome <> ${BYTES_IN.notDelivered} AND last_sent_at > first_sent_at
    UNION ALL SELECT 5, ${told('not_delivered')}, coalesce(settled_at, last_sent_at), jsonb_build_object('attempt', attempt) FROM a
      WHERE outcome = ${BYTES_IN.notDelivered}
    UNION ALL SELECT 6, ${told('asked')}, settled_at, jsonb_build_object('attempt', attempt, 'found', false) FROM a
      WHERE outcome = ${BYTES_IN.absent} AND settled_at IS NOT NULL
    UNION ALL SELECT 7, n.kind, e.happened_at, e.detail
      FROM audit_events e JOIN (VALUES ${noted.join(', ')}) AS n (note, kind) ON n.note = e.kind
      WHERE e.company_id = $1 AND e.document_id = $2
    UNION ALL SELECT 8, ${told('contingency_reported')}, c.sealed_at,
      jsonb_build_object('generation_code', c.generation_code, 'reception_stamp', c.reception_stamp)
      FROM d JOIN contingency_events c ON c.company_id = $1 AND c.event_id = d.event_id
      WHERE c.sealed_at IS NOT NULL AND d.transmit_until IS NOT NULL
    UNION ALL SELECT 9, ${told('sealed')}, settled_at, jsonb_build_object('generation_code', generation_code,
      'reception_stamp', reception_stamp, 'processed_at', processed_at, 'message', message)
      FROM d WHERE state = ${DOCUMENTS_IN.stamped} AND settled_at IS NOT NULL
    UNION ALL SELECT 10, ${told('mail_queued')}, queued_at, jsonb_strip_nulls(
      jsonb_build_object('address', address, 'kind', kind, 'state', state, 'last_error', last_error)) FROM deliveries
      WHERE company_id = $1 AND document_id = $2 AND state <> ${MESSAGES_IN.withdrawn}
    UNION ALL SELECT 11, ${told('mailed')}, sent_at, jsonb_build_object('address', address, 'kind', kind) FROM deliveries
      WHERE company_id = $1 AND document_id = $2 AND state = ${MESSAGES_IN.sent}
    UNION ALL SELECT 12, ${told('adjusted')}, n.settled_at, jsonb_build_object('document_id', n.document_id,
      'control_number', n.control_number, 'amount_gross', n.summary ->> 'amountGross') FROM documents n
      WHERE n.company_id = $1 AND n.adjusts = $2 AND n.state = ${DOCUMENTS_IN.stamped} AND n.settled_at IS NOT NULL
    UNION ALL SELECT 13, ${told('invalidation_requested')}, requested_at, '{}' FROM invalidations
      WHERE company_id = $1 AND document_id = $2
    UNION ALL SELECT 14, ${told('invalidated')}, settled_at, jsonb_build_object('generation_code', generation_code,
      'reception_stamp', reception_stamp, 'processed_at', processed_at) FROM invalidations
      WHERE company_id = $1 AND document_id = $2 AND state = ${INVALIDATIONS_IN.sealed} AND settled_at IS NOT NULL)
  SELECT kind, (extract(epoch FROM at) * 1000)::float8 AS "atMs", detail FROM events ORDER BY rank > 0, at, rank`;

const ATTEMPTS = `SELECT attempt AS number, generation_code AS "codigoGeneracion", outcome, sends,
    encode(jws_sha256, 'hex') AS sha256, (extract(epoch FROM last_sent_at) * 1000)::float8 AS "sentMs",
    answer_status AS "answerStatus", answer_body AS "answerBody"
  FROM attempts WHERE company_id = $1 AND document_id = $2 ORDER BY attempt`;

/** Reads what happened to documents, without a lock. */
export function createLifeReader(pool: Pool): LifeReader {
  return {
    life: (companyId, idOrRef) => inCompany(pool, companyId, (client) => lifeOf(client, companyId, idOrRef)),
    attempts: (companyId, documentId) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<AttemptOnRecord>({
          name: 'attempts-on-record',
          text: ATTEMPTS,
          values: [companyId, documentId],
        });
        return rows;
      }),
  };
}

async function lifeOf(client: Client, companyId: string, idOrRef: string): Promise<DocumentLife | null> {
  const { rows: found } = await client.query<Omit<DocumentLife, 'events'>>({
    name: 'named-document',
    text: NAMED,
    values: [companyId, parseDocumentId(idOrRef), idOrRef],
  });
  const [named] = found;
  if (named === undefined) return null;
  const { rows } = await client.query<Omit<LifeEvent, 'kind'> & { readonly kind: string }>({
    name: 'document-events',
    text: EVENTS,
    values: [companyId, named.documentId],
  });
  const events = rows.flatMap(({ kind, ...event }) => (isLifeEventKind(kind) ? [{ kind, ...event }] : []));
  return { ...named, events };
}
