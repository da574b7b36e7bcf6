import { silenceText } from '../core/issuing/silence-text.ts';
import { type DocumentTrigger, nextState, statesBefore } from '../core/issuing/states.ts';
import type { DocumentRecord, Lease, RawAnswer, Verdict } from '../operations/ports.ts';
import { RECORD_COLUMNS, type RecordRow, toRecord } from './document-rows.ts';
import { queueMessages } from './outbox.ts';
import type { Client } from './pool.ts';

/**
 * Phase 4: writes the verdict, closes its attempt, notes the event, queues the messages that tell of it and ends the
 * lease, all in the caller's transaction. Null when the lease is no longer ours.
 */
export async function settleDocument(
  client: Client,
  { lease, installationMails }: Settling,
  verdict: Verdict,
): Promise<DocumentRecord | null> {
  const row = await writeState(client, lease, verdict);
  if (row === null) return null;
  if (verdict.kind !== 'silence') await closeWithVerdict(client, lease, verdict);
  // A silence like the one before it says nothing new, and an outage of days has very many.
  if (verdict.kind !== 'silence' || row.tries === 1) await noteEvent(client, lease, verdict);
  if (installationMails || row.company_mails) await queueMessages(client, lease, verdict);
  return toRecord(row);
}

export interface Settling {
  readonly lease: Lease;
  /** Whether the installation has a mail server for every company. */
  readonly installationMails: boolean;
}

const TRIGGERS: Readonly<Record<Verdict['kind'], DocumentTrigger>> = {
  stamped: 'stamp',
  rejected: 'reject',
  silence: 'silence',
};

interface Outcome {
  readonly sello: string | null;
  readonly attempt: number | null;
  readonly processedAt: string | null;
  readonly messageCode: string;
  readonly message: string;
  readonly observations: readonly string[];
}

/** A stamp for other data than the caller wanted last drops those data, visibly. */
const NEW_DATA_DROPPED = 'El documento ya estaba sellado; los datos nuevos no se aplicaron.';

interface SettledRow extends RecordRow {
  readonly tries: number;
  /** Whether the company has a mail server of its own. */
  readonly company_mails: boolean;
}

async function writeState(client: Client, lease: Lease, verdict: Verdict): Promise<SettledRow | null> {
  const trigger = TRIGGERS[verdict.kind];
  const outcome = storableOutcome(verdict);
  const { rows } = await client.query<SettledRow>({
    name: `settle-${trigger}`,
    text: `UPDATE documents d SET state = $4, reception_stamp = $5, stamped_attempt = $6, processed_at = $7,
             message_code = $8,
             message = CASE WHEN d.wanted IS NOT NULL AND $4 = 'stamped' THEN $11 ELSE $9 END,
             observations = $10,
             generation_code = coalesce(
               (SELECT generation_code FROM attempts a
                WHERE a.company_id = d.company_id AND a.document_id = d.document_id AND a.attempt = $6),
               d.generation_code),
             wanted = CASE WHEN $4 = 'contingency' THEN d.wanted END,
             settled_at = CASE WHEN $4 = 'contingency' THEN d.settled_at ELSE clock_timestamp() END,
             lease_until = NULL, takings = 0,
             tries = CASE WHEN $4 = 'contingency' THEN d.tries + 1 ELSE 0 END,
             next_attempt_at = clock_timestamp() + $13 * interval '1 ms',
             contingency_since = CASE WHEN $4 = 'contingency' THEN coalesce(d.contingency_since, clock_timestamp())
                                      ELSE d.contingency_since END
           WHERE company_id = $1 AND document_id = $2 AND fence = $3 AND state = ANY($12)
           RETURNING ${RECORD_COLUMNS}, tries,
             (SELECT has_smtp FROM companies c WHERE c.company_id = d.company_id) AS company_mails`,
    values: [
      lease.companyId,
      lease.documentId,
      lease.fence,
      nextState('in_flight', trigger),
      outcome.sello,
      outcome.attempt,
      outcome.processedAt,
      outcome.messageCode,
      outcome.message,
      JSON.stringify(outcome.observations),
      NEW_DATA_DROPPED,
      statesBefore(trigger),
      verdict.kind === 'silence' ? verdict.retryMs : null,
    ],
  });
  return rows[0] ?? null;
}

/** What the authority wrote, as a column can hold it: a verdict must not be lost over a character. */
function storableOutcome(verdict: Verdict): Outcome {
  const { processedAt, messageCode, message, observations, ...others } = outcomeOf(verdict);
  return {
    ...others,
    processedAt: processedAt === null ? null : storable(processedAt),
    messageCode: storable(messageCode),
    message: storable(message),
    observations: observations.map(storable),
  };
}

function outcomeOf(verdict: Verdict): Outcome {
  const none = { sello: null, attempt: null, processedAt: null, messageCode: '', observations: [] };
  switch (verdict.kind) {
    case 'stamped':
      return {
        sello: verdict.stamp.selloRecibido,
        attempt: verdict.attempt,
        processedAt: verdict.stamp.fhProcesamiento,
        messageCode: verdict.stamp.codigoMsg,
        message: [verdict.stamp.descripcionMsg, ...verdict.stamp.observaciones].join(' '),
        observations: [],
      };
    case 'rejected':
      return {
        ...none,
        messageCode: verdict.rejection.codigoMsg,
        message: verdict.rejection.descripcionMsg,
        observations: verdict.rejection.observaciones,
      };
    case 'silence':
      return { ...none, message: silenceText('document', verdict.cause === 'sign_in_refused') };
  }
}

interface AttemptVerdict {
  readonly kind: 'stamped' | 'rejected';
  readonly attempt: number;
  readonly raw: RawAnswer;
}

async function closeWithVerdict(client: Client, lease: Lease, verdict: AttemptVerdict): Promise<void> {
  const { rowCount } = await client.query({
    name: 'close-with-verdict',
    text: `UPDATE attempts SET outcome = $4, settled_at = clock_timestamp(), answer_status = $5, answer_body = $6
           WHERE company_id = $1 AND document_id = $2 AND attempt = $3`,
    values: [
      lease.companyId,
      lease.documentId,
      verdict.attempt,
      verdict.kind,
      verdict.raw.status,
      storable(verdict.raw.body),
    ],
  });
  if (rowCount !== 1)
    throw new Error(`attempt ${verdict.attempt} of document ${lease.documentId} is missing`);
}

/** PostgreSQL text can hold neither NUL nor half a character, and an answer is kept whatever it holds. */
function storable(body: string): string {
  return body.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

async function noteEvent(client: Client, lease: Lease, verdict: Verdict): Promise<void> {
  const { message, messageCode } = storableOutcome(verdict);
  const reason = verdict.kind === 'silence' ? { reason: storable(verdict.reason) } : {};
  await client.query({
    name: 'note-verdict',
    text: `INSERT INTO audit_events (company_id, document_id, kind, detail) VALUES ($1, $2, $3, $4)`,
    values: [
      lease.companyId,
      lease.documentId,
      verdict.kind,
      JSON.stringify({ message, message_code: messageCode, ...reason }),
    ],
  });
}
