import { randomUUID } from 'node:crypto';
import type { Gate, KnownKey, RateLimits } from '../../src/operations/access/ports.ts';
import { createCompanyReader } from '../../src/storage/companies/company-reader.ts';
import type { Pool } from '../../src/storage/connection/pool.ts';
import { createGate } from '../../src/storage/keys/gate.ts';
import { createKeyReader } from '../../src/storage/keys/key-reader.ts';
import { createKeyRegistry } from '../../src/storage/keys/key-registry.ts';
import { aheadClock } from './ahead-clock.ts';
import { present, type StorageBench } from './storage-bench.ts';

/** Plenty for whatever a test asks. */
export const PLENTY: RateLimits = { perMinute: 100_000, perHour: 100_000 };

/** The gates of several nodes, whose clock for durations goes on with the machine's and when the test says so. */
export interface GateBench {
  /** With another clock where the test has one. */
  gateOn(pool: Pool, monotonic?: () => number): Gate;
  addKey(companyId: string, limits?: RateLimits): Promise<KnownKey & { readonly publicId: string }>;
  /** Lets the time pass after which a used-up window is asked about again. */
  forgetFullWindows(): void;
  /** As if a window had begun that much later or earlier. */
  shift(keyId: string, window: 'minute' | 'hour', by: string): Promise<unknown>;
}

export function openGateBench(bench: StorageBench): GateBench {
  const clock = aheadClock();
  const registry = createKeyRegistry(bench.operator);
  return {
    gateOn: (pool, monotonic = clock.monotonic) => {
      const companies = createCompanyReader(pool);
      return createGate(pool, { companies, installationMails: false, monotonic });
    },
    async addKey(companyId, limits = PLENTY) {
      const publicId = randomUUID();
      const secretHmac = Buffer.alloc(32, 1);
      const keyId = randomUUID();
      const key = { keyId, companyId, ambiente: '00', name: 'caja', limits, publicId, secretHmac } as const;
      await registry.create(key);
      return { ...present(await createKeyReader(bench.pool).lookUp(publicId)), publicId };
    },
    forgetFullWindows: () => clock.pass(1_000),
    shift: (keyId, window, by) =>
      bench.asSuperuser(
        `UPDATE rate_windows SET ${window}_start = ${window}_start + $2::interval WHERE key_id = $1`,
        [keyId, by],
      ),
  };
}

/** Runs a test that must not meet the turn of a minute in a quiet part of one. */
export async function withinOneMinute(work: () => Promise<void>): Promise<void> {
  const second = new Date().getSeconds();
  if (second > 50) await new Promise((resolve) => setTimeout(resolve, (61 - second) * 1000));
  await work();
}
