import { errorCode } from '../../core/errors/error-code.ts';

/** Why the embedded PostgreSQL cannot be used, as one sentence for the person who started Sello. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

function noPermission(dataDir: string): string {
  return `No permission to use the PostgreSQL data directory ${dataDir}: run Sello as the user who owns it, or choose another directory.`;
}

function diskFull(dataDir: string): string {
  return `The disk that holds the PostgreSQL data directory ${dataDir} is full: free some space and start again.`;
}

const EXPLANATIONS: readonly {
  readonly pattern: RegExp;
  sentence(dataDir: string, found: string): string;
}[] = [
  { pattern: /No space left on device|Disk quota exceeded/, sentence: diskFull },
  {
    pattern: /was initialized by PostgreSQL version (\d+)/,
    sentence: (dataDir, found) =>
      `The PostgreSQL data directory ${dataDir} was made by PostgreSQL ${found}, which this version cannot read: start it with that version or choose another directory.`,
  },
  { pattern: /Permission denied|Operation not permitted|has wrong ownership/, sentence: noPermission },
  {
    pattern: /cannot find name for user ID (\d+)|could not look up effective user ID (\d+)/,
    sentence: (_dataDir, found) =>
      `PostgreSQL refuses to run for the user ID ${found} because it has no name on this system: run Sello as a user with a name, or set DATABASE_URL.`,
  },
  { pattern: /Read-only file system/, sentence: noPermission },
  {
    pattern: /error while loading shared libraries: ([^\s:]+)/,
    sentence: (_dataDir, found) =>
      `The embedded PostgreSQL cannot run on this system because the library ${found} is missing: install it, or set DATABASE_URL.`,
  },
];

const LAST_WORDS_MAX = 300;

function lastWords(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const serious = lines.filter((line) => /FATAL|PANIC|error:/i.test(line));
  return (serious.at(-1) ?? lines.at(-1) ?? 'it said nothing').trim().slice(0, LAST_WORDS_MAX);
}

/** Turns what `initdb` or `postgres` printed before it gave up into a sentence. */
export function explainOutput(program: string, output: string, dataDir: string): EmbeddedPostgresError {
  for (const { pattern, sentence } of EXPLANATIONS) {
    const match = pattern.exec(output);
    if (match !== null) return new EmbeddedPostgresError(sentence(dataDir, match[1] ?? match[2] ?? ''));
  }
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL could not start (${program}): ${lastWords(output)}`,
  );
}

/** Turns an error of the file system into a sentence; what is already one stays as it is. */
export function explainError(error: unknown, dataDir: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const code = errorCode(error);
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return new EmbeddedPostgresError(noPermission(dataDir));
  if (['ENOSPC', 'EDQUOT'].includes(code)) return new EmbeddedPostgresError(diskFull(dataDir));
  if (['ENOTDIR', 'EEXIST'].includes(code)) {
    return new EmbeddedPostgresError(
      `The PostgreSQL data directory ${dataDir} cannot be made because a file stands in its way.`,
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new EmbeddedPostgresError(`The embedded PostgreSQL in ${dataDir} could not start: ${reason}`);
}
