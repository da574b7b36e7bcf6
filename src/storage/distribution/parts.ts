import type pg from 'pg';
import { OWN, TRAVELLING } from './functions.ts';
import { ask, quoted, type Step } from './step.ts';
import { AT_HOME, EVERYWHERE, FIRST } from './tables.ts';

/**
 * The functions that every document goes through. A statement on a spread table is planned each time, and twice, where the rows are
 * (decision 50); one that names a part is planned once a session. So each part has these functions in a schema of its own.
 */
const PHASES: readonly string[] = [
  'has_turn',
  'take_turn',
  'next_number',
  'number_documents',
  'write_attempts',
  'write_verdicts',
  'document_standing',
  'queue_messages',
];
/** The tables that they name there. What they ask besides, they have functions of every server ask. */
const TABLES: readonly string[] = [
  'attempts',
  'companies',
  'deliveries',
  'documents',
  'invalidations',
  'passes',
  FIRST,
];

/** How long a part that is to be forgotten waits for who is at work in it, and holds up who comes next. */
const HOLD_MS = 5_000;

/** By the function that travels with the documents of several companies: its phase, and what that gets of each company's. */
const DOORS: Readonly<Record<string, readonly [phase: string, ...handed: string[]]>> = {
  claim_documents: ['number_documents', 'p_claims[turn]::json', 'p_drafts', 'p_log'],
  record_attempts: ['write_attempts', 'p_attempts[turn]::json', 'p_bytes'],
  settle_documents: ['write_verdicts', 'p_verdicts[turn]::json', 'p_answers', 'p_mails'],
};

const openingParts = ([phase, ...handed]: readonly string[]): string => `
DECLARE
  company uuid;
  part text;
BEGIN
  FOR turn IN 1 .. cardinality(p_companies) LOOP
    company := p_companies[turn];
    -- A part that has been written so stays on this server until the commit, and whatever lies with it.
    DELETE FROM doors d WHERE d.company_id = company;
    part := part_of(company);
    EXECUTE format('SELECT %I.take_turn($1, $2)', part) USING company, p_passes[turn];
    RETURN QUERY EXECUTE format('SELECT * FROM %I.${phase}($1, ${handed.map((_, place) => `$${place + 2}`).join(', ')})', part)
      USING company, ${handed.join(', ')};
  END LOOP;
  PERFORM set_config('sello.company_id', '', true);
END `;

/** The name of a table's part that lies with another one. */
const named = (table: string, least = 'here.least'): string =>
  `(SELECT 'public.${table}_' || s.shardid FROM pg_dist_shard s WHERE s.logicalrelid = to_regclass('public.${table}')
     AND (s.shardminvalue = ${least} OR s.shardminvalue IS NULL))`;

/**
 * What every request and every number asks the first server. The tables that it names there are each in one part, which has the same
 * name on every server that has it and never moves. A table gets another part where a migration makes its keys anew.
 */
const AT_THE_FIRST: readonly string[] = ['has_turn', 'count_requests', 'log_standing'];
const ASKING_WHOLE = [...EVERYWHERE, ...AT_HOME].reduce(
  (text, table) =>
    `regexp_replace(${text}, '(\\mFROM|\\mJOIN|,) (?:public\\.)?${table}(?:_[0-9]+)?\\M', '\\1 ' || coalesce(${named(table, 'NULL')}, '${table}'), 'g')`,
  'p.prosrc',
);

/** A statement that names the only part of a table is planned once a session, too. */
export const wholeByName: Step = {
  async left(client) {
    const found = await ask<{ readonly door: string; readonly text: string }>(
      client,
      `SELECT f.door, replace(pg_get_functiondef(f.oid), f.prosrc, f.body) AS text
       FROM (SELECT p.oid, p.oid::regprocedure::text AS door, p.prosrc, ${ASKING_WHOLE} AS body FROM pg_proc p
         WHERE ${OWN} AND p.proname = ANY ($1)) AS f WHERE f.body <> f.prosrc ORDER BY 1`,
      [AT_THE_FIRST],
    );
    return found.map(({ door, text }) => ({
      what: `Have ${door} name the tables that are whole by their parts.`,
      statements: [text],
    }));
  },
};

/** On another server: its parts, and the schemas of those that were there. */
const HERE = `SELECT 'sello_part_' || s.shardid AS schema, s.shardminvalue AS least FROM pg_dist_shard s
  JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_local_group g USING (groupid) WHERE s.logicalrelid = 'public.${FIRST}'::regclass`;
const SCHEMAS = `SELECT n.nspname AS schema FROM pg_namespace n WHERE n.nspname ~ '^sello_part_[0-9]+$'`;
/** One that a superuser has not made is nobody's part: whoever owns it could put functions of their own into it. */
const GONE = `${SCHEMAS} EXCEPT SELECT here.schema FROM (${HERE}) AS here
  UNION ${SCHEMAS} AND NOT (SELECT r.rolsuper FROM pg_roles r WHERE r.oid = n.nspowner)`;

/** The text of a function that names parts: its tables by theirs, and what it calls by the part's own. */
const NAMING = TABLES.reduce(
  (text, table) =>
    `regexp_replace(${text}, '\\m(FROM|INTO|JOIN|UPDATE) ${table}\\M', '\\1 ' || ${named(table)}, 'g')`,
  `regexp_replace(f.prosrc, '\\m(${PHASES.join('|')})\\(', here.schema || '.\\1(', 'g')`,
);
/** The functions that a part has not, or not as they would be today. */
const LACKING = `SELECT wanted.* FROM (
  SELECT here.schema, f.oid AS former, f.proname, f.proargtypes, f.prosrc, ${NAMING} AS body FROM (${HERE}) AS here, pg_proc f
  WHERE f.pronamespace = 'public'::regnamespace AND f.proname IN (${PHASES.map(quoted).join(', ')})) AS wanted
WHERE NOT EXISTS (SELECT FROM pg_proc p WHERE p.pronamespace = to_regnamespace(wanted.schema)
  AND p.proname = wanted.proname AND p.proargtypes = wanted.proargtypes AND p.prosrc = wanted.body)`;

/** Another server refuses what it would have to tell the others. */
const onItself = (body: string): string => `DO $deed$
DECLARE
  item record;
BEGIN
  SET LOCAL citus.enable_ddl_propagation = off;
${body}
END $deed$`;

const NAME_PARTS = onItself(`
  FOR item IN ${GONE} LOOP
    EXECUTE format('DROP SCHEMA %I CASCADE', item.schema);
  END LOOP;
  FOR item IN ${LACKING} LOOP
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', item.schema);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO sello_phases', item.schema);
    EXECUTE replace(replace(pg_get_functiondef(item.former), item.prosrc, item.body), 'FUNCTION public.', 'FUNCTION ' || item.schema || '.');
    EXECUTE format('ALTER FUNCTION %I.%I(%s) SET plan_cache_mode = force_generic_plan', item.schema, item.proname,
      pg_get_function_identity_arguments(item.former));
  END LOOP;`);

/** The functions of parts on the other servers. What the first server has of a company's, it looks for as before. */
export const partsByName: Step = {
  async left(client) {
    const servers = await ask<{ readonly name: string }>(
      client,
      `SELECT nodename || ':' || nodeport AS name FROM run_command_on_workers($1) WHERE NOT success OR result <> '0' ORDER BY 1`,
      [`SELECT (SELECT count(*) FROM (${LACKING}) AS l) + (SELECT count(*) FROM (${GONE}) AS g)`],
    );
    if (servers.length === 0) return [];
    const names = servers.map(({ name }) => name).join(', ');
    return [
      {
        what: `Have the phases of a document name the parts on ${names}.`,
        statements: [`SELECT * FROM run_command_on_workers(${quoted(NAME_PARTS)}) WHERE NOT success`],
      },
    ];
  },
};

/**
 * Whoever is at work in a part has written its door: a schema goes when they have ended, and who comes next finds it gone. One part is
 * held at a time, so that nobody waits in a circle for a call that opens several.
 */
const FORGET_PARTS = onItself(`
  FOR item IN SELECT known.schema, ${named('doors')} AS door
    FROM (${SCHEMAS}) AS known LEFT JOIN (${HERE}) AS here ON here.schema = known.schema LOOP
    SET LOCAL citus.enable_ddl_propagation = off;
    SET LOCAL lock_timeout = '${HOLD_MS}ms';
    IF item.door IS NOT NULL THEN
      EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', item.door);
    END IF;
    EXECUTE format('DROP SCHEMA IF EXISTS %I CASCADE', item.schema);
    COMMIT;
  END LOOP;`);

/** Before the functions of every server change: what is made of them is forgotten, and each document looks for its parts. */
export async function forgetParts(client: pg.Client): Promise<void> {
  const failed = await ask<{ readonly result: string }>(
    client,
    'SELECT result FROM run_command_on_workers($1) WHERE NOT success',
    [FORGET_PARTS],
  );
  if (failed[0] !== undefined) throw new Error(failed[0].result);
}

/** The functions that go to another server, which opens each company's part. */
export const doors: Step = {
  async left(client) {
    const found = await ask<{
      readonly name: string;
      readonly door: string;
      readonly text: string;
      readonly body: string;
    }>(
      client,
      `SELECT p.proname AS name, p.oid::regprocedure::text AS door, pg_get_functiondef(p.oid) AS text, p.prosrc AS body
       FROM pg_proc p WHERE ${OWN} AND ${TRAVELLING} AND p.proname = ANY ($1) ORDER BY 1`,
      [Object.keys(DOORS)],
    );
    return found.flatMap(({ name, door, text, body }) => {
      const opening = openingParts(DOORS[name] ?? []);
      if (body === opening) return [];
      const what = `Have ${door} open the part of each company.`;
      return [{ what, statements: [text.replace(body, () => opening)] }];
    });
  },
};
