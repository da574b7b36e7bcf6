import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { Company } from '../core/company/company.ts';
import type { CompanySlug } from '../core/identifiers/company-slug.ts';
import type { DatabaseFacts } from '../operations/installation/ports.ts';
import { CommandFailure } from './failure.ts';
import { makeFolder } from './files.ts';
import type { Office, Program } from './program.ts';

const MASTER_KEY_NAME = 'master-key';

const CREATE_ONE = 'create one with "sello master-key create FILE", keep a copy apart from the database';

/** Where the master key is, or will be once it is needed. */
export function masterKeyPath({ masterKeyFile, dataDir }: Settings): string {
  return masterKeyFile ?? join(dataDir, MASTER_KEY_NAME);
}

/** Why SELLO_MASTER_KEY_FILE must be set and is not, as a clause; null where it need not be. */
export function whyKeyFileIsMissed(
  { masterKeyFile, databaseUrl }: Settings,
  production: CompanySlug | null,
): string | null {
  if (masterKeyFile !== null) return null;
  if (databaseUrl !== null) return 'SELLO_MASTER_KEY_FILE must be set together with DATABASE_URL';
  if (production === null) return null;
  return `SELLO_MASTER_KEY_FILE must be set because ${production} is a production company`;
}

/** Beside the sandbox's own master key a production company would lock the whole installation: nothing would open again. */
export function refuseWithoutKeyFile(settings: Settings, company: Company): void {
  if (settings.databaseUrl !== null || company.ambiente !== '01') return;
  const missed = whyKeyFileIsMissed(settings, company.slug);
  if (missed !== null) throw noMasterKey(missed);
}

/** Where nodes keep, apart from the database, what they have seen and done. */
export function journalPath(settings: Settings): string {
  return settings.journalDir ?? `${masterKeyPath(settings)}.journal`;
}

function noMasterKey(missed: string): CommandFailure {
  return new CommandFailure('no_master_key', `${missed}: ${CREATE_ONE}.`);
}

/** What is known of an installation whose database is open. */
interface Opened {
  readonly program: Program;
  readonly office: Office;
  readonly facts: DatabaseFacts;
}

/** The master key of the installation; makes the sandbox's own on the first run. */
export async function openMasterKey({ program, office, facts }: Opened): Promise<KeyObject> {
  const path = await pathInForce(program, office);
  const reading = await program.readMasterKey(path);
  const isMissing = reading.kind === 'refused' && reading.failure === 'missing';
  if (!isMissing || !mayBeMade(program, facts)) return keyOf(reading);
  await makeFolder(program.settings.dataDir);
  return makeOrReadMasterKey(program, path);
}

/** The file of the installation's master key for whoever reads it; makes the sandbox's own on the first run. */
export async function masterKeyFile({ program, office, facts }: Opened): Promise<string> {
  const path = await pathInForce(program, office);
  if (!mayBeMade(program, facts)) return path;
  await makeFolder(program.settings.dataDir);
  const creation = await program.createMasterKey(path);
  if (creation.kind === 'refused' && creation.failure !== 'exists') keyOf(creation);
  return path;
}

async function pathInForce({ settings }: Program, office: Office): Promise<string> {
  const missed = whyKeyFileIsMissed(settings, await office.companies.production());
  if (missed !== null) throw noMasterKey(missed);
  return masterKeyPath(settings);
}

/** A new key would not open what a lost one sealed. */
function mayBeMade({ settings }: Program, { holdsSecrets }: DatabaseFacts): boolean {
  return settings.masterKeyFile === null && !holdsSecrets;
}

export async function readMasterKey(program: Program, path: string): Promise<KeyObject> {
  return keyOf(await program.readMasterKey(path));
}

/** The master key of a file, made where there is none. */
export async function makeOrReadMasterKey(program: Program, path: string): Promise<KeyObject> {
  const creation = await program.createMasterKey(path);
  const isThere = creation.kind === 'refused' && creation.failure === 'exists';
  return keyOf(isThere ? await program.readMasterKey(path) : creation);
}

function keyOf(file: Awaited<ReturnType<Program['readMasterKey']>>): KeyObject {
  if (file.kind === 'refused') throw new CommandFailure('master_key', file.message);
  return file.key;
}
