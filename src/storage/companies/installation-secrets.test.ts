import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import { installationSecret } from './installation-secrets.ts';

describeOnDatabases('a secret of the installation', (name) => {
  const bench = sharedBench(name);

  it('is made once and then kept', async () => {
    expect(await installationSecret(bench.operator, 'pepper', () => 'first')).toBe('first');
    const untouched = (): string => {
      throw new Error('made again');
    };
    expect(await installationSecret(bench.operator, 'pepper', untouched)).toBe('first');
    expect(await installationSecret(bench.operator, 'links', () => 'other')).toBe('other');
  });

  it('is the same for nodes that start at one moment', async () => {
    const secrets = await Promise.all(
      upTo(12).map((node) => installationSecret(bench.operator, 'race', () => `node ${node}`)),
    );
    expect(new Set(secrets).size).toBe(1);
  });

  it('is not made when sealing fails', async () => {
    const failing = installationSecret(bench.operator, 'broken', () => {
      throw new Error('no master key');
    });
    await expect(failing).rejects.toThrow('no master key');
    expect(await installationSecret(bench.operator, 'broken', () => 'later')).toBe('later');
  });

  it('can be read and not made by the service', async () => {
    await installationSecret(bench.operator, 'shared', () => 'sealed');
    expect(await installationSecret(bench.pool, 'shared', () => 'x')).toBe('sealed');
    await expect(installationSecret(bench.pool, 'new', () => 'x')).rejects.toThrow(/permission denied/);
  });
});
