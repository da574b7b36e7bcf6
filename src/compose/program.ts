// A command runs one part of the product or two: what a part needs is loaded when it is called, and nothing of the others.
import { join } from 'node:path';
import type { Database, Program } from '../cli/program.ts';
import type { Settings } from '../config/settings.ts';
import { VERSION } from '../config/version.ts';
import type { CompanySlug } from '../core/identifiers/company-slug.ts';
import { once } from '../core/once.ts';
import type { ArchiveReport } from '../operations/archive/ports.ts';
import type { Deed } from '../operations/installation/ports.ts';
import type { ArchiveSource } from '../storage/archive/archive-source.ts';

const NEVER = new Promise<never>(() => undefined);

/** What the commands work with, from the settings of an installation. */
export function programOf(settings: Settings, deed: Deed): Program {
  const metrics = once(async () => (await import('../telemetry/metrics.ts')).createMetrics());
  return {
    settings,
    version: VERSION,
    deed,
    openDatabase: () => openDatabase(settings, NODES.includes(deed.command)),
    async databaseFacts(databaseUrl) {
      const { readDatabaseFacts } = await import('../storage/server/database-facts.ts');
      return readDatabaseFacts(databaseUrl, settings.durableWithout);
    },
    migrate: async (databaseUrl) => (await import('../storage/server/migrate.ts')).migrate(databaseUrl),
    planDistribution: async (databaseUrl) => (await distribution()).planDistribution(databaseUrl),
    distribute: async (databaseUrl, told) => (await distribution()).distribute(databaseUrl, told),
    async spreadFacts(databaseUrl) {
      const { readSpreadFacts } = await import('../storage/distribution/spread-facts.ts');
      return readSpreadFacts(databaseUrl);
    },
    async backUp(databaseUrl, folder) {
      const { backUp } = await import('../storage/backup/backup.ts');
      return backUp(databaseUrl, folder, VERSION);
    },
    async restore(databaseUrl, folder) {
      const { restore } = await import('../storage/backup/restore.ts');
      return restore(databaseUrl, folder);
    },
    async verifyDatabase(databaseUrl, slug) {
      const { openDatabaseSource } = await import('../storage/archive/archive-source.ts');
      return verified(await openDatabaseSource(databaseUrl), slug);
    },
    async verifyExport(folder, slug) {
      const { openExportSource } = await import('../storage/archive/export-source.ts');
      return verified(await openExportSource(folder), slug);
    },
    async createOperatorServer(database) {
      const { operatorServerOf } = await import('./operator-port.ts');
      return operatorServerOf(database, await metrics());
    },
    async openOffice(place) {
      const { openOffice } = await import('./office.ts');
      return openOffice({ settings, place, metrics });
    },
    async takeHold(databaseUrl, name) {
      const { takeExclusiveHold } = await import('../storage/server/exclusive-hold.ts');
      return takeExclusiveHold(databaseUrl, name);
    },
    readMasterKey: async (path) => (await masterKeys()).readMasterKeyFile(path),
    createMasterKey,
    async makeCertificate(holder) {
      const { makeSandboxCertificate } = await import('../signer/sandbox-certificate.ts');
      return makeSandboxCertificate(holder);
    },
    tryMail: async (account) => (await import('../mail/mailer.ts')).tryMailAccount(account),
    async tryProvider(provider) {
      const { tryProvider } = await import('./users.ts');
      return tryProvider(provider, settings.console.url);
    },
  };
}

const distribution = () => import('../storage/distribution/distribute.ts');
const masterKeys = () => import('../signer/master-key.ts');

/** The one part that a command calls without settings. */
export const createMasterKey: Program['createMasterKey'] = async (path) =>
  (await masterKeys()).createMasterKeyFile(path);

async function verified(source: ArchiveSource, slug: CompanySlug | null): Promise<ArchiveReport> {
  try {
    const { verifyArchive } = await import('../storage/archive/verify-archive.ts');
    const { signedBy } = await import('../signer/jws.ts');
    return await verifyArchive(source, signedBy, slug);
  } finally {
    await source.close();
  }
}

/** The commands that are nodes. */
const NODES: readonly string[] = ['start', 'serve', 'work'];

/** Begins to load what follows the database, while it starts. What cannot be loaded is told where it is needed. */
function loadAhead(isNode: boolean): void {
  const parts = [
    import('../storage/server/database-facts.ts'),
    import('../storage/server/migrate.ts'),
    import('./office.ts'),
    ...(isNode
      ? [import('./unlocked.ts'), import('../telemetry/metrics.ts'), import('./operator-port.ts')]
      : []),
  ];
  for (const part of parts) part.catch(() => undefined);
}

async function openDatabase(
  { databaseUrl, operatorDatabaseUrl, dataDir }: Settings,
  isNode: boolean,
): Promise<Database> {
  if (databaseUrl !== null) {
    const { settleTls } = await import('../storage/connection/connection.ts');
    const url = await settleTls(databaseUrl);
    const operatorUrl = operatorDatabaseUrl === null ? url : await settleTls(operatorDatabaseUrl);
    return { url, operatorUrl, lost: NEVER, close: async () => undefined };
  }
  const { makeFolder } = await import('../cli/files.ts');
  const { startEmbedded } = await import('../storage/embedded/start.ts');
  await makeFolder(dataDir);
  const embedded = await startEmbedded(join(dataDir, 'postgres'), { whileWaiting: () => loadAhead(isNode) });
  const { url } = embedded;
  return { url, operatorUrl: url, lost: embedded.ended, close: () => embedded.stop() };
}
