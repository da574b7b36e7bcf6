import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogFacts, differences } from '../../../test/schema/catalog-facts.ts';
import { describeOnDatabases, sharedDatabase } from '../../../test/support/database.ts';
import { applyFunctions, type FunctionFile, ownFunctions } from './apply-functions.ts';

describeOnDatabases('applying the functions of the schema', (name) => {
  const database = sharedDatabase(name);
  let client: pg.Client;
  let own: readonly FunctionFile[];
  beforeAll(async () => {
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    own = ownFunctions();
    await client.query('BEGIN');
    await applyFunctions(client, own);
    await client.query('COMMIT');
  });
  afterAll(() => client.end());

  /** What a run does, and how the database is different behind it; all of it is undone. */
  const applied = async (files: readonly FunctionFile[], before = 'SELECT') => {
    await client.query('BEGIN');
    try {
      const whole = await catalogFacts(client, ['function']);
      await client.query(before);
      const paths = await applyFunctions(client, files);
      const changed = differences(whole, await catalogFacts(client, ['function']));
      expect(await applyFunctions(client, files)).toEqual([]);
      return { paths, changed };
    } finally {
      await client.query('ROLLBACK');
    }
  };
  const WORDS = 'remembering/words_of.sql';
  const edited = (path: string, edit: (text: string) => string) =>
    own.map((file) => (file.path === path ? { ...file, text: edit(file.text) } : file));

  it('does nothing where nothing has changed', async () => {
    expect(await applied(own)).toEqual({ paths: [], changed: [] });
  });

  it('replaces a function whose text has changed, and no other one', async () => {
    const files = edited(WORDS, (text) => text.replace('IMMUTABLE', 'STABLE'));
    expect(await applied(files)).toEqual({
      paths: [WORDS],
      changed: ['function words_of(text) has another provolatile: "i" became "s"'],
    });
  });

  it.each([
    [
      'body',
      `CREATE OR REPLACE FUNCTION take_turn(p_company uuid, p_pass text) RETURNS void LANGUAGE sql AS ''`,
    ],
    ['setting', 'ALTER FUNCTION take_turn SET jit = off'],
    ['right', 'GRANT EXECUTE ON FUNCTION take_turn TO PUBLIC, sello_operator'],
    ['right that is missing', 'REVOKE ALL ON FUNCTION take_turn FROM sello_phases'],
    ['owner', 'ALTER FUNCTION take_turn OWNER TO sello_service'],
    ['absence', 'DROP FUNCTION take_turn'],
    [
      'other arguments',
      'DROP FUNCTION take_turn; CREATE FUNCTION take_turn() RETURNS void LANGUAGE sql AS $$$$',
    ],
  ])('takes back what was changed by hand: a %s', async (_, change) => {
    expect(await applied(own, change)).toEqual({ paths: ['tenants/take_turn.sql'], changed: [] });
  });

  it('takes a right away that the text gives no longer', async () => {
    const files = edited(WORDS, (text) => text.replace('sello_service, ', ''));
    expect((await applied(files)).changed).toEqual([
      expect.stringMatching(
        /^function words_of\(text\) has another rights: .*"sello_service EXECUTE"\] became /,
      ),
    ]);
  });

  it('makes a function anew that gets other arguments or another result', async () => {
    const result = edited(WORDS, (text) =>
      text
        .replace('RETURNS text[]', 'RETURNS json')
        .replace(/^AS \$\$[\s\S]+^\$\$/m, "AS $$$$ SELECT '[]'::json $$$$"),
    );
    expect((await applied(result)).changed).toEqual([
      expect.stringMatching(/^function words_of\(text\) has another result: "text\[\]" became "json"$/),
      expect.stringMatching(/another body/),
    ]);
    const more = edited(WORDS, (text) => text.replace('(p_text text)', '(p_text text, p_most integer)'));
    expect((await applied(more)).changed).toEqual([
      'function words_of(text) is gone',
      'function words_of(text,integer) is new',
    ]);
  });

  it('drops the function of a file that is gone, and leaves one alone that it did not make', async () => {
    const files = own.filter(({ path }) => path !== WORDS);
    const foreign = 'CREATE FUNCTION of_somebody() RETURNS void LANGUAGE sql AS $$$$';
    expect((await applied(files, foreign)).changed).toEqual([
      'function of_somebody() is new',
      'function words_of(text) is gone',
    ]);
  });

  it('names the file that does not parse, with the code of the error', async () => {
    const files = edited('tenants/take_turn.sql', (text) => text.replace('BEGIN', 'BEGI'));
    const message = expect.stringMatching(/^tenants\/take_turn\.sql: syntax error/);
    await expect(applied(files)).rejects.toMatchObject({ message, code: '42601' });
  });

  it('names the file that makes another function than before', async () => {
    const files = edited('tenants/take_turn.sql', (text) =>
      text.replace('FUNCTION take_turn(', 'FUNCTION take('),
    );
    await expect(applied(files)).rejects.toThrow(/^tenants\/take_turn\.sql: /);
  });
});
