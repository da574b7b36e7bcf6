import { processingTimeMs } from '../../core/calendar/processing-time.ts';
import type { TakeRequest, Taking } from '../../operations/background/ports.ts';
import type { Lease } from '../../operations/documents/ports.ts';
import type {
  HeldInvalidation,
  InvalidationBytes,
  InvalidationStore,
  InvalidationSubject,
} from '../../operations/invalidations/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { afterInstant } from '../connection/statement-time.ts';
import { inCompany } from '../connection/transaction.ts';
import { readStanding } from '../documents/standing.ts';
import { type LogWatch, UNWATCHED } from '../log/log-watch.ts';
import { type DocumentKey, LEASED_INVALIDATIONS, takeRow } from '../sending/leased-rows.ts';
import { createSending } from '../sending/sending-store.ts';
import { registerInvalidation } from './invalidation-register.ts';
import {
  attemptsOf,
  INVALIDATION_COLUMNS,
  type InvalidationRow,
  readHeld,
  toInvalidation,
} from './invalidation-rows.ts';
import { settleInvalidation } from './invalidation-settle.ts';

/** Within so many milliseconds: where in them is said by the last byte of the document's identifier, which is random. */
const SPREAD = afterInstant(
  'statement_timestamp()',
  `get_byte(uuid_send(document_id), 15) / 255.0 * $3::float8 * interval '1 ms'`,
);

/** The invalidations in PostgreSQL; every write of a lease holder is void once the lease is somebody else's. */
export function createInvalidationStore(pool: Pool, watch: LogWatch = UNWATCHED): InvalidationStore {
  const { ofHolder, methods } = createSending<Lease, InvalidationBytes>(
    pool,
    LEASED_INVALIDATIONS,
    attemptsOf,
    watch,
  );
  return {
    ...methods,
    subject: (companyId, documentId) =>
      inCompany(pool, companyId, (client) => readSubject(client, { companyId, documentId })),
    register: (request) =>
      inCompany(pool, request.companyId, (client) => registerInvalidation(client, request, watch)),
    take: (request) => inCompany(pool, request.companyId, (client) => take(client, request, watch)),
    settle: (lease, verdict) => ofHolder(lease, (client) => settleInvalidation(client, lease, verdict)),
    wake: (companyId, ambiente, withinMs) =>
      inCompany(pool, companyId, async (client) => {
        await client.query({
          name: 'wake-invalidations',
          text: `UPDATE invalidations SET next_attempt_at = least(next_attempt_at, ${SPREAD})
                 WHERE company_id = $1 AND environment = $2 AND next_attempt_at IS NOT NULL`,
          values: [companyId, ambiente, withinMs],
        });
      }),
  };
}

async function take(
  client: Client,
  { companyId, documentId, leaseMs, mostTakings }: TakeRequest,
  watch: LogWatch,
): Promise<Taking<HeldInvalidation>> {
  const key = { companyId, documentId };
  const { kind } = await takeRow(client, LEASED_INVALIDATIONS, {
    key,
    leaseMs,
    mostTakings,
    columns: 'state',
  });
  if (kind !== 'gone') await watch.check(client);
  return kind === 'held' ? { kind, held: await readHeld(client, key) } : { kind };
}

/** The seal's instant is the authority's own word; where it said none, when the seal came to us. */
async function readSubject(client: Client, key: DocumentKey): Promise<InvalidationSubject | null> {
  const values = [key.companyId, key.documentId];
  const { rows: documents } = await client.query<{
    readonly draft: string;
    readonly processed_at: string | null;
    readonly settled_ms: number | null;
  }>({
    name: 'invalidation-subject',
    text: `SELECT draft, processed_at, (extract(epoch FROM settled_at) * 1000)::float8 AS settled_ms FROM documents
           WHERE company_id = $1 AND document_id = $2`,
    values,
  });
  // Before the invalidation itself: what the standing calls sealed is found sealed.
  const standing = await readStanding(client, key);
  const { rows: invalidations } = await client.query<InvalidationRow>({
    name: 'find-invalidation',
    text: `SELECT ${INVALIDATION_COLUMNS} FROM invalidations i WHERE company_id = $1 AND document_id = $2`,
    values,
  });
  const [document] = documents;
  const [invalidation] = invalidations;
  if (document === undefined) return null;
  const { draft, processed_at: processedAt, settled_ms: settledMs } = document;
  return {
    draft,
    sealedMs: (processedAt === null ? null : processingTimeMs(processedAt)) ?? settledMs,
    standing,
    invalidation: invalidation === undefined ? null : toInvalidation(invalidation),
  };
}
