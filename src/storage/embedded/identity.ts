import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, explainOutput } from './failure.ts';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Under whose name the server runs. PostgreSQL refuses to run as root. */
export interface Identity {
  readonly description: string;
  /** Who must own the server's files; null when they are simply ours. */
  readonly owner: Account | null;
  /** Put before every command. */
  readonly prefix: readonly string[];
  /** Given to `spawn`. */
  readonly credentials: Account | Readonly<Record<string, never>>;
}

export interface ChosenIdentity extends Identity {
  /** Major version of the programs, as they say themselves. */
  readonly majorVersion: number;
}

/** What an identity must be able to use. */
export interface Reach {
  readonly binaries: Binaries;
  /** The directory in which the data directory stands. */
  readonly parentDir: string;
  readonly dataDir: string;
  /** Owner of an existing data directory; null when there is none. */
  readonly dataOwner: Account | null;
  /** Whether the data directory must still be made, which only a user with a name can do. */
  readonly isFirstStart: boolean;
}

const OURSELVES: Identity = { description: 'the current user', owner: null, prefix: [], credentials: {} };

/** Inside the namespace root's files belong to "nobody", outside they stay root's: no other account is needed. */
const USER_NAMESPACE: Identity = {
  description: 'a user namespace',
  owner: { uid: 0, gid: 0 },
  prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534'],
  credentials: {},
};

/**
 * Keeps the one capability that lets the account pass directories that only root may enter, also when a program asks
 * beforehand with access(2), which ignores capabilities of other accounts unless that secure bit is set.
 */
function asAccountThatPasses(name: string, account: Account): Identity {
  const prefix = ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const rights = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  return {
    description: `the account ${name} with root's right of way`,
    owner: account,
    prefix: [...prefix, ...rights],
    credentials: {},
  };
}

/** The named accounts of a passwd file, in the order of the names. */
export function accountsNamed(names: readonly string[], passwd: string): ReadonlyMap<string, Account> {
  const rows = passwd.split('\n').map((line) => line.split(':'));
  const found = new Map<string, Account>();
  for (const name of names) {
    const row = rows.find((fields) => fields[0] === name);
    const uid = Number(row?.[2]);
    const gid = Number(row?.[3]);
    if (Number.isInteger(uid) && Number.isInteger(gid) && uid > 0) found.set(name, { uid, gid });
  }
  return found;
}

function accountsForRoot(dataOwner: Account | null): readonly (readonly [string, Account])[] {
  const usual = accountsNamed(['postgres', 'nobody'], readFileSync('/etc/passwd', 'utf8'));
  if (dataOwner === null || dataOwner.uid === 0) return [...usual];
  return [[`with uid ${dataOwner.uid}`, dataOwner], ...usual];
}

/** The identities worth trying, the plainest first. An existing data directory keeps its owner where possible. */
export function candidates(userId: number | undefined, dataOwner: Account | null): readonly Identity[] {
  if (userId === undefined) return [OURSELVES];
  if (userId !== 0) return [OURSELVES, { ...USER_NAMESPACE, owner: null }];
  const accounts = accountsForRoot(dataOwner);
  const byAccount = accounts.flatMap(([name, account]) => [
    { description: `the account ${name}`, owner: account, prefix: [], credentials: account },
    asAccountThatPasses(name, account),
  ]);
  return [...byAccount, USER_NAMESPACE];
}

/** The command and its arguments as this identity runs them. */
export function commandAs(
  identity: Identity,
  argv: readonly string[],
): { readonly file: string; readonly args: readonly string[] } {
  const [file = '', ...args] = [...identity.prefix, ...argv];
  return { file, args };
}

const PROBE = 'cd "$1" && { [ "$3" = made ] || id -un >/dev/null; } && exec "$2" --version';

function probeCommand(
  identity: Identity,
  reach: Reach,
): { readonly file: string; readonly args: readonly string[] } {
  const program = join(reach.binaries.binDir, 'postgres');
  if (process.platform === 'win32') return commandAs(identity, [program, '--version']);
  const state = reach.isFirstStart ? 'new' : 'made';
  return commandAs(identity, ['/bin/sh', '-c', PROBE, 'sh', reach.parentDir, program, state]);
}

function probe(
  identity: Identity,
  reach: Reach,
): { readonly majorVersion: number | null; readonly output: string } {
  const { file, args } = probeCommand(identity, reach);
  const result = spawnSync(file, args, {
    ...identity.credentials,
    cwd: reach.parentDir,
    env: reach.binaries.env,
    encoding: 'utf8',
  });
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`;
  const version = /\(PostgreSQL\) (\d+)/.exec(result.stdout ?? '')?.[1];
  // A program that cannot look for its companions tells its version all the same.
  const works = result.status === 0 && !/Permission denied/.test(result.stderr);
  return { majorVersion: works && version !== undefined ? Number(version) : null, output };
}

/**
 * The first identity that reaches both the programs and the data directory's place. As root that is an account of
 * its own where it can; in a directory that only root may enter, that account with the right to pass, or a user
 * namespace. Throws EmbeddedPostgresError when there is none.
 */
export function chooseIdentity(reach: Reach): ChosenIdentity {
  const userId = process.getuid?.();
  const outputs: string[] = [];
  for (const identity of candidates(userId, reach.dataOwner)) {
    const answer = probe(identity, reach);
    if (answer.majorVersion !== null) return { ...identity, majorVersion: answer.majorVersion };
    outputs.push(answer.output);
  }
  if (userId !== 0) throw explainOutput('postgres', outputs[0] ?? '', reach.dataDir);
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root and no other account can reach ${reach.dataDir}: run Sello as an ordinary user, move it out of the directory that only root may enter, or set DATABASE_URL.`,
  );
}
