import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { databases, sharedDatabase } from '../support/database.ts';
import { ask, carryOut } from '../support/superuser.ts';
import { makePlace, removePlace } from '../support/temporary-place.ts';
import { type Change, PLANTED_BUGS } from './planted-bugs.ts';
import { migrate } from './processes.ts';
import { changed, copyProduct } from './sabotage.ts';

const LINE = "    const broken = await inTime(end(client, 'COMMIT'));";
const CHANGE: Change = {
  file: 'src/storage/connection/transaction.ts',
  line: LINE,
  instead: '    // nothing',
};

function original(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
}

describe('a copy of the product', () => {
  it('is the product, but for the changed line', () => {
    const place = makePlace(0o700);
    try {
      const main = copyProduct(place, [CHANGE]);
      expect(existsSync(main)).toBe(true);
      const copy = readFileSync(join(place, CHANGE.file), 'utf8');
      expect(copy).toBe(original(CHANGE.file).replace(LINE, CHANGE.instead));
      expect(existsSync(join(place, 'node_modules/pg/package.json'))).toBe(true);
    } finally {
      removePlace(place);
    }
  });

  it.each([
    ['nowhere', '  no line like this'],
    ['several times', '}'],
    ['in a part of a line', "inTime(end(client, 'COMMIT'))"],
  ])('is refused where the line stands %s', (_where, line) => {
    expect(() => changed(original(CHANGE.file), { ...CHANGE, line })).toThrow(`in ${CHANGE.file}`);
  });

  it.each(PLANTED_BUGS.map(({ name, changes }) => [name, changes] as const))(
    'can have the bug: %s',
    (_name, changes) => {
      for (const change of changes) {
        const said = (text: string) =>
          change.file.endsWith('.sql') ? text.replace(/--.*$/gm, '') : stripTypeScriptTypes(text);
        expect(said(changed(original(change.file), change))).not.toBe(said(original(change.file)));
      }
    },
  );
});

const FUNCTIONS = `SELECT p.oid::regprocedure::text AS name, p.prosrc AS body FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace ORDER BY 1`;
const IN_FUNCTIONS = PLANTED_BUGS.flatMap(({ name, changes }) =>
  changes.filter(({ file }) => file.endsWith('.sql')).map((change, place) => ({ name, place, change })),
);
const [postgres] = databases.filter(({ available }) => available);

describe.skipIf(postgres === undefined)('a bug that is planted in a function of the schema', () => {
  const database = sharedDatabase(postgres?.name ?? 'PostgreSQL 18');

  it.each(IN_FUNCTIONS)('is in the database: $name ($place)', async ({ change }) => {
    const url = new URL(database.url);
    url.pathname = `${url.pathname}_planted`;
    const name = url.pathname.slice(1);
    const place = makePlace(0o755);
    try {
      await carryOut(database.url, [`CREATE DATABASE ${name}`]);
      await migrate(copyProduct(place, [change]), url.href);
      expect(await ask(url.href, FUNCTIONS)).not.toEqual(await ask(database.url, FUNCTIONS));
    } finally {
      await carryOut(database.url, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`]);
      removePlace(place);
    }
  });
});
