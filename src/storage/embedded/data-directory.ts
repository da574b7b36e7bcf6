import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, explainOutput } from './failure.ts';
import { type Account, type ChosenIdentity, commandAs } from './identity.ts';
import { isServing, pidIsTaken, readPostmaster } from './postmaster-file.ts';

/** Everything the launcher has decided about one data directory. */
export interface Setup {
  /** Absolute, with symbolic links resolved. */
  readonly dataDir: string;
  readonly binaries: Binaries;
  readonly identity: ChosenIdentity;
  /** Server settings in addition to the launcher's own. */
  readonly settings: Readonly<Record<string, string>>;
  /** Called whenever a program of PostgreSQL was started that has to be waited for. */
  whileWaiting(): void;
}

/** The database's only account; its password stands in the data directory. */
export const SUPERUSER = 'postgres';

const PASSWORD_FILE = 'sello-password';

/** Owner of an existing directory, null when there is none. */
export function ownerOf(directory: string): Account | null {
  const stat = statSync(directory, { throwIfNoEntry: false });
  return stat === undefined ? null : { uid: stat.uid, gid: stat.gid };
}

/** The superuser's password, as made when the directory was. */
export function readPassword(dataDir: string): string {
  return readFileSync(join(dataDir, PASSWORD_FILE), 'utf8').trim();
}

/** Whether the directory is one that PostgreSQL made. Throws when it cannot be looked into. */
export function holdsCluster(directory: string): boolean {
  return statSync(join(directory, 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined;
}

function removeUnfinished(dataDir: string): void {
  const prefix = `${basename(dataDir)}.init-`;
  for (const name of readdirSync(dirname(dataDir))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (pid === process.pid || pidIsTaken(pid)) continue;
    rmSync(join(dirname(dataDir), name), { recursive: true, force: true });
  }
}

function give(path: string, owner: Account | null): void {
  if (owner !== null) chownSync(path, owner.uid, owner.gid);
}

/** Runs a program to its end. Throws EmbeddedPostgresError when it fails. */
async function run(setup: Setup, program: string, args: readonly string[]): Promise<void> {
  const command = commandAs(setup.identity, [join(setup.binaries.binDir, program), ...args]);
  const child = spawn(command.file, command.args, {
    ...setup.identity.credentials,
    cwd: dirname(setup.dataDir),
    env: setup.binaries.env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
  });
  setup.whileWaiting();
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code !== 0) throw explainOutput(program, output, setup.dataDir);
}

async function initialise(setup: Setup, unfinished: string, passwordFile: string): Promise<void> {
  const { owner } = setup.identity;
  const password = randomBytes(24).toString('base64url');
  mkdirSync(unfinished, { mode: 0o700 });
  give(unfinished, owner);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  give(passwordFile, owner);
  const args = ['-D', unfinished, '-U', SUPERUSER, '--encoding=UTF8', '--locale=C', '--no-instructions'];
  args.push('--auth=scram-sha-256', `--pwfile=${passwordFile}`);
  if (setup.settings['fsync'] === 'off') args.push('--no-sync');
  await run(setup, 'initdb', args);
  const kept = join(unfinished, PASSWORD_FILE);
  writeFileSync(kept, `${password}\n`, { mode: 0o600, flush: true });
  give(kept, owner);
}

/** Puts the finished directory in its place at once; false when another process has put its own there first. */
function moveIntoPlace(unfinished: string, dataDir: string): boolean {
  try {
    if (process.platform === 'win32' && existsSync(dataDir) && !holdsCluster(dataDir))
      rmSync(dataDir, { recursive: true });
    renameSync(unfinished, dataDir);
    return true;
  } catch (error) {
    if (existsSync(dataDir) && holdsCluster(dataDir)) return false;
    throw error;
  }
}

async function create(setup: Setup): Promise<void> {
  const { dataDir } = setup;
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new EmbeddedPostgresError(
      `The directory ${dataDir} is not empty and holds no PostgreSQL data: choose another directory.`,
    );
  }
  removeUnfinished(dataDir);
  const unfinished = `${dataDir}.init-${process.pid}-${randomBytes(4).toString('hex')}`;
  const passwordFile = `${unfinished}.password`;
  try {
    await initialise(setup, unfinished, passwordFile);
    moveIntoPlace(unfinished, dataDir);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function changeOwner(directory: string, owner: Account): void {
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(directory, entry), owner.uid, owner.gid);
  }
  chownSync(directory, owner.uid, owner.gid);
}

function refuseOtherVersion(setup: Setup): void {
  const found = readFileSync(join(setup.dataDir, 'PG_VERSION'), 'utf8').trim();
  if (Number(found) === setup.identity.majorVersion) return;
  throw new EmbeddedPostgresError(
    `The PostgreSQL data directory ${setup.dataDir} was made by PostgreSQL ${found} and cannot be read by PostgreSQL ${setup.identity.majorVersion}: start it with that version or choose another directory.`,
  );
}

/**
 * Makes the data directory on first use. It is made under another name and renamed when complete, so that a killed
 * start leaves nothing half-made. An existing one keeps its contents and gets the owner its server runs as, unless
 * that server runs already.
 */
export async function ensureDataDirectory(setup: Setup): Promise<void> {
  if (!holdsCluster(setup.dataDir)) await create(setup);
  refuseOtherVersion(setup);
  const wanted = setup.identity.owner;
  const server = readPostmaster(setup.dataDir);
  if (server !== null && isServing(server.pid, setup.dataDir)) return;
  if (wanted !== null && ownerOf(setup.dataDir)?.uid !== wanted.uid) changeOwner(setup.dataDir, wanted);
}
