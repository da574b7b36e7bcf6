import type { BegunForm, FormOwner, FormStore } from '../../operations/forms/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';

/** How many forms of a user are kept, and for how long. */
const KEPT = 20;
const KEPT_FOR = '30 days';

const COLUMNS = `external_ref AS "externalRef", doc_type AS "tipoDte", fields,
  (extract(epoch FROM updated_at) * 1000)::float8 AS "updatedMs"`;
const OWN = 'company_id = $1 AND user_id = $2';

/** Begun forms in PostgreSQL. The pool acts as the service. */
export function createFormStore(pool: Pool): FormStore {
  return {
    keep: (owner, form) => inCompany(pool, owner.companyId, (client) => keep(client, owner, form)),
    find: ({ companyId, userId }, externalRef) =>
      inCompany(pool, companyId, async (client) => {
        const text = `SELECT ${COLUMNS} FROM begun_forms WHERE ${OWN} AND external_ref = $3`;
        const values = [companyId, userId, externalRef];
        return (await client.query<BegunForm>({ name: 'find-form', text, values })).rows[0] ?? null;
      }),
    list: ({ companyId, userId }) =>
      inCompany(pool, companyId, async (client) => {
        const text = `SELECT ${COLUMNS} FROM begun_forms WHERE ${OWN} ORDER BY updated_at DESC LIMIT ${KEPT}`;
        const values = [companyId, userId];
        return (await client.query<BegunForm>({ name: 'list-forms', text, values })).rows;
      }),
    forget: ({ companyId, userId }, externalRef) =>
      inCompany(pool, companyId, async (client) => {
        const text = `DELETE FROM begun_forms WHERE ${OWN} AND external_ref = $3`;
        await client.query({ name: 'forget-form', text, values: [companyId, userId, externalRef] });
      }),
  };
}

async function keep(
  client: Client,
  { companyId, userId }: FormOwner,
  { externalRef, tipoDte, fields }: Omit<BegunForm, 'updatedMs'>,
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'keep-form',
    text: `UPDATE begun_forms SET doc_type = $4, fields = $5, updated_at = statement_timestamp()
           WHERE ${OWN} AND external_ref = $3`,
    values: [companyId, userId, externalRef, tipoDte, JSON.stringify(fields)],
  });
  if (rowCount !== 0) return;
  await client.query({
    name: 'forget-old-forms',
    text: `DELETE FROM begun_forms WHERE ${OWN} AND (updated_at < statement_timestamp() - interval '${KEPT_FOR}'
             OR external_ref IN (SELECT external_ref FROM begun_forms WHERE ${OWN}
               ORDER BY updated_at DESC OFFSET ${KEPT - 1}))`,
    values: [companyId, userId],
  });
  await client.query({
    name: 'begin-form',
    text: `INSERT INTO begun_forms (company_id, user_id, external_ref, doc_type, fields) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (company_id, user_id, external_ref) DO UPDATE SET doc_type = excluded.doc_type,
             fields = excluded.fields, updated_at = excluded.updated_at`,
    values: [companyId, userId, externalRef, tipoDte, JSON.stringify(fields)],
  });
}
