import { isConnectionError } from './connection-errors.ts';
import { NoPrimary } from './primary.ts';
import { FailedOver, sqlState, UnansweredCommit } from './transaction.ts';

/**
 * Why the database serves nobody for now; `forgot`: until the operator has reconciled it, it numbers nothing;
 * `clocks_apart`: nor does it while its clock is not the node's.
 */
export type DatabaseObstacle =
  | 'away'
  | 'no_primary'
  | 'starting'
  | 'crowded'
  | 'read_only'
  | 'disk_full'
  | 'forgot'
  | 'clocks_apart';

/** PostgreSQL's appendix A, and what our own functions raise; of class 57, what ends sessions and what keeps new ones out. */
const BY_SQLSTATE: Readonly<Record<string, DatabaseObstacle>> = {
  '25006': 'read_only',
  '53100': 'disk_full',
  '53300': 'crowded',
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'starting',
  '57P05': 'away',
  SE010: 'forgot',
  SE011: 'clocks_apart',
};
/** PostgreSQL's class of broken connections. */
const LOST = /^08/;
/** What the system says of any connection; it tells something of the database where the connection led there. */
const LOST_BY_SYSTEM = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
/** What the driver says of a lost connection, without a code. */
const LOST_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when|Client was closed)/;

/** What of the database stood in the way; null where the error is of another kind. */
export function databaseObstacle(error: unknown): DatabaseObstacle | null {
  if (error instanceof UnansweredCommit) return databaseObstacle(error.cause) ?? 'away';
  if (error instanceof NoPrimary) return 'no_primary';
  if (error instanceof FailedOver) return 'starting';
  const code = sqlState(error) ?? '';
  const known = BY_SQLSTATE[code];
  if (known !== undefined) return known;
  if (LOST.test(code) || (LOST_BY_SYSTEM.test(code) && isConnectionError(error))) return 'away';
  return error instanceof Error && LOST_WORDS.test(error.message) ? 'away' : null;
}
