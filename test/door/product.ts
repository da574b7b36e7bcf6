import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installationSecrets } from '../../src/compose/unlocked.ts';
import { createKeyring } from '../../src/signer/keyring.ts';
import { createPool } from '../../src/storage/connection/pool.ts';
import { startEmbedded } from '../../src/storage/embedded/start.ts';
import { migrate } from '../../src/storage/server/migrate.ts';
import { masterKeyOf } from '../support/composition.ts';
import { type House, type HouseOptions, type OwnHouse, openHouse } from '../support/house.ts';
import { freePort, startSello } from '../support/sello-process.ts';

/** A house on a PostgreSQL that the product does not refuse. */
export async function openDurableHouse(options: HouseOptions): Promise<OwnHouse> {
  const place = mkdtempSync(join(tmpdir(), 'sello-durable-'));
  chmodSync(place, 0o755);
  const postgres = await startEmbedded(join(place, 'postgres'));
  await migrate(postgres.url);
  const house = await openHouse({ ...options, databaseUrl: postgres.url });
  return {
    ...house,
    async close() {
      await house.close();
      await postgres.stop();
      rmSync(place, { recursive: true });
    },
  };
}

/** What a process holds after its garbage is collected, in bytes. */
export interface MemoryLevel {
  /** Bytes of the heap, and of buffers outside it. */
  readonly used: number;
  /** Bytes of the machine's memory, including what the allocator keeps for later. */
  readonly rss: number;
}

/** `sello serve` in a process of its own, with everything it says. */
export interface Product {
  readonly pid: number;
  readonly url: string;
  readonly operatorUrl: string;
  memory(): Promise<MemoryLevel>;
  /** Ends it in an orderly way, and answers all that it wrote to both streams. */
  end(): Promise<Buffer>;
}

export interface ProductOptions {
  readonly haciendaUrl: string;
  /** The folder in which it runs; what it leaves in it, it left. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}

const COLLECTOR = new URL('./collector.ts', import.meta.url).href;
const PATIENCE_MS = 60_000;

/** The product on the database, master key and times of a house. Rejects with all it said where it ends before it serves. */
export async function serveProduct(
  { databaseUrl, masterKey, times }: House,
  { haciendaUrl, folder, env }: ProductOptions,
): Promise<Product> {
  const keys = mkdtempSync(join(tmpdir(), 'sello-key-'));
  const masterKeyFile = join(keys, 'master-key');
  writeFileSync(masterKeyFile, masterKey, { mode: 0o600 });
  const [port, operatorPort] = [await freePort(), await freePort()];
  mkdirSync(folder, { recursive: true });
  const program = startSello(['serve'], {
    cwd: folder,
    imports: [COLLECTOR],
    patienceMs: PATIENCE_MS,
    env: {
      HOME: folder,
      DATABASE_URL: databaseUrl,
      SELLO_MASTER_KEY_FILE: masterKeyFile,
      SELLO_PORT: String(port),
      SELLO_OPERATOR_PORT: String(operatorPort),
      SELLO_LOG_LEVEL: 'debug',
      SELLO_HACIENDA_TEST_URL: haciendaUrl,
      SELLO_HACIENDA_PRODUCTION_URL: haciendaUrl,
      SELLO_HACIENDA_TIMEOUT_MS: String(times.callTimeoutMs),
      SELLO_REQUEST_BUDGET_MS: String(times.requestBudgetMs),
      ...env,
    },
  });
  await program.shows(/ serves /);
  return {
    pid: program.pid,
    url: `http://127.0.0.1:${port}`,
    operatorUrl: `http://127.0.0.1:${operatorPort}`,
    async memory() {
      const from = program.out().length;
      void program.signal('SIGUSR2');
      const [line] = await program.shows(/\{"event":"collected".*?\}/, from);
      return memoryOf(line);
    },
    async end() {
      await program.signal('SIGTERM');
      rmSync(keys, { recursive: true });
      return program.said();
    },
  };
}

function memoryOf(line: string): MemoryLevel {
  const numbers = [...line.matchAll(/"(rss|used)":(\d+)/g)].map(([, name, value]) => [name, Number(value)]);
  const { rss = Number.NaN, used = Number.NaN } = Object.fromEntries(numbers);
  return { rss, used };
}

/** The secrets of a house's installation, as they stand nowhere but behind its master key. */
export async function secretsOf({ databaseUrl, masterKey }: House): Promise<ReadonlyMap<string, Buffer>> {
  const pool = createPool('sello_operator', { databaseUrl, connections: 1, onIdleError: () => undefined });
  const master = masterKeyOf(masterKey);
  const { peppers, linkSecret, passSecret } = await installationSecrets(pool, createKeyring(master));
  await pool.end();
  return new Map(
    Object.entries({ master, linkSecret, passSecret, ...Object.fromEntries(peppers.versions) }).map(
      ([name, key]) => [name, key.export()],
    ),
  );
}
