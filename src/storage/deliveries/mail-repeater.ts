import type { MailAsked, MailLimits, MailRepeater, MailWish } from '../../operations/life/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { afterInstant } from '../connection/statement-time.ts';
import { inCompany } from '../connection/transaction.ts';
import { MESSAGES_IN } from '../sending/states-in-sql.ts';

export function createMailRepeater(pool: Pool): MailRepeater {
  return {
    askAgain: (wish, limits) => inCompany(pool, wish.companyId, (client) => askAgain(client, wish, limits)),
  };
}

/** Two that ask at once wait for each other at the document's row. */
async function askAgain(client: Client, wish: MailWish, limits: MailLimits): Promise<MailAsked> {
  const { companyId, documentId, kind, address } = wish;
  await client.query({
    name: 'hold-document-to-mail',
    text: 'SELECT FROM documents WHERE company_id = $1 AND document_id = $2 FOR NO KEY UPDATE',
    values: [companyId, documentId],
  });
  const { rows: wanted } = await client.query<{
    readonly address: string;
    readonly is_waiting: boolean;
    /** Until this address may get another one; not positive where it may. */
    readonly wait_ms: number;
  }>({
    name: 'mail-wanted',
    text: WANTED,
    values: [companyId, documentId, kind, address, limits.everyMs],
  });
  if (wanted.length === 0) return { kind: 'no_address' };
  const more = wanted.filter((one) => !one.is_waiting);
  const waitMs = Math.max(
    0,
    ...more.map((one) => one.wait_ms),
    await dayWaitMs(client, wish, [more.length, limits]),
  );
  if (waitMs > 0 && more.length > 0) return { kind: 'too_often', waitMs };
  for (const one of more) await queue(client, wish, one.address);
  return { kind: 'queued' };
}

const WANTED = `SELECT DISTINCT ON (lower(w.address)) w.address, o.next_attempt_at IS NOT NULL AS is_waiting,
    coalesce($5 - extract(epoch FROM clock_timestamp() - greatest(o.queued_at, o.sent_at, o.asked_at)) * 1000, 0)::float8
      AS wait_ms
  FROM documents d
    CROSS JOIN LATERAL unnest(CASE WHEN $4::text IS NULL THEN ARRAY[recipient_email(d.draft), d.redirect_email]
                                   ELSE ARRAY[$4::text] END) AS w (address)
    LEFT JOIN deliveries o ON o.company_id = $1 AND o.document_id = $2 AND o.kind = $3 AND o.address = w.address
      AND o.state <> ${MESSAGES_IN.withdrawn}
  WHERE d.company_id = $1 AND d.document_id = $2 AND char_length(w.address) BETWEEN 1 AND 100
  ORDER BY lower(w.address), w.address`;

/** Until so many more may be asked for; zero where they may. */
async function dayWaitMs(
  client: Client,
  { companyId, documentId }: MailWish,
  [more, { perDay }]: readonly [number, MailLimits],
): Promise<number> {
  const { rows } = await client.query<{ readonly asked: number; readonly wait_ms: number }>({
    name: 'mail-asked-today',
    text: `SELECT coalesce(sum(asked), 0)::integer AS asked, coalesce(extract(epoch FROM min(asked_at) + interval '1 day'
             - clock_timestamp()) * 1000, 0)::float8 AS wait_ms
           FROM deliveries WHERE company_id = $1 AND document_id = $2 AND asked_at > clock_timestamp() - interval '1 day'`,
    values: [companyId, documentId],
  });
  const [today] = rows;
  return today === undefined || today.asked + more <= perDay ? 0 : Math.max(1, today.wait_ms);
}

/** A message that was sent goes under another Message-ID: the recipient's server would take the same for a repetition. */
async function queue(
  client: Client,
  { companyId, documentId, kind }: MailWish,
  address: string,
): Promise<void> {
  await client.query({
    name: 'queue-mail-again',
    text: `INSERT INTO deliveries AS o (company_id, document_id, kind, address, environment, state, message_id,
             next_attempt_at, asked, asked_at)
           SELECT $1::uuid, $2::uuid, $3::text, $4::text, d.environment, ${MESSAGES_IN.queued},
             '<' || encode(sha256(convert_to(concat_ws(' ', $1::uuid, $2::uuid, $3::text, $4::text, clock_timestamp()),
                                             'UTF8')), 'hex') || '@dte.sello>',
             clock_timestamp(), 1, clock_timestamp()
           FROM documents d WHERE d.company_id = $1 AND d.document_id = $2
           ON CONFLICT (company_id, document_id, kind, address) DO UPDATE
           SET state = excluded.state, message_id = excluded.message_id, queued_at = excluded.queued_at, tries = 0,
             next_attempt_at = excluded.next_attempt_at, sent_at = NULL, last_error = NULL, asked_at = excluded.asked_at,
             asked = 1 + CASE WHEN o.asked_at > ${afterInstant('excluded.asked_at', "interval '-1 day'")} THEN o.asked ELSE 0 END`,
    values: [companyId, documentId, kind, address],
  });
  await client.query({
    name: 'note-mail-asked',
    text: `INSERT INTO audit_events (company_id, document_id, kind, detail) VALUES ($1, $2, 'mail_asked', $3)`,
    values: [companyId, documentId, JSON.stringify({ address, kind })],
  });
}
