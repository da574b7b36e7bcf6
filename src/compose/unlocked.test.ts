import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../test/support/database.ts';
import { sharedBench } from '../../test/support/storage-bench.ts';
import { createKeyring } from '../signer/keyring.ts';
import { installationSecrets } from './unlocked.ts';

const keyring = createKeyring(createSecretKey(randomBytes(32)));

describeOnDatabases('the secrets of an installation', (name) => {
  const bench = sharedBench(name);

  const opened = async (pool = bench.operator) => {
    const { linkSecret, codeSecret, passSecret } = await installationSecrets(pool, keyring);
    return [linkSecret, codeSecret, passSecret].map((secret) => secret.export().toString('hex'));
  };

  it('are made by an operator alone, once, and opened by whoever serves', async () => {
    await expect(opened(bench.pool)).rejects.toThrow('is not prepared for a login that only serves');
    const made = await opened();
    expect(new Set(made).size).toBe(3);
    expect(await opened()).toEqual(made);
    expect(await opened(bench.pool)).toEqual(made);
  });
});
