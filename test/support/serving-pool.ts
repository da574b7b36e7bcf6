import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import { createPasses } from '../../src/signer/derived.ts';
import { keepPasses } from '../../src/storage/companies/passes.ts';
import { createPool, type Pool } from '../../src/storage/connection/pool.ts';
import { addServingLogin } from './serving-login.ts';
import { shared } from './shared.ts';

/**
 * A pool that the tests of a suite share, of a login that only serves, as a node has one: with the passes of the companies that
 * there are before the first test. `database` is known then by the address of a superuser.
 */
export function sharedServingPool(database: { readonly url: string }): Pool {
  const login = shared(() => addServingLogin(database.url));
  const pool = shared(() => openServingPool(database.url, login.url));
  afterAll(async () => {
    await pool.end();
    await login.drop();
  });
  return pool;
}

async function openServingPool(databaseUrl: string, servingUrl: string): Promise<Pool> {
  const passOf = createPasses(createSecretKey(randomBytes(32)));
  const settings = { connections: 2, onIdleError: () => undefined, passOf };
  const operator = createPool('sello_operator', { ...settings, databaseUrl });
  await keepPasses(operator);
  await operator.end();
  return createPool('sello_service', { ...settings, databaseUrl: servingUrl });
}
