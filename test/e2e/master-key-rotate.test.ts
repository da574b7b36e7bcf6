// A new master key with real processes on a real database: the command, and what opens afterwards.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKeyring, masterIdOf } from '../../src/signer/keyring.ts';
import { readMasterKeyFile } from '../../src/signer/master-key.ts';
import { smtpPasswordBinding } from '../../src/signer/vault.ts';
import { createPool } from '../../src/storage/connection/pool.ts';
import { sharedDatabase } from '../support/database.ts';
import { MINIMAL_COMPANY_FILE } from '../support/example-company.ts';
import { runSello } from '../support/sello-process.ts';
import { sharedPlace } from '../support/shared-place.ts';
import { present } from '../support/storage-bench.ts';
import { ask } from '../support/superuser.ts';

const SMTP = { host: 'correo.ejemplo.com', user: 'dte', from: 'dte@ejemplo.com' };
const [OLD, FRESH, SLUG] = ['vieja', 'nueva', MINIMAL_COMPANY_FILE.slug];

const database = sharedDatabase('PostgreSQL 18');
const folder = sharedPlace();
beforeAll(async () => {
  writeFileSync(join(folder, 'clave'), 'clave del correo');
  const company = { ...MINIMAL_COMPANY_FILE, delivery: { smtp: SMTP } };
  writeFileSync(join(folder, 'empresa.json'), JSON.stringify(company));
  await done(OLD, 'master-key', 'create', OLD);
  await done(OLD, 'company', 'apply', 'empresa.json');
  await done(OLD, 'smtp-password', 'set', SLUG, '--password-file', 'clave');
  await done(OLD, 'credentials', 'set', SLUG, '--user', 'u', '--password-file', 'clave');
  await done(OLD, 'key', 'create', SLUG);
});

function run(keyFile: string, ...args: readonly string[]) {
  return runSello(args, { cwd: folder, env: { DATABASE_URL: database.url, SELLO_MASTER_KEY_FILE: keyFile } });
}

async function done(keyFile: string, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await run(keyFile, ...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

/** Every value of the database that is sealed, as PostgreSQL writes it. */
async function sealedValues(): Promise<readonly string[]> {
  const columns = await ask(
    database.url,
    `SELECT quote_ident(column_name) AS name, quote_ident(table_name) AS relation FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const each = columns.map(
    ({ name, relation }) =>
      `SELECT ${name}::text AS value FROM ${relation} WHERE ${name}::text LIKE 'sello1.%'`,
  );
  return (await ask(database.url, each.join(' UNION ALL '))).map(({ value }) => String(value));
}

const mastersOf = (sealed: readonly string[]) => new Set(sealed.map((value) => value.split('.')[1]));

describe('master-key rotate', () => {
  it('waits until no other process of Sello uses the database', async () => {
    const before = await sealedValues();
    expect(before.length).toBe(6);
    const other = createPool('sello_operator', {
      databaseUrl: database.url,
      connections: 1,
      onIdleError: () => undefined,
    });
    (await other.connect()).release();
    const { code, err } = await run(OLD, 'master-key', 'rotate', FRESH);
    expect(code).toBe(1);
    expect(err).toMatch(/^sello: Other processes of Sello use this database: end all of them first/);
    expect(await sealedValues()).toEqual(before);
    await other.end();
  });

  it('takes no notice of a node that knows the new key as well', async () => {
    await done(OLD, 'master-key', 'create', 'otra');
    const reading = await readMasterKeyFile(join(folder, 'otra'));
    if (reading.kind === 'refused') throw new Error(reading.message);
    const node = createPool('sello_service', {
      databaseUrl: database.url,
      connections: 1,
      masters: ['other-name', masterIdOf(reading.key)],
      onIdleError: () => undefined,
    });
    (await node.connect()).release();
    await done(OLD, 'master-key', 'rotate', 'otra');
    expect((await run(OLD, 'master-key', 'rotate', FRESH)).code).toBe(1);
    await node.end();
    await done('otra', 'master-key', 'rotate', OLD);
  });

  it('changes nothing where one value does not open', async () => {
    const before = await sealedValues();
    await ask(database.url, `INSERT INTO installation_secrets VALUES ('broken', 'sello1.x.y.z')`);
    const { code, err } = await run(OLD, 'master-key', 'rotate', FRESH);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/not the one that this database/) });
    await ask(database.url, `DELETE FROM installation_secrets WHERE purpose = 'broken'`);
    expect(await sealedValues()).toEqual(before);
  });

  it('moves every sealed value of the database to the key of the new file, once', async () => {
    const before = await sealedValues();
    const out = await done(OLD, 'master-key', 'rotate', FRESH);
    expect(out).toMatch(/^6 secrets are sealed under the master key in .*nueva: set SELLO_MASTER_KEY_FILE/);
    const after = await sealedValues();
    expect(after.length).toBe(before.length);
    expect(mastersOf(before).size).toBe(1);
    expect(mastersOf(after).size).toBe(1);
    expect([...mastersOf(after)]).not.toEqual([...mastersOf(before)]);
    expect(await done(OLD, 'master-key', 'rotate', FRESH)).toMatch(/^6 secrets/);
    expect(await sealedValues()).toEqual(after);
  });

  it('leaves what the new key opens and the old one does not', async () => {
    const [row] = await ask(database.url, 'SELECT company_id, sealed_password FROM smtp_passwords');
    const reading = await readMasterKeyFile(join(folder, FRESH));
    if (reading.kind === 'refused') throw new Error(reading.message);
    const { company_id: owner, sealed_password: sealed } = present(row);
    const opened = createKeyring(reading.key).open(String(sealed), smtpPasswordBinding(String(owner)));
    expect(opened.toString('utf8')).toBe('clave del correo');
    expect((await run(FRESH, 'key', 'create', SLUG)).code).toBe(0);
    expect((await run(OLD, 'key', 'create', SLUG)).err).toMatch(
      /not the one that this database was sealed with/,
    );
  });

  it('refuses the file in use', async () => {
    expect((await run(FRESH, 'master-key', 'rotate', FRESH)).err).toMatch(/holds the master key of now/);
  });
});
