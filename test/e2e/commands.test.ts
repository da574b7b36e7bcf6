// The operator's commands on a real database: src/cli/commands. What src/main.ts adds to them runs in processes of its own.

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSandboxCertificate } from '../../src/signer/sandbox-certificate.ts';
import { type LoopbackServer, startHttpServer } from '../loopback/http-server.ts';
import { type MailServer, openMailServer } from '../mail/mail-server.ts';
import { sharedDatabase } from '../support/database.ts';
import { MINIMAL_COMPANY_FILE } from '../support/example-company.ts';
import { emailOf, nitOf, nrcOf } from '../support/identifiers.ts';
import { runSello, type SelloResult, sayToSello } from '../support/sello-process.ts';
import { sharedPlace } from '../support/shared-place.ts';

const database = sharedDatabase('PostgreSQL 18');
const folder = sharedPlace();
const keyFile = join(folder, 'llave');
/** Lets nobody in, and repeats what it was told. */
let authority: LoopbackServer;
/** Shows a certificate of nobody. */
let mailServer: MailServer;

beforeAll(async () => {
  [authority, mailServer] = await Promise.all([
    startHttpServer(({ body: told }, response) => {
      const body = { codigoMsg: '106', descripcionMsg: told };
      response.writeHead(401).end(JSON.stringify({ status: 'ERROR', body }));
    }),
    openMailServer('starttls'),
  ]);
  await json('master-key', 'create', keyFile);
  await json('company', 'apply', file('empresa.json', JSON.stringify(MINIMAL_COMPANY_FILE)));
});
afterAll(() => Promise.all([authority.close(), mailServer.close()]));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function run(...args: readonly string[]): Promise<SelloResult> {
  const env = {
    DATABASE_URL: database.url,
    SELLO_MASTER_KEY_FILE: keyFile,
    SELLO_HACIENDA_TEST_URL: authority.url,
    SELLO_MAIL_NETWORKS: '127.0.0.0/8,::1/128',
  };
  return sayToSello(args, { cwd: folder, env });
}

async function json(...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { out } = await run(...args, '--json');
  expect(out.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(out);
}

const SLUG = MINIMAL_COMPANY_FILE.slug;
const OTHER_NIT = '06140101900026';

describe('company', () => {
  it('is created once and changed to what its file says', async () => {
    const path = file('otra.json', JSON.stringify({ ...MINIMAL_COMPANY_FILE, slug: 'otra', nit: OTHER_NIT }));
    expect(await json('company', 'apply', path)).toMatchObject({ company: 'otra', change: 'created' });
    expect(await json('company', 'apply', path)).toMatchObject({ change: 'unchanged' });
    const changed = file(
      'otra.json',
      JSON.stringify({ ...MINIMAL_COMPANY_FILE, slug: 'otra', nit: OTHER_NIT, name: 'Nueva' }),
    );
    expect((await run('company', 'apply', changed)).out).toMatch(/^The company otra is changed\.\n/);
  });

  it('is listed and shown as a file that can be applied again', async () => {
    expect(await json('company', 'list')).toMatchObject({
      companies: expect.arrayContaining([expect.objectContaining({ slug: SLUG, environment: '00' })]),
    });
    expect((await run('company', 'list')).out).toMatch(
      new RegExp(`^COMPANY +ENVIRONMENT.*\n(.*\n)*${SLUG} +00`),
    );
    const shown = await json('company', 'show', SLUG);
    expect(shown).toMatchObject({ slug: SLUG, municipality: '23' });
    const again = file('mostrada.json', `\uFEFF${(await run('company', 'show', SLUG)).out}`);
    expect(await json('company', 'apply', again)).toMatchObject({ change: 'unchanged' });
  });

  it("is refused with every mistake, in the file's own words", async () => {
    const { slug: _, ...rest } = MINIMAL_COMPANY_FILE;
    const text = JSON.stringify({ ...rest, nit: '1', enviroment: '00', establishments: [{ code: 'M001' }] });
    const path = file('mala.json', text.replace('{', '{"phone": "1",'));
    const { code, out, err } = await run('company', 'apply', path);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^sello: .*mala\.json has \d+ mistakes; nothing was changed\.\n/);
    for (const field of ['phone', 'slug', 'nit', 'enviroment', 'establishments[0].points_of_sale'])
      expect(err).toContain(`\n  ${field}: `);
    expect(err).toContain('¿Quiso decir «environment»?');
    const { error } = await json('company', 'apply', path);
    expect(error).toMatchObject({ code: 'invalid_company_file', problems: expect.any(Array) });
  });

  it.each([
    ['{"slug": "x",\n}', 'is not JSON: line 2, column 1: a field name in quotation marks is expected here.'],
    ['', 'is not JSON: line 1, column 1: the file ends too early.'],
    ['[]', 'has one mistake; nothing was changed.'],
  ])('is refused with the place for the file %j', async (content, sentence) => {
    const { code, err } = await run('company', 'apply', file('rota.json', content));
    expect(code).toBe(1);
    expect(err).toContain(sentence);
  });

  it('is refused in one sentence where the file cannot be read', async () => {
    const away = { cwd: folder, env: { DATABASE_URL: database.url, SELLO_MASTER_KEY_FILE: keyFile } };
    expect((await runSello(['company', 'apply', 'nada.json'], away)).err).toBe(
      'sello: nada.json cannot be read: it does not exist.\n',
    );
    expect((await run('company', 'apply', folder)).err).toMatch(
      /^sello: .* cannot be read: it is a folder\.\n$/,
    );
    const latin1 = join(folder, 'latin1.json');
    writeFileSync(latin1, Buffer.from([0x22, 0xe9, 0x22]));
    expect((await run('company', 'apply', latin1)).err).toContain('is not text in UTF-8');
  });
});

describe('certificate and credentials', () => {
  it('are sealed for the company, and the doctor sees and tries them', async () => {
    const holder = {
      nit: nitOf(MINIMAL_COMPANY_FILE.nit),
      nrc: nrcOf('1234567'),
      name: 'X',
      email: emailOf('a@ejemplo.com'),
    };
    const xml = await makeSandboxCertificate({ ...holder, password: 'clave segura', nowMs: Date.now() });
    const [certificate, password] = [file('c.crt', xml), file('clave', 'clave segura\r\n')];
    const imported = ['certificate', 'import', SLUG, certificate, '--password-file', password];
    expect(await json(...imported)).toMatchObject({ company: SLUG, warnings: [] });
    const wrong = await run(...imported.slice(0, -1), file('otra-clave', 'otra'));
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toMatch(/c\.crt cannot be used for .*\n {2}La contraseña no es la de la llave privada/);
    const hyphened = ['--user', ' 0614-050590-005-0', '--password-file', password];
    expect(await json('credentials', 'set', SLUG, ...hyphened)).toMatchObject({ user: '06140505900050' });
    expect(await json('credentials', 'set', SLUG, '--user', 'u1', '--password-file', password)).toEqual({
      company: SLUG,
      environment: '00',
      user: 'u1',
    });
    const { checks } = await json('doctor', SLUG);
    expect(checks).toContainEqual(
      expect.objectContaining({ name: `${SLUG}: credentials`, message: 'user u1' }),
    );
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: `${SLUG}: certificate`,
        status: 'ok',
        message: expect.stringContaining('days left'),
      }),
    );
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: `${SLUG}: sign-in`,
        status: 'problem',
        message: 'Hacienda refuses user u1 (HTTP 401, code 106): the password is wrong',
      }),
    );
    expect(JSON.stringify(checks)).not.toMatch(/clave.segura/);
    expect(authority.requests.map((asked) => [asked.path, asked.body])).toEqual([
      ['/seguridad/auth', 'user=u1&pwd=clave+segura'],
    ]);
  });

  it('need a password that is there', async () => {
    const { err } = await run(
      'credentials',
      'set',
      SLUG,
      '--user',
      'u',
      '--password-file',
      file('vacia', '\n'),
    );
    expect(err).toMatch(/vacia is empty: it must hold the password\.\n$/);
  });
});

describe('the password of a mail server', () => {
  it('is kept sealed for a company whose file names a user there', async () => {
    const setting = ['smtp-password', 'set', SLUG, '--password-file', file('clave-smtp', 'clave de correo')];
    const early = await run(...setting);
    expect(early).toMatchObject({ code: 1, err: expect.stringContaining('names no delivery.smtp') });
    const smtp = { host: 'localhost', port: mailServer.port, user: 'dte', from: 'dte@ejemplo.com' };
    const changed = { ...MINIMAL_COMPANY_FILE, delivery: { smtp } };
    await json('company', 'apply', file('con-correo.json', JSON.stringify(changed)));
    const { code, out } = await run(...setting, '--json');
    expect([code, JSON.parse(out)]).toEqual([0, { company: SLUG, host: 'localhost', user: 'dte' }]);
    expect((await run('company', 'show', SLUG)).out).not.toContain('clave de correo');
    const tried = await run('doctor', SLUG);
    expect(tried.out).toMatch(
      /mail: localhost:\d+, user dte, password kept: its certificate is not trusted \(/,
    );
    expect([tried.out.includes('clave de correo'), mailServer.logins()]).toEqual([false, 0]);
  });
});

describe('key', () => {
  it('is printed once, listed without its secret and revoked once', async () => {
    const made = await json('key', 'create', SLUG, '--per-minute', '7', '--per-hour=70', '--name', 'Caja 1');
    expect(Object.keys(made)).toEqual(['id', 'key']);
    expect(made['key']).toMatch(/^sello_test_/);
    const { out } = await run('key', 'list', '--json');
    expect(out).not.toContain(made['key']);
    expect(JSON.parse(out).keys).toContainEqual(
      expect.objectContaining({
        id: made['id'],
        company: SLUG,
        per_minute: 7,
        per_hour: 70,
        name: 'Caja 1',
        revoked_at: null,
      }),
    );
    const id = String(made['id']);
    expect(await json('key', 'revoke', id)).toEqual({ id, revoked: true });
    expect(await run('key', 'revoke', id)).toMatchObject({
      code: 1,
      err: `sello: There is no live key "${id}": sello key list shows the ids.\n`,
    });
    expect((await run('key', 'list')).out).toMatch(new RegExp(`^${id} .*revoked 20`, 'm'));
  });

  it('is rotated to a second one, and takes other limits', async () => {
    const { id } = await json('key', 'create', SLUG, '--name', 'Caja 2');
    const made = await json('key', 'rotate', String(id), '--revoke-in', '30');
    expect(made).toEqual({
      id: expect.any(String),
      key: expect.stringMatching(/^sello_test_/),
      old: id,
      revoke_in_minutes: 30,
    });
    expect(await json('key', 'limits', String(made['id']), '--per-minute', '9')).toEqual({
      id: made['id'],
      per_minute: 9,
      per_hour: 5000,
    });
    expect(await run('key', 'rotate', String(id), '--revoke-in', '60')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^sello: The key has been rotated or revoked already and ends at 20/),
    });
    const { out } = await run('key', 'list');
    expect(out).toMatch(new RegExp(`^${id} .*120 +5000 +never +live until 20.* Caja 2`, 'm'));
    expect(out).toMatch(new RegExp(`^${made['id']} .* 9 +5000 +never +live +Caja 2`, 'm'));
  });

  it('has the limits of the specification unless others are given', async () => {
    const { id } = await json('key', 'create', SLUG);
    const { keys } = await json('key', 'list');
    expect(keys).toContainEqual(expect.objectContaining({ id, per_minute: 120, per_hour: 5000 }));
    expect((await run('key', 'create', SLUG, '--per-hour', '0')).code).toBe(2);
    expect((await run('key', 'create', 'nadie')).err).toContain('There is no company "nadie": there are');
  });
});

describe('master-key create', () => {
  it('makes a file for its owner alone and never overwrites one', async () => {
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const before = readFileSync(keyFile, 'utf8');
    expect(await run('master-key', 'create', keyFile)).toMatchObject({ code: 1, out: '' });
    expect(readFileSync(keyFile, 'utf8')).toBe(before);
  });

  it('is missed where something would be sealed under another one', async () => {
    const other = join(folder, 'otra-llave');
    await json('master-key', 'create', other);
    const env = { DATABASE_URL: database.url, SELLO_MASTER_KEY_FILE: other };
    expect(await runSello(['key', 'create', SLUG], { env })).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^sello: The master key is not the one that this database was sealed with: .*\.\n$/,
      ),
    });
    const without = await sayToSello(['key', 'create', SLUG], { env: { DATABASE_URL: database.url } });
    expect(without.err).toMatch(
      /^sello: SELLO_MASTER_KEY_FILE must be set together with DATABASE_URL: .*\.\n$/,
    );
  });
});

describe('doctor and migrate', () => {
  it('find what is wrong, say what to do and end with 1', async () => {
    const { code, out } = await run('doctor');
    expect(code).toBe(1);
    // The databases of a test run are thrown away, so they run with these turned off.
    expect(out).toMatch(/^problem {2}durability: fsync = off, full_page_writes = off\. Turn these/m);
    expect(out).toMatch(/^ok {7}database: PostgreSQL 18\.\d+ answers$/m);
    expect(out).toMatch(/^ok {7}master key: .*llave opens what is sealed$/m);
  });

  it('miss the master key file where serve would refuse', async () => {
    const env = { DATABASE_URL: database.url, SELLO_HACIENDA_TEST_URL: authority.url };
    const { code, out } = await runSello(['doctor'], { cwd: folder, env });
    expect(code).toBe(1);
    expect(out).toMatch(
      /^problem {2}master key: SELLO_MASTER_KEY_FILE must be set together with DATABASE_URL\. Create/m,
    );
    const other = join(folder, 'una-llave-ajena');
    await json('master-key', 'create', other);
    const wrong = await sayToSello(['doctor'], { env: { ...env, SELLO_MASTER_KEY_FILE: other } });
    expect(wrong.out).toMatch(
      /^problem {2}master key: .* to the right file\. Nothing can be issued until then\.$/m,
    );
  });

  it('have nothing to do on a database of this version', async () => {
    expect(await json('migrate')).toEqual({ applied: [] });
  });

  it.each([
    ['postgres://nobody:x@127.0.0.1:1/x', 'nothing listens at the address in DATABASE_URL'],
    ['postgres://nobody:x@host.invalid/x', 'DATABASE_URL'],
  ])('say in one sentence that %s cannot be reached', async (url, words) => {
    const options = { env: { DATABASE_URL: url } };
    const { code, err } = await sayToSello(['migrate'], options);
    expect(code).toBe(1);
    expect(err).toMatch(/^sello: The PostgreSQL database cannot be reached: .*\.\n$/);
    expect(err).toContain(words);
    expect((await sayToSello(['doctor'], options)).out).toContain(
      'problem  database: The PostgreSQL database',
    );
  });

  it('look at a folder without a sandbox and change nothing', async () => {
    const { code, out } = await runSello(['doctor'], { cwd: folder });
    expect(code).toBe(1);
    expect(out).toContain('Run "npm start", or set DATABASE_URL.');
    expect(() => statSync(join(folder, 'data'))).toThrow();
  });
});
