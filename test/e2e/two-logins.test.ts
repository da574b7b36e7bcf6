// The way of docs/operating.md to a login that serves and can do nothing else, with real processes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedDatabase } from '../support/database.ts';
import { MINIMAL_COMPANY_FILE } from '../support/example-company.ts';
import { freePort, runSello, startSello } from '../support/sello-process.ts';
import { sharedPlace } from '../support/shared-place.ts';
import { ask } from '../support/superuser.ts';

const PAGE = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
const SLUG = MINIMAL_COMPANY_FILE.slug;
const LOGIN = `sello_node_${process.pid}`;

const database = sharedDatabase('PostgreSQL 18');
const folder = sharedPlace();
beforeAll(async () => {
  writeFileSync(join(folder, 'empresa.json'), JSON.stringify({ ...MINIMAL_COMPANY_FILE, environment: '01' }));
  await run(ALONE(), 'master-key', 'create', 'clave');
  await run(ALONE(), 'company', 'apply', 'empresa.json');
});
afterAll(async () => {
  await ask(database.url, `DROP OWNED BY ${LOGIN}; DROP ROLE ${LOGIN}`);
});

const serving = () => {
  const url = new URL(database.url);
  [url.username, url.password] = [LOGIN, 'change-me'];
  return url.href;
};
const common = () => ({
  SELLO_MASTER_KEY_FILE: 'clave',
  SELLO_DURABLE_WITHOUT: 'fsync,full_page_writes',
});
const ALONE = () => ({ ...common(), DATABASE_URL: database.url });
const NODE = () => ({ ...common(), DATABASE_URL: serving() });
const BOTH = () => ({ ...NODE(), SELLO_OPERATOR_DATABASE_URL: database.url });

const run = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runSello(args, { cwd: folder, env });

/** The status of what the doctor says about the login that serves, with its message. */
async function judged(env: Readonly<Record<string, string>>): Promise<unknown> {
  const { out } = await run(env, 'doctor', '--json');
  const { checks }: { readonly checks: readonly { readonly name: string }[] } = JSON.parse(out);
  return checks.find(({ name }) => name === 'serving login' || name === 'operator');
}

/** Starts a node, and ends it as soon as it serves. */
async function serve(env: Readonly<Record<string, string>>): Promise<string> {
  const port = String(await freePort());
  const node = startSello(['serve'], { cwd: folder, env: { ...env, SELLO_PORT: port } });
  await node.shows(/serves/);
  node.signal('SIGTERM');
  const { code, out, err } = await node.ended;
  expect(code).toBe(0);
  return out + err;
}

/** The database of the test has no standby, which is another matter. */
const ALONE_ON_ITS_MACHINE = 'no commit waits for a standby';
const warningsIn = (said: string) => [...said.matchAll(/^Warning: ([^:.]*)/gm)].map(([, warning]) => warning);

it('is made, prepared, judged and enough for a node, which does without the other', async () => {
  expect(await judged(ALONE())).toMatchObject({ status: 'warning', message: expect.stringContaining(SLUG) });
  const warned = await serve(ALONE());
  expect(warned).toMatch(/Warning: .* is a production company, and this node serves with a login/);
  expect(warned).toMatch(/"event":"remark","reason":".* is a production company/);

  const [statements = ''] = /CREATE ROLE sello_node[^`]*/.exec(PAGE) ?? [];
  const name = new URL(database.url).pathname.slice(1);
  await ask(
    database.url,
    statements.replaceAll('sello_node', LOGIN).replaceAll('DATABASE sello', `DATABASE ${name}`),
  );
  await ask(database.url, `DELETE FROM passes`);
  expect((await run(NODE(), 'serve')).err).toMatch(
    /^sello: The installation is not prepared for a login that/,
  );
  expect((await run(BOTH(), 'migrate')).code).toBe(0);
  expect(warningsIn(await serve(NODE()))).toEqual([ALONE_ON_ITS_MACHINE]);
  expect(await judged(BOTH())).toMatchObject({ status: 'ok' });
  expect(await judged(NODE())).toMatchObject({ name: 'operator', status: 'problem' });
}, 90_000);

it('runs no command of the operator, and serves no schema that is behind', async () => {
  expect((await run(NODE(), 'company', 'list')).err).toMatch(
    /serves and can do nothing else: set SELLO_OPER/,
  );
  expect((await run(BOTH(), 'company', 'list')).out).toContain(SLUG);
  const [deleted] = await ask(database.url, 'DELETE FROM schema_migrations WHERE name = $1 RETURNING *', [
    '0001_first',
  ]);
  expect((await run(NODE(), 'serve')).err).toMatch(
    /not of this version yet \(0001_first\): run "sello migrate"/,
  );
  await ask(
    database.url,
    'INSERT INTO schema_migrations SELECT * FROM json_populate_record(null::schema_migrations, $1)',
    [JSON.stringify(deleted)],
  );
}, 60_000);

it('is backed up, restored and reconciled by the operator alone, who is recorded', async () => {
  await ask(database.url, 'UPDATE log_agreement SET identity = log_identity()');
  expect((await run(NODE(), 'backup', 'copia')).err).toMatch(/serves and can do nothing else/);
  expect((await run(BOTH(), 'backup', 'copia')).code).toBe(0);
  const copy = `sello_copy_${process.pid}`;
  const inCopy = (text: string) => Object.assign(new URL(text), { pathname: copy }).href;
  await ask(database.url, `CREATE DATABASE ${copy}`);
  try {
    const node = { ...common(), DATABASE_URL: inCopy(serving()) };
    const both = { ...node, SELLO_OPERATOR_DATABASE_URL: inCopy(database.url) };
    expect((await run(both, 'restore', 'copia')).err).toBe('');
    expect((await run(both, 'doctor')).out).toMatch(/problem +memory: .* it goes on in another log/);
    expect((await run(node, 'reconcile', '--skip', '7')).err).toMatch(/serves and can do nothing else/);
    expect((await run(both, 'reconcile', '--skip', '7')).out).toContain('Numbers are given again');
    expect((await run(both, 'doctor')).out).toMatch(/ok +memory: /);
    const { out: deeds } = await run(both, 'audit');
    for (const command of ['backup', 'restore', 'reconcile']) expect(deeds).toContain(command);
    expect(warningsIn(await serve(node))).toEqual([ALONE_ON_ITS_MACHINE]);
  } finally {
    await ask(database.url, `DROP DATABASE ${copy} WITH (FORCE)`);
  }
}, 120_000);

it.each([
  ['SUPERUSER', 'is a superuser'],
  ['BYPASSRLS', 'bypasses row-level security'],
  ['CREATEROLE', 'may create roles'],
  ['IN ROLE sello_operator', 'is a member of sello_operator'],
  ['IN ROLE pg_read_all_data', 'is a member of pg_read_all_data'],
])(
  'is told that it can do too much: %s',
  async (attribute, excess) => {
    const isMembership = attribute.startsWith('IN ROLE');
    const role = attribute.split(' ').at(-1);
    await ask(database.url, isMembership ? `GRANT ${role} TO ${LOGIN}` : `ALTER ROLE ${LOGIN} ${attribute}`);
    expect(await judged(BOTH())).toMatchObject({ status: 'problem', message: `${LOGIN} ${excess}` });
    await ask(
      database.url,
      isMembership ? `REVOKE ${role} FROM ${LOGIN}` : `ALTER ROLE ${LOGIN} NO${attribute}`,
    );
  },
  60_000,
);
