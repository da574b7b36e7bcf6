import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopbackUrl } from '../../config/setting-values.ts';
import type { Settings } from '../../config/settings.ts';
import { SANDBOX_COMPANY_FILE } from './sandbox-company-file.ts';

/** Under the data folder while a sandbox runs; one that was killed leaves it behind. */
const NAME = 'simulator-address';

/** Lets other commands know where the simulated Hacienda of the running sandbox answers. */
export async function writeSimulatorAddress(dataDir: string, url: string): Promise<void> {
  await writeFile(join(dataDir, NAME), `${url}\n`);
}

export async function removeSimulatorAddress(dataDir: string): Promise<void> {
  await rm(join(dataDir, NAME), { force: true });
}

/** Null where no sandbox runs on this data folder. */
export async function readSimulatorAddress(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, NAME), 'utf8').catch(() => '');
  return isLoopbackUrl(text.trim()) ? text.trim() : null;
}

/**
 * Where a company of the test environment is asked about: at the simulator of the sandbox that runs on this data folder,
 * unless database or authority are named. Null for the sandbox's own company while it does not run, of which the real
 * authority knows nothing.
 */
export async function testAuthorityUrl(
  { databaseUrl, given, dataDir, haciendaTestUrl }: Settings,
  slug: string,
): Promise<string | null> {
  if (databaseUrl !== null || given.has('SELLO_HACIENDA_TEST_URL')) return haciendaTestUrl;
  const simulator = await readSimulatorAddress(dataDir);
  return simulator ?? (slug === SANDBOX_COMPANY_FILE.slug ? null : haciendaTestUrl);
}
