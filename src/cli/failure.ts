import { errorCode } from '../core/errors/error-code.ts';
import type { Problem } from '../core/refusals/refusal.ts';

/** Why a command did not do what it was asked; `message` is one sentence for the person at the terminal. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  /** For programs that read `--json`; it stays the same when the sentence is improved. */
  readonly code: string;
  /** Everything that is wrong, where it is more than the sentence can say. */
  readonly problems: readonly Problem[];

  constructor(code: string, message: string, problems: readonly Problem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}

/** The command line itself is wrong: exit code 2. */
export class UsageFailure extends CommandFailure {
  constructor(message: string) {
    super('usage', message);
  }
}

function pathOf(error: unknown): string {
  if (!(error instanceof Error) || !('path' in error)) return 'a file';
  return typeof error.path === 'string' ? error.path : 'a file';
}

const UNREACHABLE = 'The PostgreSQL database cannot be reached';

const DISTRUSTED = 'The certificate of the PostgreSQL server is not trusted';
const UNKNOWN_ISSUER = `${DISTRUSTED}: it is signed by itself or by an authority that is not known here; name the file of that authority with sslrootcert in DATABASE_URL.`;
const NO_TLS =
  'The PostgreSQL server offers no TLS, which sslmode in DATABASE_URL demands (sslmode=disable does without).';

const SENTENCES: Readonly<Record<string, (error: unknown) => string>> = {
  ECONNREFUSED: () => `${UNREACHABLE}: nothing listens at the address in DATABASE_URL.`,
  ENOTFOUND: () => `${UNREACHABLE}: the host name in DATABASE_URL is not known.`,
  EAI_AGAIN: () => `${UNREACHABLE}: the host name in DATABASE_URL could not be looked up.`,
  ETIMEDOUT: () => `${UNREACHABLE}: the address in DATABASE_URL does not answer.`,
  EHOSTUNREACH: () => `${UNREACHABLE}: there is no way to the address in DATABASE_URL.`,
  ECONNRESET: () => `${UNREACHABLE}: it broke the connection off.`,
  '28P01': () => 'The PostgreSQL database refuses the user or password in DATABASE_URL.',
  '28000': (error) =>
    /pg_hba/.test(messageOf(error))
      ? `The PostgreSQL database does not let this machine in: ${messageOf(error)}.`
      : 'The PostgreSQL database refuses the user or password in DATABASE_URL.',
  '08P01': (error) => `The server in DATABASE_URL refuses the connection: ${messageOf(error)}.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: () => UNKNOWN_ISSUER,
  SELF_SIGNED_CERT_IN_CHAIN: () => UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: () => UNKNOWN_ISSUER,
  CERT_SIGNATURE_FAILURE: () => UNKNOWN_ISSUER,
  CERT_HAS_EXPIRED: () => `${DISTRUSTED}: it has expired.`,
  CERT_NOT_YET_VALID: () => `${DISTRUSTED}: it is not valid yet.`,
  ERR_TLS_CERT_ALTNAME_INVALID: () =>
    `${DISTRUSTED}: it is for another name than the host in DATABASE_URL (sslmode=verify-ca does not look at the name).`,
  '3D000': () => 'The database named in DATABASE_URL does not exist: create it with createdb.',
  '42501': () =>
    'The user in DATABASE_URL lacks a right: it must own the database and be allowed to create roles (CREATEROLE).',
  '53300': () => 'The PostgreSQL database has no connection left for Sello.',
  '57P03': () => 'The PostgreSQL database is just starting or stopping: try again in a moment.',
  EACCES: (error) => `No permission to use ${pathOf(error)}.`,
  EPERM: (error) => `No permission to use ${pathOf(error)}.`,
  EROFS: (error) => `${pathOf(error)} cannot be written: its disk is read-only.`,
  ENOSPC: () => 'The disk is full: free some space and try again.',
  ENOENT: (error) => `${pathOf(error)} does not exist.`,
  ENOTDIR: (error) => `${pathOf(error)} cannot be made because a file stands in its way.`,
  EEXIST: (error) => `${pathOf(error)} cannot be made because a file stands in its way.`,
};

/** Errors of ours whose message is such a sentence, by their name, with the code they have as failures. */
const SPEAKING: Readonly<Record<string, string>> = {
  EmbeddedPostgresError: 'embedded_postgres',
  ForeignServer: 'foreign_database',
  NoPrimary: 'environment',
  UnsoundBackup: 'backup',
};

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Every error as a failure with a sentence; what is already one stays as it is. */
export function toFailure(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  const message = messageOf(error);
  const code = error instanceof Error ? SPEAKING[error.name] : undefined;
  if (code !== undefined) return new CommandFailure(code, message);
  if (message === 'The server does not support SSL connections')
    return new CommandFailure('environment', NO_TLS);
  const sentence = SENTENCES[errorCode(error)];
  if (sentence !== undefined) return new CommandFailure('environment', sentence(error));
  if (/timeout|terminated unexpectedly/i.test(message))
    return new CommandFailure('environment', `${UNREACHABLE}: ${message}.`);
  return new CommandFailure('unexpected', `Something unexpected went wrong: ${message}`);
}
