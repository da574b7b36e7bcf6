import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Redirect } from '../../operations/documents/ports.ts';
import type { Client } from '../connection/pool.ts';
import { MESSAGES_IN } from '../sending/states-in-sql.ts';

const NOWHERE: Redirect = { email: null, whatsapp: null };

/** Keeps where the last request wants a locked document delivered; what waited for the old address waits no longer. */
export async function noteRedirect(
  client: Client,
  document: {
    readonly company_id: string;
    readonly document_id: DocumentId;
    readonly redirect_email: string | null;
    readonly redirect_whatsapp: string | null;
  },
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
    text: `UPDATE deliveries SET state = ${MESSAGES_IN.withdrawn}, next_attempt_at = NULL
           WHERE company_id = $1 AND document_id = $2 AND address = $3 AND next_attempt_at IS NOT NULL`,
    values: [company_id, document_id, redirect_email],
  });
}
