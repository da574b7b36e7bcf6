import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { query } from '../connection/transaction.ts';
import { createDeeds } from './operator-deeds.ts';

const DEED = {
  osUser: 'root',
  sudoUser: 'ana',
  host: 'caja-1',
  sshAddress: '192.0.2.7',
  command: 'key create',
  arguments: { places: ['tienda'], options: { 'per-minute': '5' } },
};

describeOnDatabases('the deeds of operators', (name) => {
  const bench = sharedBench(name);

  it('are told with their login and time, the latest first', async () => {
    const deeds = createDeeds(bench.operator);
    await deeds.record(DEED);
    await deeds.record({ ...DEED, sudoUser: null, sshAddress: null, command: 'key revoke' });
    const [last, first, ...others] = await deeds.latest(10);
    expect(first).toMatchObject({ ...DEED, login: new URL(bench.url).username, clientAddress: '127.0.0.1' });
    expect(last).toMatchObject({ command: 'key revoke', sudoUser: null });
    expect(Math.abs(Date.now() - (last?.happenedMs ?? 0))).toBeLessThan(60_000);
    expect(others).toEqual([]);
    expect(await deeds.latest(1)).toEqual([last]);
  });

  it.each([
    `UPDATE operator_deeds SET command = 'x'`,
    'DELETE FROM operator_deeds',
    'TRUNCATE operator_deeds',
    'SELECT * FROM operator_deeds FOR UPDATE',
    `INSERT INTO operator_deeds (os_user, host, command, arguments, login) VALUES ('a', 'b', 'c', '{}', 'other')`,
    `INSERT INTO operator_deeds (os_user, host, command, arguments, happened_at)
       VALUES ('a', 'b', 'c', '{}', '2020-01-01')`,
  ])('cannot be changed, removed or forged by the operator: %s', async (text) => {
    await expect(query(bench.operator, { text })).rejects.toThrow('permission denied');
  });

  it.each(['SELECT * FROM operator_deeds', `INSERT INTO operator_deeds (os_user) VALUES ('a')`])(
    'are nothing to the service: %s',
    async (text) => {
      await expect(query(bench.pool, { text })).rejects.toThrow('permission denied');
    },
  );
});
