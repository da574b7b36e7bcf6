import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { openGateBench } from '../../../test/support/gate-bench.ts';
import { shared } from '../../../test/support/shared.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { inCompany, inTransaction, query } from '../connection/transaction.ts';

// That no row of another company is seen, changed or written stands in test/door/row-walls.test.ts, table by table.
describeOnDatabases('row-level security', (name) => {
  const bench = sharedBench(name);
  const theirs = shared(async () => openGateBench(bench).addKey(await bench.addCompany()));

  it('shows a presented key’s one row before its company is known, and nothing else', async () => {
    const seen = await inTransaction(bench.pool, async (client) => {
      await client.query(`SELECT set_config('sello.key_public_id', $1, true)`, [theirs.publicId]);
      const keys = await client.query('SELECT public_id FROM api_keys');
      const companies = await client.query('SELECT 1 FROM companies');
      const changed = client.query('UPDATE api_keys SET revoked_at = now()');
      await expect(changed).rejects.toThrow(/permission denied/);
      return { keys: keys.rows, companies: companies.rowCount };
    });
    expect(seen).toEqual({ keys: [{ public_id: theirs.publicId }], companies: 0 });
  });

  it.each([
    `INSERT INTO companies (company_id, slug, environment, profile) VALUES (gen_random_uuid(), 'x', '00', '{}')`,
    `UPDATE companies SET profile = '{}'`,
    `INSERT INTO api_keys SELECT * FROM api_keys`,
    `UPDATE certificates SET sealed_private_key = 'x'`,
    `UPDATE authority_credentials SET username = 'x'`,
    `INSERT INTO installation_secrets VALUES ('x', 'y')`,
    `UPDATE audit_events SET kind = 'x'`,
    `DELETE FROM documents`,
    `ALTER TABLE documents DISABLE ROW LEVEL SECURITY`,
    `DROP TRIGGER keep_document ON documents`,
    `DROP TRIGGER check_document ON documents`,
    `CREATE OR REPLACE FUNCTION check_document() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
    `CREATE TABLE mine (id int)`,
  ])('leaves to the operator or the owner: %s', async (statement) => {
    const mine = await bench.addCompany();
    const asked = inCompany(bench.pool, mine, (client) => client.query(statement));
    await expect(asked).rejects.toThrow(/permission denied|must be owner/);
  });

  it.each([
    'UPDATE documents SET message = $$x$$',
    'DELETE FROM documents',
    'UPDATE audit_events SET kind = $$x$$',
  ])('leaves to the service: %s', async (statement) => {
    await expect(query(bench.operator, { text: statement })).rejects.toThrow(/permission denied/);
  });
});
