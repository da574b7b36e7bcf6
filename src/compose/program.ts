import { join } from 'node:path';
import { makeFolder } from '../cli/files.ts';
import type { Database, Program, Server, WatchedDatabase } from '../cli/program.ts';
import type { Settings } from '../config/settings.ts';
import { VERSION } from '../config/version.ts';
import type { CompanySlug } from '../core/identifiers/company-slug.ts';
import { createOperatorServer } from '../http/operator-server.ts';
import { tryMailAccount } from '../mail/mailer.ts';
import type { ArchiveReport } from '../operations/archive/ports.ts';
import type { Deed } from '../operations/installation/ports.ts';
import { signedBy } from '../signer/jws.ts';
import { createMasterKeyFile, readMasterKeyFile } from '../signer/master-key.ts';
import { makeSandboxCertificate } from '../signer/sandbox-certificate.ts';
import { type ArchiveSource, openDatabaseSource } from '../storage/archive/archive-source.ts';
import { openExportSource } from '../storage/archive/export-source.ts';
import { verifyArchive } from '../storage/archive/verify-archive.ts';
import { backUp } from '../storage/backup/backup.ts';
import { restore } from '../storage/backup/restore.ts';
import { settleTls } from '../storage/connection/connection.ts';
import { createPool } from '../storage/connection/pool.ts';
import { distribute, planDistribution } from '../storage/distribution/distribute.ts';
import { readSpreadFacts } from '../storage/distribution/spread-facts.ts';
import { createBacklogReader } from '../storage/documents/backlog-reader.ts';
import { startEmbedded } from '../storage/embedded/start.ts';
import { readDatabaseFacts } from '../storage/server/database-facts.ts';
import { createDatabaseProbe } from '../storage/server/database-probe.ts';
import { takeExclusiveHold } from '../storage/server/exclusive-hold.ts';
import { migrate } from '../storage/server/migrate.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import { timely } from '../telemetry/timely.ts';
import { openOffice } from './office.ts';
import { tryProvider } from './users.ts';

/** A node whose database takes longer than this to answer a trifle should get no more requests for now. */
const READY_WITHIN_MS = 1_000;
/** Whoever collects measures waits a few seconds at the most, and must get those of the node in any case. */
const BACKLOG_WITHIN_MS = 2_000;

const NEVER = new Promise<never>(() => undefined);

/** What the commands work with, from the settings of an installation. */
export function programOf(settings: Settings, deed: Deed): Program {
  const metrics = createMetrics();
  return {
    settings,
    version: VERSION,
    deed,
    openDatabase: () => openDatabase(settings),
    databaseFacts: (databaseUrl) => readDatabaseFacts(databaseUrl, settings.durableWithout),
    migrate: (databaseUrl) => migrate(databaseUrl),
    planDistribution,
    distribute,
    spreadFacts: readSpreadFacts,
    backUp: (databaseUrl, folder) => backUp(databaseUrl, folder, VERSION),
    restore,
    verifyDatabase: (databaseUrl, slug) => verified(openDatabaseSource(databaseUrl), slug),
    verifyExport: (folder, slug) => verified(openExportSource(folder), slug),
    createOperatorServer: (database) => operatorServerOf(database, metrics),
    openOffice: (place) => openOffice({ settings, place, metrics }),
    takeHold: takeExclusiveHold,
    readMasterKey: readMasterKeyFile,
    createMasterKey: createMasterKeyFile,
    makeCertificate: makeSandboxCertificate,
    tryMail: (account) => tryMailAccount(account),
    tryProvider: (provider) => tryProvider(provider, settings.console.url),
  };
}

async function verified(opening: Promise<ArchiveSource>, slug: CompanySlug | null): Promise<ArchiveReport> {
  const source = await opening;
  try {
    return await verifyArchive(source, signedBy, slug);
  } finally {
    await source.close();
  }
}

async function openDatabase({ databaseUrl, operatorDatabaseUrl, dataDir }: Settings): Promise<Database> {
  if (databaseUrl !== null) {
    const url = await settleTls(databaseUrl);
    const operatorUrl = operatorDatabaseUrl === null ? url : await settleTls(operatorDatabaseUrl);
    return { url, operatorUrl, lost: NEVER, close: async () => undefined };
  }
  await makeFolder(dataDir);
  const embedded = await startEmbedded(join(dataDir, 'postgres'));
  const { url } = embedded;
  return { url, operatorUrl: url, lost: embedded.ended, close: () => embedded.stop() };
}

function operatorServerOf({ databaseUrl, masters, passOf }: WatchedDatabase, metrics: Metrics): Server {
  const probe = createDatabaseProbe(databaseUrl);
  const pool = createPool('sello_service', {
    databaseUrl,
    connections: 1,
    masters,
    passOf,
    onIdleError: () => undefined,
  });
  const backlog = createBacklogReader(pool);
  const readBacklog = timely(() => backlog.read(), BACKLOG_WITHIN_MS);
  const probed = timely(async () => ({ obstacle: await probe.obstacle() }), READY_WITHIN_MS);
  const standing = timely(metrics.standing, READY_WITHIN_MS);
  const server = createOperatorServer({
    async obstacle() {
      const asked = await probed();
      if (asked === null) return 'unavailable';
      if (asked.obstacle !== null) return asked.obstacle;
      const known = await standing();
      return known === null ? 'unavailable' : known.refusal;
    },
    metrics: async () => metrics.text(await readBacklog(), await standing()),
    metricsType: metrics.contentType,
  });
  return {
    listen: server.listen,
    async close() {
      await server.close();
      await Promise.all([probe.close(), pool.end()]);
    },
  };
}
