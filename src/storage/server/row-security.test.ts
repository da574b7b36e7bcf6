import { describe, expect, it } from 'vitest';
import { STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { openGateBench } from '../../../test/support/gate-bench.ts';
import { nitOf, refOf } from '../../../test/support/identifiers.ts';
import { heldInvalidation, registerRequest } from '../../../test/support/invalidation-bench.ts';
import { shared } from '../../../test/support/shared.ts';
import { claimRequest, heldOf, sharedBench } from '../../../test/support/storage-bench.ts';
import { createSecretsRegistry } from '../companies/secrets-registry.ts';
import type { Client } from '../connection/pool.ts';
import { inCompany, inTransaction, query } from '../connection/transaction.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createInvalidationStore } from '../invalidations/invalidation-store.ts';

const TABLES = [
  'companies',
  'certificates',
  'authority_credentials',
  'api_keys',
  'rate_windows',
  'series',
  'documents',
  'attempts',
  'invalidations',
  'invalidation_attempts',
] as const;

interface Tenant {
  readonly companyId: string;
  readonly publicId: string;
}

describeOnDatabases('row-level security', (name) => {
  const bench = sharedBench(name);
  const mine = shared(() => settle());
  const theirs = shared(() => settle());

  /** A company with a row in every table. */
  async function settle(): Promise<Tenant> {
    const companyId = await bench.addCompany();
    const store = createDocumentStore(bench.pool, { now: Date.now, monotonic: () => performance.now() });
    const { record, lease, wantedHash } = heldOf(
      await store.claim(claimRequest(companyId, { externalRef: refOf('ref') })),
    );
    const { codigoGeneracion } = record;
    await store.recordAttempt(
      lease,
      { number: 1, codigoGeneracion, payloadHash: wantedHash, jws: 'x', contingencia: null },
      1000,
    );
    await store.settle(lease, { kind: 'stamped', attempt: 1, stamp: STAMP, raw: STAMPED_RAW });
    const invalidations = createInvalidationStore(bench.pool);
    const invalidation = heldInvalidation(await invalidations.register(registerRequest(record)));
    await invalidations.recordAttempt(invalidation.lease, 'x', 1000);
    const gates = openGateBench(bench);
    const { publicId, ...key } = await gates.addKey(companyId);
    await gates.gateOn(bench.pool).admit(key, null);
    const secrets = createSecretsRegistry(bench.operator);
    await secrets.setCredentials(companyId, '00', { user: 'u', sealedPassword: 's' });
    await secrets.addCertificate(companyId, '00', {
      nit: nitOf('06140101900018'),
      notBeforeMs: 0,
      notAfterMs: 1,
      publicKeySpki: Buffer.alloc(3),
      sealedPrivateKey: 's',
    });
    return { companyId, publicId };
  }

  const asMe = <T>(work: (client: Client) => Promise<T>) => inCompany(bench.pool, mine.companyId, work);

  describe.each(TABLES)('of %s', (table) => {
    it('shows nothing of another company, asked for by its id', async () => {
      const { rowCount } = await asMe((client) =>
        client.query(`SELECT * FROM ${table} WHERE company_id = $1 OR true AND company_id <> $2`, [
          theirs.companyId,
          mine.companyId,
        ]),
      );
      expect(rowCount).toBe(0);
    });

    it('shows the operator both', async () => {
      const { rowCount } = await query(bench.operator, { text: `SELECT DISTINCT company_id FROM ${table}` });
      expect(rowCount).toBe(2);
    });
  });

  it.each(['documents', 'attempts', 'invalidations', 'invalidation_attempts', 'series', 'rate_windows'])(
    'lets no sabotaged UPDATE of %s reach another company',
    async (table) => {
      const before = await bench.asSuperuser(
        `SELECT to_jsonb(t) AS row FROM ${table} t WHERE company_id = $1`,
        [theirs.companyId],
      );
      const { rowCount } = await asMe((client) =>
        client.query(`UPDATE ${table} SET company_id = company_id WHERE company_id = $1`, [theirs.companyId]),
      );
      expect(rowCount).toBe(0);
      expect(
        await bench.asSuperuser(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE company_id = $1`, [
          theirs.companyId,
        ]),
      ).toEqual(before);
    },
  );

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
    await expect(asMe((client) => client.query(statement))).rejects.toThrow(
      /permission denied|must be owner/,
    );
  });

  it.each([
    'UPDATE documents SET message = $$x$$',
    'DELETE FROM documents',
    'UPDATE audit_events SET kind = $$x$$',
  ])('leaves to the service: %s', async (statement) => {
    await expect(query(bench.operator, { text: statement })).rejects.toThrow(/permission denied/);
  });
});
