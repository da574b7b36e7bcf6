import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Under the data folder from the first start on. */
const NAME = 'simulator-port';

/** The port that stands for whichever is free. */
export const ANY_PORT = 0;

/** The port that the simulated Hacienda of this sandbox had at its last start; any where there was none. */
export async function readSimulatorPort(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, NAME), 'utf8').catch(() => '');
  const port = /^[0-9]{1,5}$/.test(text.trim()) ? Number(text) : ANY_PORT;
  return port < 65_536 ? port : ANY_PORT;
}

export async function writeSimulatorPort(dataDir: string, port: number): Promise<void> {
  await writeFile(join(dataDir, NAME), `${port}\n`);
}
