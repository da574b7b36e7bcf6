import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { rewrapSecrets } from './rewrap-secrets.ts';

describeOnDatabases('rewrapSecrets', (name) => {
  const bench = sharedBench(name);
  beforeEach(async () => {
    await bench.asSuperuser('TRUNCATE installation_secrets');
    await bench.asSuperuser`INSERT INTO installation_secrets VALUES ('one', 'a'), ('two', 'b'), ('three', 'c')`;
  });

  const values = async () =>
    (await bench.asSuperuser('SELECT sealed FROM installation_secrets ORDER BY sealed')).map(
      ({ sealed }) => sealed,
    );

  it('puts each value in its own place', async () => {
    expect(await rewrapSecrets(bench.operator, 'fresh', (sealed) => `${sealed}+`)).toBe(3);
    expect(await values()).toEqual(['a+', 'b+', 'c+']);
  });

  it('changes nothing where one cannot be moved', async () => {
    const moved = rewrapSecrets(bench.operator, 'fresh', (sealed) => {
      if (sealed === 'c') throw new Error('not this one');
      return `${sealed}+`;
    });
    await expect(moved).rejects.toThrow('not this one');
    expect(await values()).toEqual(['a', 'b', 'c']);
  });

  it('waits for one that is being added, and moves it too', async () => {
    const client = await bench.operator.connect();
    await client.query(`BEGIN; INSERT INTO installation_secrets VALUES ('late', 'd')`);
    const moving = rewrapSecrets(bench.operator, 'fresh', (sealed) => `${sealed}+`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await client.query('COMMIT');
    client.release();
    expect(await moving).toBe(4);
    expect(await values()).toEqual(['a+', 'b+', 'c+', 'd+']);
  });

  it('changes nothing while another process of Sello is connected', async () => {
    const other = await bench.operator.connect();
    await other.query(`SET application_name = 'sello another'`);
    expect(await rewrapSecrets(bench.operator, 'fresh', (sealed) => `${sealed}+`)).toBe(null);
    expect(await values()).toEqual(['a', 'b', 'c']);
    other.release(true);
  });

  it('goes on beside a process that opens secrets with the fresh master key', async () => {
    const other = await bench.operator.connect();
    await other.query(`SET application_name = 'sello another old fresh'`);
    expect(await rewrapSecrets(bench.operator, 'fres', (sealed) => `${sealed}+`)).toBe(null);
    expect(await rewrapSecrets(bench.operator, 'fresh', (sealed) => `${sealed}+`)).toBe(3);
    other.release(true);
  });
});
