import type { DeliveryKey, DeliveryStore, TakenDelivery } from '../../operations/deliveries/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { columnsAfter } from '../connection/statement-time.ts';
import { inCompany } from '../connection/transaction.ts';
import { MESSAGES_IN } from '../sending/states-in-sql.ts';

/**
 * The outbox. Taking a message moves its time to the end of the lease, so that a node that dies leaves it to another;
 * only the last taker may postpone it or give it up, while a message that went out counts as sent whoever sent it.
 */
export function createDeliveryStore(pool: Pool): DeliveryStore {
  return {
    take: (key, leaseMs) => take(pool, key, leaseMs),
    sent: (taken) =>
      change(pool, taken, {
        name: 'delivery-sent',
        text: `UPDATE deliveries SET state = ${MESSAGES_IN.sent}, sent_at = statement_timestamp(), next_attempt_at = NULL,
                 last_error = NULL
               WHERE ${MESSAGE} AND state IN (${MESSAGES_IN.sendable})`,
        values: [],
      }),
    postpone: (taken, retryMs, reason) =>
      change(pool, taken, {
        name: 'delivery-postponed',
        text: `UPDATE deliveries SET next_attempt_at = statement_timestamp() + $7 * interval '1 ms', last_error = $8
               WHERE ${MESSAGE} AND ${QUEUED} AND tries = $6`,
        values: [taken.tries, retryMs, reason],
      }),
    giveUp: (taken, reason) =>
      change(pool, taken, {
        name: 'delivery-failed',
        text: `UPDATE deliveries SET state = ${MESSAGES_IN.failed}, next_attempt_at = NULL, last_error = $7
               WHERE ${MESSAGE} AND ${QUEUED} AND tries = $6`,
        values: [taken.tries, reason],
      }),
    withdraw: (taken) =>
      change(pool, taken, {
        name: 'delivery-withdrawn',
        text: `UPDATE deliveries SET state = ${MESSAGES_IN.withdrawn}, next_attempt_at = NULL
               WHERE ${MESSAGE} AND ${QUEUED} AND tries = $6`,
        values: [taken.tries],
      }),
  };
}

/**
 * Only what is queued has a next time. Named so, the primary key finds the message, and not the index of all that its
 * company has queued.
 */
const QUEUED = 'next_attempt_at IS NOT NULL';

const KEY = 'company_id = $1 AND document_id = $2 AND kind = $3 AND address = $4';

/** Not another one that took its place meanwhile, as that of the next rejection does. */
const MESSAGE = `${KEY} AND message_id = $5`;

function keyValues({ companyId, documentId, kind, address }: DeliveryKey): readonly string[] {
  return [companyId, documentId, kind, address];
}

/** The second of two takers waits for the first and then finds the time moved. */
function take(pool: Pool, key: DeliveryKey, leaseMs: number): Promise<TakenDelivery | null> {
  return inCompany(pool, key.companyId, async (client) => {
    const { rows } = await client.query<{
      readonly message_id: string;
      readonly tries: number;
      readonly age_ms: number;
    }>({
      name: 'take-delivery',
      text: columnsAfter(
        `UPDATE deliveries SET tries = tries + 1, next_attempt_at = statement_timestamp() + $5 * interval '1 ms'
         WHERE ${KEY} AND next_attempt_at <= statement_timestamp() RETURNING message_id, tries, queued_at`,
        'message_id, tries, (extract(epoch FROM statement_timestamp() - queued_at) * 1000)::float8 AS age_ms',
      ),
      values: [...keyValues(key), leaseMs],
    });
    const [row] = rows;
    return row === undefined
      ? null
      : { ...key, messageId: row.message_id, tries: row.tries, ageMs: row.age_ms };
  });
}

interface Change {
  readonly name: string;
  readonly text: string;
  /** From $6 on. */
  readonly values: readonly (string | number)[];
}

function change(pool: Pool, taken: TakenDelivery, { name, text, values }: Change): Promise<void> {
  return inCompany(pool, taken.companyId, async (client) => {
    await client.query({ name, text, values: [...keyValues(taken), taken.messageId, ...values] });
  });
}
