import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopbackUrl } from '../../config/setting-values.ts';

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
