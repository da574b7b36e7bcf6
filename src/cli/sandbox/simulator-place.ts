import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopbackUrl } from '../../config/setting-checks.ts';
import type { Settings } from '../../config/settings.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import { CommandFailure } from '../failure.ts';
import { SANDBOX_COMPANY_FILE } from './sandbox-company-file.ts';

/** Under the data folder while a sandbox runs; one that was killed leaves it behind. */
const ADDRESS = 'simulator-address';
/** Under the data folder from the first start on. */
const PORT = 'simulator-port';

/** The port that stands for whichever is free. */
export const ANY_PORT = 0;

/** The port that the simulated Hacienda of this sandbox had at its last start; any where there was none. */
export async function readSimulatorPort(dataDir: string): Promise<number> {
  const text = await textIn(dataDir, PORT);
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : ANY_PORT;
  return port < 65_536 ? port : ANY_PORT;
}

export async function writeSimulatorPort(dataDir: string, port: number): Promise<void> {
  await writeFile(join(dataDir, PORT), `${port}\n`);
}

/** Lets other commands know where the simulated Hacienda of the running sandbox answers. */
export async function writeSimulatorAddress(dataDir: string, url: string): Promise<void> {
  await writeFile(join(dataDir, ADDRESS), `${url}\n`);
}

export async function removeSimulatorAddress(dataDir: string): Promise<void> {
  await rm(join(dataDir, ADDRESS), { force: true });
}

/** Null where no sandbox runs on this data folder. */
export async function readSimulatorAddress(dataDir: string): Promise<string | null> {
  const text = await textIn(dataDir, ADDRESS);
  return isLoopbackUrl(text) ? text : null;
}

async function textIn(dataDir: string, name: string): Promise<string> {
  return (await readFile(join(dataDir, name), 'utf8').catch(() => '')).trim();
}

/** `named` in the settings, or nowhere else; `rests`: the sandbox does not run, of whose company the real one knows nothing. */
export type TestAuthorityPlace =
  | { readonly kind: 'named' | 'simulator'; readonly url: string }
  | { readonly kind: 'rests'; readonly url: null };

/**
 * Where these companies of the test environment are asked about: at the simulator of the sandbox that runs on this data
 * folder, unless database or authority are named.
 */
export async function testAuthority(
  { databaseUrl, given, dataDir, haciendaTestUrl }: Settings,
  slugs: readonly CompanySlug[],
): Promise<TestAuthorityPlace> {
  const named = { kind: 'named', url: haciendaTestUrl } as const;
  if (databaseUrl !== null || given.has('SELLO_HACIENDA_TEST_URL')) return named;
  const simulator = await readSimulatorAddress(dataDir);
  if (simulator !== null) return { kind: 'simulator', url: simulator };
  return slugs.every((slug) => slug === SANDBOX_COMPANY_FILE.slug) ? { kind: 'rests', url: null } : named;
}

/**
 * The address at which a company of the test environment is asked about. Throws CommandFailure where it is the company of a
 * sandbox that does not run.
 */
export async function runningTestAuthority(settings: Settings, slug: CompanySlug): Promise<string> {
  const { url } = await testAuthority(settings, [slug]);
  if (url !== null) return url;
  throw new CommandFailure(
    'sandbox_rests',
    'The sandbox is not running: its simulated Hacienda comes with "npm start".',
  );
}
