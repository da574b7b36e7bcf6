// How many files a program reads before it answers, or is ready: what it takes beyond that depends on the machine.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { sharedDatabase } from '../support/database.ts';
import { MINIMAL_COMPANY_FILE } from '../support/example-company.ts';
import { freePort, runSello, startSello } from '../support/sello-process.ts';
import { sharedPlace } from '../support/shared-place.ts';

const COUNTED = fileURLToPath(new URL('../support/reads-counted.ts', import.meta.url));

const database = sharedDatabase('PostgreSQL 18');
const folder = sharedPlace();
const env = () => ({
  DATABASE_URL: database.url,
  SELLO_MASTER_KEY_FILE: join(folder, 'llave'),
  SELLO_DURABLE_WITHOUT: 'fsync,full_page_writes',
  READS: join(folder, 'reads.json'),
});

beforeAll(async () => {
  const company = join(folder, 'empresa.json');
  writeFileSync(company, JSON.stringify(MINIMAL_COMPANY_FILE));
  await runSello(['master-key', 'create', env().SELLO_MASTER_KEY_FILE], { env: env() });
  expect(await runSello(['company', 'apply', company], { env: env() })).toMatchObject({ code: 0 });
});

interface Reads {
  /** Files of the product and its packages. */
  readonly count: number;
  /** Packages by their names. */
  readonly packages: readonly string[];
  /** Folders of src, and its files. */
  readonly folders: readonly string[];
  /** Whether Node has loaded its fetch, which costs as much as all of its other modules. */
  readonly hasFetch: boolean;
}

function readsOf(): Reads {
  const { files, inside }: { files: readonly string[]; inside: readonly string[] } = JSON.parse(
    readFileSync(env().READS, 'utf8'),
  );
  const unique = (pattern: RegExp) => [...new Set(files.flatMap((file) => pattern.exec(file)?.[1] ?? []))];
  return {
    count: files.filter((file) => !file.startsWith('node:')).length,
    packages: unique(/^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/).toSorted(),
    folders: unique(/\/src\/([^/]+)/),
    hasFetch: inside.some((name) => name.endsWith('internal/deps/undici/undici')),
  };
}

async function readsOfCommand(...args: readonly string[]): Promise<Reads> {
  const { ended } = startSello(args, { env: env(), imports: [COUNTED] });
  expect(await ended).toMatchObject({ code: 0 });
  return readsOf();
}

/** The driver of PostgreSQL, and what reads the file of a company. */
const OF_A_COMPANY = ['ajv', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse'];
const OF_POSTGRESQL = /^(?:pg|pgpass|postgres|xtend)(?:-|$)/;

it('of the version are those of the command line', async () => {
  const { count, packages, hasFetch } = await readsOfCommand('--version');
  expect([packages, hasFetch]).toEqual([[], false]);
  expect(count).toBeLessThanOrEqual(40);
});

it('of a command that lists companies are those of the database and of company files', async () => {
  const { count, packages, folders, hasFetch } = await readsOfCommand('company', 'list');
  expect(packages.filter((name) => !OF_POSTGRESQL.test(name))).toEqual(OF_A_COMPANY);
  expect(hasFetch).toBe(false);
  for (const folder of ['http', 'console', 'hacienda', 'mail', 'work']) expect(folders).not.toContain(folder);
  expect(count).toBeLessThanOrEqual(340);
});

it('of a node that is ready are those of serving, and none of what waits for its first use', async () => {
  const started = startSello(['serve', '--json'], {
    env: { ...env(), SELLO_PORT: String(await freePort()) },
    imports: [COUNTED],
  });
  await started.shows(/"event":"ready"/);
  expect(await started.signal('SIGINT')).toMatchObject({ code: 0 });
  const { count, packages, hasFetch } = readsOf();
  for (const name of ['nodemailer', 'openid-client', 'pdfkit', 'fontkit', 'qr', 'swagger-ui-dist'])
    expect(packages).not.toContain(name);
  expect(packages).toContain('fastify');
  expect(hasFetch).toBe(false);
  expect(count).toBeLessThanOrEqual(1_250);
});
