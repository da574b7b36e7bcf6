import { parseCompanySlug } from '../core/identifiers/company-slug.ts';
import type { StoredCompany } from '../operations/companies/ports.ts';
import type { DatabaseFacts } from '../operations/installation/ports.ts';
import { CommandFailure } from './failure.ts';
import { openMasterKey } from './master-key.ts';
import type { Office, Program, Unlocked } from './program.ts';

/** A database of this version's schema, and the operator's side of it. */
export interface Installation {
  readonly databaseUrl: string;
  /** Resolves when the database has ended for good under a program that still runs. */
  readonly databaseLost: Promise<void>;
  readonly office: Office;
  readonly facts: DatabaseFacts;
}

/** The subset of SQL that Sello keeps to. */
const OLDEST_POSTGRESQL = 15;

/**
 * Opens the database, brings it to this version's schema and opens the office on it; everything opened is left to
 * `stack`. `check` may refuse the database before anything in it is changed.
 */
export async function openInstallation(
  program: Program,
  stack: AsyncDisposableStack,
  check: (facts: DatabaseFacts) => void = () => undefined,
): Promise<Installation> {
  const database = await program.openDatabase();
  stack.defer(() => database.close());
  const facts = await program.databaseFacts(database.url);
  refuseDatabase(facts);
  check(facts);
  await program.migrate(database.url);
  const office = program.openOffice(database.url);
  stack.defer(() => office.close());
  return { databaseUrl: database.url, databaseLost: database.lost, office, facts };
}

/** Runs the work of one command on the installation and closes it again. */
export async function withInstallation<T>(
  program: Program,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  await using stack = new AsyncDisposableStack();
  return await work(await openInstallation(program, stack));
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

/** What a service says of its database at its start although it may go on, each as a sentence. */
export function remarksOn({ isInTheClear }: DatabaseFacts): readonly string[] {
  return isInTheClear
    ? ['Warning: what goes to the PostgreSQL server on another machine can be read on the way (no TLS).']
    : [];
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
export async function unlock(program: Program, { office, facts }: Installation): Promise<Unlocked> {
  return office.unlock(await openMasterKey(program, office, facts));
}
