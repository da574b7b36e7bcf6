import type { QueryResultRow } from 'pg';
import type { CodigoGeneracion } from '../../core/identifiers/official.ts';
import type { SentBytes } from '../../core/submitting/attempt.ts';
import type { SendingStore } from '../../operations/sending/ports.ts';
import { failedWrite } from '../connection/let-go.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { type LogWatch, UNWATCHED } from '../log/log-watch.ts';
import {
  closeAttempt,
  countResend,
  holds,
  insertAttempt,
  type LeasedTable,
  type RowKey,
  type RowLease,
  release,
  renew,
  rowValues,
} from './leased-rows.ts';
import { BYTES_IN } from './states-in-sql.ts';

export interface BytesRow extends QueryResultRow {
  readonly attempt: number;
  readonly generation_code: CodigoGeneracion;
  readonly jws: string;
  readonly outcome: SentBytes['outcome'];
  readonly sends: number;
}

/**
 * The attempts that still matter, in order: the latest and those of unknown fate; what was rejected a hundred times does
 * not bring a hundred signed texts with it. `columns` are read besides.
 */
export async function readAttempts<Row extends BytesRow>(
  client: Client,
  table: LeasedTable,
  { key, columns }: { readonly key: RowKey; readonly columns: readonly string[] },
): Promise<readonly Row[]> {
  const { one, attempts, id } = table;
  const { rows } = await client.query<Row>({
    name: `attempts-of-${one}`,
    text: `SELECT ${['attempt', 'generation_code', 'jws', 'outcome', 'sends', ...columns].join(', ')}
           FROM ${attempts} a WHERE company_id = $1 AND ${id} = $2
             AND (outcome = ${BYTES_IN.unknown} OR attempt = (SELECT max(attempt) FROM ${attempts} l
                                                              WHERE l.company_id = $1 AND l.${id} = $2))
           ORDER BY attempt`,
    values: rowValues(key),
  });
  return rows;
}

export function toBytes({ attempt, generation_code, jws, outcome, sends }: BytesRow): SentBytes {
  return { number: attempt, codigoGeneracion: generation_code, jws, outcome, sends };
}

/** The transactions of lease holders, and what they write about their bytes and leases, which is alike everywhere. */
export interface Sending<Lease, Bytes> {
  /** Runs a holder's transaction, and lets go of the lease where the database could not keep what it wrote. */
  ofHolder<T>(lease: Lease, work: (client: Client) => Promise<T>): Promise<T>;
  readonly methods: SendingStore<Lease, Bytes>;
}

/**
 * `attemptsOf` reads the attempts as their holder sees them. Their ages count for something once they are sent again, so
 * that `watch` looks then whether it is still the same clock that tells them.
 */
export function createSending<Lease extends RowLease, Bytes>(
  pool: Pool,
  table: LeasedTable,
  attemptsOf: (client: Client, lease: Lease) => Promise<readonly Bytes[]>,
  watch: Pick<LogWatch, 'check'> = UNWATCHED,
): Sending<Lease, Bytes> {
  const released = (lease: Lease, retryMs: number) =>
    inCompany(pool, lease.companyId, (client) => release(client, table, { lease, retryMs }));
  const ofHolder = <T>(lease: Lease, work: (client: Client) => Promise<T>) =>
    inCompany(pool, lease.companyId, work).catch((error: unknown) => failedWrite(released, lease, error));
  const change = (
    lease: Lease,
    keep: (client: Client) => Promise<boolean>,
    work: (client: Client) => Promise<void>,
  ) =>
    ofHolder(lease, async (client) => {
      if (!(await keep(client))) return null;
      await work(client);
      return attemptsOf(client, lease);
    });
  const renewed = (lease: Lease, leaseMs: number) => (client: Client) =>
    renew(client, table, { lease, leaseMs });
  return {
    ofHolder,
    methods: {
      recordAttempt: (lease, jws, leaseMs) =>
        change(lease, renewed(lease, leaseMs), (client) => insertAttempt(client, table, { key: lease, jws })),
      recordResend: (lease, attempt, leaseMs) =>
        change(lease, renewed(lease, leaseMs), async (client) => {
          await watch.check(client);
          await countResend(client, table, { key: lease, attempt });
        }),
      closeAttempt: (lease, attempt) =>
        change(
          lease,
          (client) => holds(client, table, lease),
          (client) => closeAttempt(client, table, { key: lease, attempt, outcome: 'not_delivered' }),
        ),
      renew: (lease, leaseMs) => ofHolder(lease, renewed(lease, leaseMs)),
      release: released,
    },
  };
}
