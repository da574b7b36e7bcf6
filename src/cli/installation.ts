import { parseCompanySlug } from '../core/identifiers/company-slug.ts';
import type { SecretsContext } from '../operations/companies/manage-secrets.ts';
import type { StoredCompany, Vault } from '../operations/companies/ports.ts';
import type { DatabaseFacts } from '../operations/installation/ports.ts';
import { CommandFailure } from './failure.ts';
import { masterKeyFile, openMasterKey, readMasterKey } from './master-key.ts';
import type { Office, Program, Unlocked } from './program.ts';

/** A database of this version's schema, and the operator's side of it. */
export interface Installation {
  readonly program: Program;
  readonly databaseUrl: string;
  /** The database with the login that serves. */
  readonly servingUrl: string;
  /** Whether the office acts as the operator. */
  readonly operates: boolean;
  /** Resolves when the database has ended for good under a program that still runs. */
  readonly databaseLost: Promise<void>;
  readonly office: Office;
  readonly facts: DatabaseFacts;
}

/** The subset of SQL that Sello keeps to. */
const OLDEST_POSTGRESQL = 15;

/** May refuse a database before anything in it is changed. */
type Check = (facts: DatabaseFacts) => void;

/**
 * Opens the database as the operator, brings it to this version's schema, opens the office on it and records what is going
 * to be done; everything opened is left to `stack`.
 */
export async function openInstallation(
  program: Program,
  stack: AsyncDisposableStack,
  check: Check = () => undefined,
): Promise<Installation> {
  const installation = await openWith('operatorUrl', program, stack, check);
  await installation.office.deeds.record(program.deed);
  return installation;
}

/**
 * Opens the database for a node, which needs no more than the login that serves. A login that is the operator's as well
 * brings the database to this version's schema first.
 */
export function openForServing(
  program: Program,
  stack: AsyncDisposableStack,
  check: Check,
): Promise<Installation> {
  return openWith('url', program, stack, check);
}

async function openWith(
  login: 'url' | 'operatorUrl',
  program: Program,
  stack: AsyncDisposableStack,
  check: Check,
): Promise<Installation> {
  const database = await program.openDatabase();
  stack.defer(() => database.close());
  const databaseUrl = database[login];
  const facts = await program.databaseFacts(databaseUrl);
  refuseDatabase(facts);
  check(facts);
  const { name, operates } = facts.login;
  const isBehind = facts.pendingMigrations.length > 0;
  if (operates && isBehind) await program.migrate(databaseUrl);
  else if (!operates && login === 'operatorUrl')
    throw new CommandFailure(
      'not_the_operator',
      `The login ${name} serves and can do nothing else: set SELLO_OPERATOR_DATABASE_URL to the database with the operator's login.`,
    );
  else if (isBehind)
    throw new CommandFailure(
      'schema_behind',
      `The database is not of this version yet (${facts.pendingMigrations.join(', ')}): run "sello migrate" with SELLO_OPERATOR_DATABASE_URL first.`,
    );
  const { url: servingUrl, lost: databaseLost } = database;
  const office = await program.openOffice({ databaseUrl, servingUrl, operates });
  stack.defer(() => office.close());
  return { program, databaseUrl, servingUrl, databaseLost, operates, office, facts };
}

function refuseDatabase({ version, majorVersion, foreignMigrations }: DatabaseFacts): void {
  if (majorVersion < OLDEST_POSTGRESQL)
    throw new CommandFailure(
      'old_database',
      `PostgreSQL ${version} is too old: Sello needs ${OLDEST_POSTGRESQL} or newer.`,
    );
  if (foreignMigrations.length > 0)
    throw new CommandFailure(
      'newer_database',
      `The database was used by a newer version of Sello (${foreignMigrations.at(-1)}): start that version.`,
    );
}

/** What only the service refuses: a committed document must survive a power cut, and times must be right. */
export function refuseUnsafe({ unsafeSettings, timeZoneHolds }: DatabaseFacts): void {
  if (unsafeSettings.length > 0)
    throw new CommandFailure(
      'unsafe_database',
      `The PostgreSQL database can lose documents that were already answered for (${unsafeSettings.join(', ')}): turn these settings on.`,
    );
  if (!timeZoneHolds)
    throw new CommandFailure(
      'wrong_time_zones',
      'The PostgreSQL database has wrong time zone data: El Salvador is six hours behind UTC all year.',
    );
}

export async function findCompany({ companies }: Office, slug: string): Promise<StoredCompany> {
  const known = parseCompanySlug(slug);
  const found = known === null ? null : await companies.bySlug(known);
  if (found !== null) return found;
  const slugs = (await companies.list()).map(({ company }) => company.slug);
  const choice = slugs.length === 0 ? 'there is none yet' : `there are ${slugs.slice(0, 20).join(', ')}`;
  throw new CommandFailure('unknown_company', `There is no company "${slug}": ${choice}.`);
}

/** The cryptography of the installation; makes the sandbox's master key on the first run. */
export async function unlock(installation: Installation): Promise<Unlocked> {
  const { program, office } = installation;
  const { nextMasterKeyFile } = program.settings;
  const other = nextMasterKeyFile === null ? null : await readMasterKey(program, nextMasterKeyFile);
  return office.unlock({ kind: 'inside', master: await openMasterKey(installation), other });
}

/** Unlocks the installation for a node, which may leave the master key to a signer process. */
export async function unlockForNode(installation: Installation): Promise<Unlocked> {
  const { signer, nextMasterKeyFile } = installation.program.settings;
  if (signer === 'inside') return unlock(installation);
  const files = [await masterKeyFile(installation), nextMasterKeyFile].filter((file) => file !== null);
  return installation.office.unlock({ kind: 'process', files });
}

/** What the operations on secrets work with. */
export function secretsContext({ secrets, keys }: Office, vault: Vault): SecretsContext {
  return { secrets, keys, vault, now: Date.now };
}

/** What keeps secrets, once the installation is unlocked. */
export async function secretsIn(installation: Installation): Promise<SecretsContext> {
  return secretsContext(installation.office, (await unlock(installation)).vault);
}
