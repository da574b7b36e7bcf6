// What the operator's commands leave on record, with real processes.
import { writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { sharedDatabase } from '../support/database.ts';
import { MINIMAL_COMPANY_FILE } from '../support/example-company.ts';
import { runSello } from '../support/sello-process.ts';
import { sharedPlace } from '../support/shared-place.ts';

const SLUG = MINIMAL_COMPANY_FILE.slug;

const database = sharedDatabase('PostgreSQL 18');
const folder = sharedPlace();
beforeAll(() => {
  writeFileSync(join(folder, 'empresa.json'), JSON.stringify(MINIMAL_COMPANY_FILE));
  writeFileSync(join(folder, 'palabra'), 'very secret');
});

const run = (...args: readonly string[]) =>
  runSello(args, {
    cwd: folder,
    env: {
      DATABASE_URL: database.url,
      SELLO_MASTER_KEY_FILE: 'clave',
      SUDO_USER: 'ana',
      SSH_CONNECTION: '192.0.2.7 1 192.0.2.1 22',
    },
  });

it('tells who did what, when and from where, without a secret, also of what failed', async () => {
  await run('master-key', 'create', 'clave');
  await run('company', 'apply', 'empresa.json');
  await run('credentials', 'set', SLUG, '--user', 'u', '--password-file', 'palabra');
  expect((await run('key', 'revoke', 'no such key')).code).toBe(1);
  const { out } = await run('audit', '--json', '--last', '10');
  const { deeds }: { readonly deeds: readonly unknown[] } = JSON.parse(out);
  const common = {
    at: expect.stringMatching(/^20/),
    os_user: userInfo().username,
    sudo_user: 'ana',
    login: new URL(database.url).username,
    host: hostname(),
    ssh_address: '192.0.2.7',
    client_address: '127.0.0.1',
  };
  expect(deeds).toEqual([
    { ...common, command: 'audit', arguments: [], options: { last: '10' } },
    { ...common, command: 'key revoke', arguments: ['no such key'], options: {} },
    {
      ...common,
      command: 'credentials set',
      arguments: [SLUG],
      options: { user: 'u', 'password-file': 'palabra' },
    },
    { ...common, command: 'company apply', arguments: ['empresa.json'], options: {} },
  ]);
  expect(out).not.toContain('very secret');
  const shown = await run('audit', '--last', '5');
  expect(shown.out.split('\n')).toHaveLength(7);
  expect(shown.out).toMatch(/ana as \w+ .* credentials set tienda.* --user u --password-file palabra/);
}, 60_000);
