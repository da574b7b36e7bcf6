import { createRecent } from '../../core/memory/recent.ts';
import type { KeyReader, KnownKey } from '../../operations/access/ports.ts';
import { callFunction } from '../connection/function-call.ts';
import { createGathering } from '../connection/gathering.ts';
import type { Pool } from '../connection/pool.ts';

/** Keys that a node remembers. */
const REMEMBERED = 10_000;

/** A flood of keys that nobody has gets no more of the pool than this, however many are asked for at once. */
const LOOK_UPS = { mostItems: 256, lanes: 2 };

/** Finds keys by their public part; row-level security shows that one row. */
export function createKeyReader(pool: Pool): KeyReader {
  const found = createRecent<KnownKey>(REMEMBERED);
  const lookUp = createGathering({
    ...LOOK_UPS,
    carryOut: (publicIds: readonly string[]) => lookUpAll(pool, publicIds),
  });
  return {
    remembered: (publicId) => found.get(publicId),
    async lookUp(publicId) {
      const { key } = await lookUp(publicId);
      if (key !== null) found.set(publicId, key);
      return key;
    },
  };
}

async function lookUpAll(
  pool: Pool,
  publicIds: readonly string[],
): Promise<readonly { readonly key: KnownKey | null }[]> {
  const rows = await callFunction<KnownKey & { readonly publicId: string }>(pool, {
    name: 'look-up-keys',
    text: `SELECT public_id AS "publicId", key_id AS "keyId", environment AS ambiente, secret_hmac AS "secretHmac",
             company_id AS "companyId"
           FROM look_up_keys($1)`,
    values: [publicIds],
  });
  const keys = new Map(rows.map(({ publicId, ...key }) => [publicId, key]));
  return publicIds.map((publicId) => ({ key: keys.get(publicId) ?? null }));
}
