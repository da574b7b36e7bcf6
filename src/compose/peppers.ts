// The peppers of the API keys, which are secrets of the installation with versions.
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { PepperKeeper } from '../cli/program.ts';
import { newestPepper, type Peppers } from '../signer/key-hash.ts';
import { INSTALLATION, type Sealer } from '../signer/keyring.ts';
import { installationSecret, removeSecret, secretsUnder } from '../storage/companies/installation-secrets.ts';
import type { Pool } from '../storage/connection/pool.ts';

/** The purpose of the first pepper while hashes are accepted that are not bound to their rows. */
const UNBOUND = 'api-key-pepper';
const VERSIONED = `${UNBOUND}/`;
const PEPPER_BYTES = 32;
const MOST = 255;

/** The peppers there are; none in a new installation. Throws SealError where another master key sealed them. */
export async function readPeppers(pool: Pool, keyring: Sealer): Promise<Peppers> {
  const sealed = await secretsUnder(pool, UNBOUND);
  const versions = new Map<number, KeyObject>();
  for (const [purpose, text] of sealed) {
    const version = purpose === UNBOUND ? 1 : Number(purpose.slice(VERSIONED.length));
    if (purpose === UNBOUND && sealed.has(`${VERSIONED}1`)) continue;
    versions.set(version, createSecretKey(await keyring.open(text, bindingOf(purpose))));
  }
  return { versions, acceptsUnbound: sealed.has(UNBOUND) && !sealed.has(`${VERSIONED}1`) };
}

/** Makes the first pepper where there is none. The pool acts as `sello_operator`. */
export async function makeFirstPepper(pool: Pool, keyring: Sealer): Promise<Peppers> {
  await keep(pool, keyring, { version: 1, pepper: randomBytes(PEPPER_BYTES) });
  return readPeppers(pool, keyring);
}

/** The pool acts as `sello_operator`. */
export function createPepperKeeper(pool: Pool, keyring: Sealer): PepperKeeper {
  return {
    async rotate() {
      const version = newestPepper(await readPeppers(pool, keyring)) + 1;
      if (version > MOST) throw new Error(`there are ${MOST} peppers already`);
      await keep(pool, keyring, { version, pepper: randomBytes(PEPPER_BYTES) });
      return version;
    },
    async retire(version) {
      const peppers = await readPeppers(pool, keyring);
      if (!peppers.versions.has(version)) return 'unknown';
      if (version === newestPepper(peppers)) return 'newest';
      await removeSecret(pool, `${VERSIONED}${version}`);
      if (version === 1) await removeSecret(pool, UNBOUND);
      return 'retired';
    },
    async refuseUnbound() {
      const { versions, acceptsUnbound } = await readPeppers(pool, keyring);
      const pepper = versions.get(1);
      if (!acceptsUnbound || pepper === undefined) return;
      await keep(pool, keyring, { version: 1, pepper: pepper.export() });
      await removeSecret(pool, UNBOUND);
    },
  };
}

async function keep(
  pool: Pool,
  keyring: Sealer,
  { version, pepper }: { readonly version: number; readonly pepper: Uint8Array },
): Promise<void> {
  const purpose = `${VERSIONED}${version}`;
  await installationSecret(pool, purpose, () => keyring.seal(pepper, bindingOf(purpose)));
}

function bindingOf(purpose: string) {
  return { owner: INSTALLATION, purpose };
}
