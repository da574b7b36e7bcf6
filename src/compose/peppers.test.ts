import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../test/support/database.ts';
import { sharedBench } from '../../test/support/storage-bench.ts';
import { createKeyring, INSTALLATION } from '../signer/keyring.ts';
import { installationSecret } from '../storage/companies/installation-secrets.ts';
import { createPepperKeeper, makeFirstPepper, readPeppers } from './peppers.ts';

const keyring = createKeyring(createSecretKey(randomBytes(32)));

describeOnDatabases('the peppers of the API keys', (name) => {
  const bench = sharedBench(name);

  const told = async () => {
    const { versions, acceptsUnbound } = await readPeppers(bench.pool, keyring);
    const bytes = [...versions].map(
      ([version, pepper]) => [version, pepper.export().toString('hex')] as const,
    );
    return { versions: new Map(bytes), acceptsUnbound };
  };

  it('go on from the one of versions before, which says what unbound keys are worth', async () => {
    expect(await told()).toEqual({ versions: new Map(), acceptsUnbound: false });
    const before = randomBytes(32);
    const binding = { owner: INSTALLATION, purpose: 'api-key-pepper' };
    await installationSecret(bench.operator, 'api-key-pepper', () => keyring.seal(before, binding));
    const first = new Map([[1, before.toString('hex')]]);
    expect(await told()).toEqual({ versions: first, acceptsUnbound: true });
    const keeper = createPepperKeeper(bench.operator, keyring);
    await keeper.refuseUnbound();
    await keeper.refuseUnbound();
    expect(await told()).toEqual({ versions: first, acceptsUnbound: false });
  });

  it('are added and retired, the newest never', async () => {
    const keeper = createPepperKeeper(bench.operator, keyring);
    await makeFirstPepper(bench.operator, keyring);
    const { versions } = await told();
    expect(await keeper.rotate()).toBe(2);
    expect([...(await told()).versions.entries()]).toContainEqual([1, versions.get(1)]);
    expect([await keeper.retire(2), await keeper.retire(7), await keeper.retire(1)]).toEqual([
      'newest',
      'unknown',
      'retired',
    ]);
    expect([...(await told()).versions.keys()]).toEqual([2]);
  });
});
