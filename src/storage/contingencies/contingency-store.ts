import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Report } from '../../core/submitting/next-event-step.ts';
import type { DueDocument } from '../../operations/background/ports.ts';
import type { ContingencyStore, EventLease, LoteLimits } from '../../operations/contingencies/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { afterInstant } from '../connection/statement-time.ts';
import { inCompany } from '../connection/transaction.ts';
import { type LogWatch, UNWATCHED } from '../log/log-watch.ts';
import { closeBytes, holds, LEASED_EVENTS } from '../sending/leased-rows.ts';
import { createSending } from '../sending/sending-store.ts';
import { BYTES_IN, DOCUMENTS_IN } from '../sending/states-in-sql.ts';
import { countUnreported, openEvent, reportsOf, takeEvent } from './contingency-events.ts';

/** The contingencies of companies in PostgreSQL; every write is void once the lease is somebody else's. */
export function createContingencyStore(pool: Pool, watch: LogWatch = UNWATCHED): ContingencyStore {
  const { ofHolder, methods } = createSending<EventLease, Report>(pool, LEASED_EVENTS, reportsOf);
  const leased = (lease: EventLease, work: (client: Client) => Promise<void>): Promise<boolean> =>
    ofHolder(lease, async (client) => {
      const held = await holds(client, LEASED_EVENTS, lease);
      if (held) await work(client);
      return held;
    });
  return {
    ...methods,
    unreported: (companyId, ambiente, quarantineMs) =>
      inCompany(pool, companyId, (client) => countUnreported(client, { companyId, ambiente, quarantineMs })),
    open: (event, clocks) => inCompany(pool, event.companyId, (client) => openEvent(client, event, clocks)),
    take: (companyId, eventId, leaseMs) =>
      inCompany(pool, companyId, async (client) => {
        const event = await takeEvent(client, { companyId, eventId }, leaseMs);
        if (event !== null) await watch.check(client);
        return event;
      }),
    seal: (lease, seal) => leased(lease, (client) => sealEvent(client, lease, seal)),
    reject: (lease, rejection) => leased(lease, (client) => rejectEvent(client, lease, rejection)),
    waiting: (lease, most) => inCompany(pool, lease.companyId, (client) => waiting(client, lease, most)),
    bringForward: async (lease, documents) =>
      void (await leased(lease, (client) => makeDue(client, lease, documents))),
    wake: (companyId, ambiente) =>
      inCompany(pool, companyId, async (client) => {
        await client.query({
          name: 'wake-events',
          text: `UPDATE contingency_events SET next_attempt_at = statement_timestamp()
                 WHERE company_id = $1 AND environment = $2 AND next_attempt_at > statement_timestamp()`,
          values: [companyId, ambiente],
        });
      }),
    noteWarning: async (lease, percent) =>
      void (await leased(lease, (client) => noteWarning(client, lease, percent))),
    finish: async (lease) => void (await leased(lease, (client) => finish(client, lease))),
  };
}

function keyOf({ companyId, eventId }: EventLease, ...others: readonly unknown[]): unknown[] {
  return [companyId, eventId, ...others];
}

type Seal = Parameters<ContingencyStore['seal']>[1];

/** The clock of 72 hours begins with the first sending of the bytes, which is never after the seal. */
async function sealEvent(
  client: Client,
  lease: EventLease,
  { selloRecibido, raw, transmitMs }: Seal,
): Promise<void> {
  await client.query({
    name: 'seal-event',
    text: `UPDATE contingency_events e SET sealed_at = a.first_sent_at, reception_stamp = $3,
             transmit_until = a.transmit_until, observations = '[]', warned = 0, tries = 0,
             next_attempt_at = statement_timestamp(), lease_until = NULL
           FROM (SELECT min(first_sent_at) AS first_sent_at, ${afterInstant('min(first_sent_at)', "$4 * interval '1 ms'")} AS transmit_until
                 FROM contingency_attempts
                 WHERE company_id = $1 AND event_id = $2 AND outcome <> ${BYTES_IN.rejected}) a
           WHERE company_id = $1 AND event_id = $2`,
    values: keyOf(lease, selloRecibido, transmitMs),
  });
  await closeBytes(client, LEASED_EVENTS, { key: lease, outcome: 'sealed', raw });
  await client.query({
    name: 'mark-reported',
    text: `UPDATE documents d SET transmit_until = e.transmit_until,
             next_attempt_at = CASE WHEN d.next_attempt_at IS NULL THEN NULL
                                    ELSE greatest(d.next_attempt_at, soon.at) END
           FROM contingency_events e, (SELECT statement_timestamp() + interval '5 min' AS at) AS soon
           WHERE e.company_id = $1 AND e.event_id = $2 AND d.company_id = $1 AND d.event_id = $2
             AND d.state <> ${DOCUMENTS_IN.stamped}`,
    values: keyOf(lease),
  });
  await note(client, lease, { kind: 'contingency_sealed', detail: { reception_stamp: selloRecibido } });
}

type Rejected = Parameters<ContingencyStore['reject']>[1];

async function rejectEvent(client: Client, lease: EventLease, rejection: Rejected): Promise<void> {
  const { raw, codigoGeneracion, observaciones, retryMs } = rejection;
  await closeBytes(client, LEASED_EVENTS, { key: lease, outcome: 'rejected', raw });
  await client.query({
    name: 'reject-event',
    text: `UPDATE contingency_events SET generation_code = $3, observations = $4, tries = tries + 1,
             next_attempt_at = statement_timestamp() + $5 * interval '1 ms', lease_until = NULL
           WHERE company_id = $1 AND event_id = $2`,
    values: keyOf(lease, codigoGeneracion, JSON.stringify(observaciones), retryMs),
  });
  await note(client, lease, { kind: 'contingency_rejected', detail: { observaciones } });
}

async function waiting(client: Client, lease: EventLease, { limit, restMs }: LoteLimits) {
  const { rows } = await client.query<{ readonly document_id: DocumentId; readonly free: boolean }>({
    name: 'waiting-documents',
    text: `SELECT document_id, (lease_until IS NULL OR lease_until <= clock_timestamp()) AND NOT EXISTS (
                    SELECT 1 FROM attempts a WHERE a.company_id = $1 AND a.document_id = d.document_id
                      AND (a.outcome = ${BYTES_IN.unknown} OR a.formal AND a.sends > 0
                           AND a.last_sent_at > statement_timestamp() - $3 * interval '1 ms')) AS free
           FROM documents d WHERE company_id = $1 AND event_id = $2 AND state = ${DOCUMENTS_IN.contingency}
             AND next_attempt_at IS NOT NULL
           ORDER BY posted_at`,
    values: keyOf(lease, restMs),
  });
  const free: readonly DueDocument[] = rows
    .filter((row) => row.free)
    .slice(0, limit)
    .map((row) => ({ companyId: lease.companyId, documentId: row.document_id }));
  const { rows: flying } = await client.query<{ readonly count: number }>({
    name: 'flying-documents',
    text: `SELECT count(*)::int AS count FROM documents
           WHERE company_id = $1 AND event_id = $2 AND state IN (${DOCUMENTS_IN.open})
             AND state <> ${DOCUMENTS_IN.contingency}`,
    values: keyOf(lease),
  });
  return { open: rows.length + (flying[0]?.count ?? 0), free };
}

async function makeDue(client: Client, lease: EventLease, documents: readonly DueDocument[]): Promise<void> {
  await client.query({
    name: 'make-due',
    text: `UPDATE documents SET next_attempt_at = statement_timestamp()
           WHERE company_id = $1 AND event_id = $2 AND document_id = ANY($3)`,
    values: keyOf(
      lease,
      documents.map(({ documentId }) => documentId),
    ),
  });
}

async function noteWarning(client: Client, lease: EventLease, percent: number): Promise<void> {
  await client.query({
    name: 'note-event-warning',
    text: 'UPDATE contingency_events SET warned = $3 WHERE company_id = $1 AND event_id = $2',
    values: keyOf(lease, percent),
  });
}

async function finish(client: Client, lease: EventLease): Promise<void> {
  await client.query({
    name: 'finish-event',
    text: `UPDATE contingency_events SET next_attempt_at = NULL, lease_until = NULL
           WHERE company_id = $1 AND event_id = $2`,
    values: keyOf(lease),
  });
}

async function note(
  client: Client,
  { companyId, eventId }: EventLease,
  { kind, detail }: { readonly kind: string; readonly detail: Readonly<Record<string, unknown>> },
): Promise<void> {
  await client.query({
    name: 'note-contingency',
    text: 'INSERT INTO audit_events (company_id, kind, detail) VALUES ($1, $2, $3)',
    values: [companyId, kind, JSON.stringify({ event_id: eventId, ...detail })],
  });
}
