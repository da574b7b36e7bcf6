import type { DeliveryReader, DeliveryStanding } from '../operations/mail-ports.ts';
import type { Client, Pool } from './pool.ts';
import { inCompany } from './transaction.ts';

interface ReportRow {
  readonly has_smtp: boolean;
  readonly redirect_whatsapp: string | null;
}

/** Reads what has become of a document's messages. `installationMails`: whether there is a server for every company. */
export function createDeliveryReader(pool: Pool, installationMails: boolean): DeliveryReader {
  return {
    report: (companyId, documentId) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<ReportRow>({
          name: 'delivery-report',
          text: `SELECT c.has_smtp, d.redirect_whatsapp FROM documents d JOIN companies c USING (company_id)
                 WHERE d.company_id = $1 AND d.document_id = $2`,
          values: [companyId, documentId],
        });
        const [row] = rows;
        return {
          isConfigured: installationMails || row?.has_smtp === true,
          messages: await messagesOf(client, companyId, documentId),
          redirectWhatsapp: row?.redirect_whatsapp ?? null,
        };
      }),
  };
}

async function messagesOf(client: Client, companyId: string, documentId: string) {
  const { rows } = await client.query<DeliveryStanding>({
    name: 'delivery-messages',
    text: `SELECT kind, address, state, (extract(epoch FROM sent_at) * 1000)::float8 AS "sentMs",
             last_error AS "lastError"
           FROM deliveries WHERE company_id = $1 AND document_id = $2 AND state <> 'withdrawn'
           ORDER BY queued_at, kind, address`,
    values: [companyId, documentId],
  });
  return rows;
}
