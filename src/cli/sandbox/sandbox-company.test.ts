import { createSecretKey, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { nothingBut } from '../../../test/support/nothing-but.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { standInProgram } from '../../../test/support/stand-in-program.ts';
import { userStoresOn } from '../../compose/user-stores.ts';
import { EXPORT_WRITER } from '../../export/export-writer.ts';
import { createSheetPress } from '../../paper/book/sheet-press.ts';
import { parseApiKey } from '../../signer/api-key.ts';
import { createKeyring } from '../../signer/keyring.ts';
import { makeSandboxCertificate } from '../../signer/sandbox-certificate.ts';
import { createVault } from '../../signer/vault.ts';
import { createCompanyRegistry } from '../../storage/companies/company-registry.ts';
import { createCompletionRegistry } from '../../storage/companies/completion-registry.ts';
import { createSecretsRegistry } from '../../storage/companies/secrets-registry.ts';
import { createPool, type Pool } from '../../storage/connection/pool.ts';
import { query } from '../../storage/connection/transaction.ts';
import { createPendingReader } from '../../storage/contingencies/pending-reader.ts';
import { createDeclarationStores } from '../../storage/declarations/declaration-stores.ts';
import { createLifeReader } from '../../storage/documents/document-life.ts';
import { createDocumentReader } from '../../storage/documents/document-view.ts';
import { createNumbersReader } from '../../storage/documents/numbers-reader.ts';
import { createKeyRegistry } from '../../storage/keys/key-registry.ts';
import { createDocumentLister } from '../../storage/listings/document-list.ts';
import { createRehearsalReader } from '../../storage/rehearsals/rehearsal-reader.ts';
import { createDeeds } from '../../storage/server/operator-deeds.ts';
import type { Office } from '../program.ts';
import { openSandboxCompany, type SandboxCompany } from './sandbox-company.ts';

const peppers = { versions: new Map([[1, createSecretKey(randomBytes(32))]]), acceptsUnbound: false };
const vault = createVault(createKeyring(createSecretKey(randomBytes(32))), peppers);

let database: TestDatabase;
let pool: Pool;
let office: Office;
const folder = sharedPlace();

beforeAll(async () => {
  database = await createDatabase('PostgreSQL 18');
  pool = createPool('sello_operator', {
    databaseUrl: database.url,
    connections: 2,
    onIdleError: () => undefined,
  });
  office = nothingBut<Office>({
    companies: createCompanyRegistry(pool),
    keys: createKeyRegistry(pool),
    secrets: createSecretsRegistry(pool),
    deeds: createDeeds(pool),
    people: { ...userStoresOn(pool), consoleUrl: 'https://sello.example.com' },
    pending: createPendingReader(pool),
    numbers: createNumbersReader(pool),
    lives: createLifeReader(pool),
    ...createDeclarationStores(pool),
    lister: createDocumentLister(pool, false),
    documents: createDocumentReader(pool, false),
    writer: EXPORT_WRITER,
    sheets: createSheetPress(),
    completions: createCompletionRegistry(pool),
    rehearsals: createRehearsalReader(pool),
    close: () => pool.end(),
  });
});
afterAll(async () => {
  await office.close();
  await database.drop();
});

function open(): Promise<SandboxCompany> {
  const { program } = standInProgram({ folder });
  return openSandboxCompany({ ...program, makeCertificate: makeSandboxCertificate }, office, vault);
}

async function countOf(table: string): Promise<number> {
  const { rows } = await query<{ readonly count: number }>(pool, {
    text: `SELECT count(*)::int AS count FROM ${table}`,
  });
  return rows[0]?.count ?? 0;
}

describe('openSandboxCompany', () => {
  let first: SandboxCompany;

  it('opens a complete company of the test environment', async () => {
    first = await open();
    expect(first.stored.company).toMatchObject({ slug: 'panaderia-la-espiga', ambiente: '00' });
    const setup = await office.secrets.setup(first.stored.companyId, '00');
    expect(setup).toMatchObject({ user: first.stored.company.nit, liveKeys: 1 });
    expect(setup.certificate?.notAfterMs).toBeGreaterThan(Date.now());
    expect(parseApiKey(first.key)).toMatchObject({ ambiente: '00' });
  });

  it('finds it again with the same key and certificate, and makes nothing', async () => {
    const again = await open();
    expect(again.key).toBe(first.key);
    expect(again.secrets.certificate).toBe(first.secrets.certificate);
    expect([await countOf('companies'), await countOf('certificates'), await countOf('api_keys')]).toEqual([
      1, 1, 1,
    ]);
  });

  it('makes another key where the one shown was revoked', async () => {
    const [key] = await office.keys.list();
    await office.keys.revoke(key?.keyId ?? '');
    const again = await open();
    expect(again.key).not.toBe(first.key);
    expect((await open()).key).toBe(again.key);
  });

  it('brings certificate and credentials in line where its file was lost', async () => {
    rmSync(join(folder, 'data', 'sandbox.json'));
    const before = await countOf('certificates');
    const again = await open();
    expect(again.secrets.certificate).not.toBe(first.secrets.certificate);
    expect(await countOf('certificates')).toBe(before + 1);
    expect(await countOf('companies')).toBe(1);
  });
});
