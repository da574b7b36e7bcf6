import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateBinding } from '../../src/signer/key-holder.ts';
import { createKeyring } from '../../src/signer/keyring.ts';
import { createSecretsRegistry } from '../../src/storage/companies/secrets-registry.ts';
import { createPool } from '../../src/storage/connection/pool.ts';
import { nitOf } from '../../test/support/identifiers.ts';
import { type BenchHouse, openBenchHouse } from '../rig/house.ts';

const YEAR_MS = 365 * 86_400_000;

/**
 * A house whose companies sign with one key, sealed for each: making a key for each of thousands would take longer than
 * all that is measured.
 */
export async function openTown(companies: number): Promise<BenchHouse> {
  const house = await openBenchHouse(companies, 'none');
  const master = readFileSync(join(house.place, 'master-key'), 'utf8').trim();
  const keyring = createKeyring(createSecretKey(Buffer.from(master, 'base64')));
  const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'der' });
  const publicKeySpki = keys.publicKey.export({ type: 'spki', format: 'der' });
  const { url: databaseUrl } = house.postgres;
  const pool = createPool('sello_operator', { databaseUrl, connections: 2, onIdleError: () => undefined });
  const registry = createSecretsRegistry(pool);
  const validity = { notBeforeMs: Date.now() - YEAR_MS, notAfterMs: Date.now() + YEAR_MS };
  for (const { companyId, nit } of house.companies) {
    const sealedPrivateKey = keyring.seal(privateKey, certificateBinding({ companyId, ambiente: '00' }));
    const material = { ...validity, nit: nitOf(nit), publicKeySpki, sealedPrivateKey };
    await registry.addCertificate(companyId, '00', material);
  }
  await pool.end();
  return house;
}
