import type { Redirect, Verdict } from '../operations/ports.ts';
import type { Client } from './pool.ts';

/** What a verdict has to say to the recipients; a rejection concerns nobody but the issuer. */
const MESSAGES = { stamped: 'stamped', silence: 'contingency', rejected: null } as const;

interface Ids {
  readonly companyId: string;
  readonly documentId: string;
}

/**
 * Queues the messages of a verdict, one for each address that the document names now, and withdraws those that wait
 * in vain: to other addresses, or of a state that is over. What was queued or sent before stays as it is.
 */
export async function queueMessages(client: Client, ids: Ids, verdict: Verdict): Promise<void> {
  await client.query({
    name: 'queue-messages',
    text: `WITH wanted AS (
             SELECT DISTINCT ON (lower(address)) address, d.environment
             FROM documents d, unnest(ARRAY[recipient_email(d.draft), d.redirect_email]) AS address
             WHERE d.company_id = $1 AND d.document_id = $2 AND char_length(address) BETWEEN 1 AND 100
             ORDER BY lower(address), address
           ), withdrawn AS (
             UPDATE deliveries SET state = 'withdrawn', next_attempt_at = NULL
             WHERE company_id = $1 AND document_id = $2 AND state = 'queued'
               AND (kind IS DISTINCT FROM $3 OR address NOT IN (SELECT address FROM wanted))
           )
           INSERT INTO deliveries AS o (company_id, document_id, kind, address, environment, state, message_id,
             next_attempt_at)
           SELECT $1, $2, $3, address, environment, 'queued',
             '<' || encode(sha256(convert_to(concat_ws(' ', $1::text, $2::text, $3::text, address), 'UTF8')), 'hex')
                 || '@dte.sello>',
             clock_timestamp()
           FROM wanted WHERE $3::text IS NOT NULL
           ON CONFLICT (company_id, document_id, kind, address)
           DO UPDATE SET state = 'queued', queued_at = clock_timestamp(), next_attempt_at = clock_timestamp()
           WHERE o.state = 'withdrawn'`,
    values: [ids.companyId, ids.documentId, MESSAGES[verdict.kind]],
  });
}

interface RedirectColumns {
  readonly company_id: string;
  readonly document_id: string;
  readonly redirect_email: string | null;
  readonly redirect_whatsapp: string | null;
}

const NOWHERE: Redirect = { email: null, whatsapp: null };

/** Keeps where the last request wants a locked document delivered; what waited for the old address waits no longer. */
export async function noteRedirect(
  client: Client,
  document: RedirectColumns,
  redirect: Redirect = NOWHERE,
): Promise<void> {
  const { company_id, document_id, redirect_email, redirect_whatsapp } = document;
  if (redirect.email === redirect_email && redirect.whatsapp === redirect_whatsapp) return;
  await client.query({
    name: 'note-redirect',
    text: `UPDATE documents SET redirect_email = $3, redirect_whatsapp = $4
           WHERE company_id = $1 AND document_id = $2`,
    values: [company_id, document_id, redirect.email, redirect.whatsapp],
  });
  if (redirect.email === redirect_email || redirect_email === null) return;
  await client.query({
    name: 'withdraw-redirected',
    text: `UPDATE deliveries SET state = 'withdrawn', next_attempt_at = NULL
           WHERE company_id = $1 AND document_id = $2 AND address = $3 AND state = 'queued'`,
    values: [company_id, document_id, redirect_email],
  });
}
