import type pg from 'pg';
import type { Rows } from '../support/superuser.ts';

/** What a database is, by the name of each thing: one text for each attribute that `pg_catalog` has of it. */
export type CatalogFacts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const OURS = `'public'::regnamespace`;
const rights = (acl: string, kind: string, owner: string) =>
  `(SELECT array_agg(a ORDER BY a) FROM (SELECT (CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE x.grantee::regrole::text END)
     || ' ' || x.privilege_type || CASE WHEN x.is_grantable THEN ' with grant option' ELSE '' END AS a
   FROM aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) AS x) AS listed)`;
const sorted = (array: string) => `(SELECT array_agg(x ORDER BY x) FROM unnest(${array}) AS x)`;
/** The tables of migrations themselves, and what belongs to them. */
const WITHOUT = `NOT LIKE 'schema_migrations%'`;

/** By kind, a question whose first column is the name of a thing. */
const QUESTIONS: Readonly<Record<string, string>> = {
  relation: `SELECT c.relname AS name, c.relkind, c.relpersistence, c.relowner::regrole::text AS owner, c.relrowsecurity,
      c.relforcerowsecurity, ${sorted('c.reloptions')} AS options, c.relreplident,
      (SELECT ${sorted('t.reloptions')} FROM pg_class t WHERE t.oid = c.reltoastrelid) AS toast_options,
      CASE c.relkind WHEN 'v' THEN pg_get_viewdef(c.oid) END AS view,
      CASE WHEN c.relkind IN ('r', 'v') THEN ${rights('c.relacl', 'r', 'c.relowner')}
        WHEN c.relkind = 'S' THEN ${rights('c.relacl', 's', 'c.relowner')} END AS rights,
      (SELECT array_agg(p.inhparent::regclass::text) FROM pg_inherits p WHERE p.inhrelid = c.oid) AS parents
    FROM pg_class c WHERE c.relnamespace = ${OURS} AND c.relkind NOT IN ('i', 't') AND c.relname ${WITHOUT}`,
  'rights of schema_migrations': `SELECT c.relname AS name, ${rights('c.relacl', 'r', 'c.relowner')} AS rights
    FROM pg_class c WHERE c.oid = to_regclass('public.schema_migrations')`,
  column: `SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull, a.attidentity,
      a.attgenerated, a.attstorage, a.attcompression, nullif(a.attstattarget, -1) AS statistics, a.attoptions,
      (SELECT l.collname FROM pg_collation l WHERE l.oid = a.attcollation) AS collation,
      pg_get_expr(d.adbin, d.adrelid) AS default,
      CASE WHEN a.attacl IS NOT NULL THEN ${rights('a.attacl', 'c', 'c.relowner')} END AS rights,
      (SELECT count(*)::integer FROM pg_attribute b
        WHERE b.attrelid = c.oid AND b.attnum BETWEEN 1 AND a.attnum AND NOT b.attisdropped) AS position
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = ${OURS} AND c.relkind IN ('r', 'v', 'c', 'p') AND c.relname ${WITHOUT}`,
  constraint: `SELECT coalesce(conrelid::regclass, 0)::text || '.' || conname AS name, contype, pg_get_constraintdef(oid) AS text,
      convalidated, condeferrable, condeferred
    FROM pg_constraint WHERE connamespace = ${OURS} AND conrelid::regclass::text ${WITHOUT}`,
  index: `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS text, i.indisunique, i.indisprimary,
      i.indisvalid, i.indisclustered, i.indisreplident, c.reloptions, c.relowner::regrole::text AS owner
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE c.relnamespace = ${OURS} AND c.relname ${WITHOUT}`,
  trigger: `SELECT tgrelid::regclass || '.' || tgname AS name, pg_get_triggerdef(oid) AS text, tgenabled
    FROM pg_trigger WHERE NOT tgisinternal`,
  policy: `SELECT polrelid::regclass || '.' || polname || ' ' || polcmd::text AS name, polpermissive,
      (SELECT array_agg(r::regrole::text ORDER BY r::regrole::text) FROM unnest(polroles) AS r) AS roles,
      pg_get_expr(polqual, polrelid) AS using, pg_get_expr(polwithcheck, polrelid) AS checks
    FROM pg_policy`,
  function: `SELECT p.oid::regprocedure::text AS name, pg_get_function_arguments(p.oid) AS arguments,
      pg_get_function_result(p.oid) AS result, l.lanname AS language, p.prokind, p.prosecdef, p.proleakproof, p.proisstrict,
      p.provolatile, p.proparallel, p.procost, p.prorows, p.prosupport::text, ${sorted('p.proconfig')} AS settings,
      p.proowner::regrole::text AS owner, ${rights('p.proacl', 'f', 'p.proowner')} AS rights,
      p.prosrc AS body, pg_get_function_sqlbody(p.oid) AS expression
    FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace = ${OURS}`,
  sequence: `SELECT s.seqrelid::regclass::text AS name, s.seqtypid::regtype::text AS type, s.seqstart, s.seqincrement, s.seqmax,
      s.seqmin, s.seqcache, s.seqcycle,
      (SELECT d.refobjid::regclass::text || '.' || d.refobjsubid FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = s.seqrelid AND d.deptype IN ('a', 'i')) IS NOT NULL AS owned
    FROM pg_sequence s WHERE s.seqrelid::regclass::text ${WITHOUT}`,
  type: `SELECT t.typname AS name, t.typtype, t.typowner::regrole::text AS owner, t.typnotnull, t.typdefault,
      ${rights('t.typacl', 'T', 't.typowner')} AS rights,
      (SELECT array_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid) AS labels
    FROM pg_type t WHERE t.typnamespace = ${OURS} AND t.typname ${WITHOUT} AND t.typname NOT LIKE '\\_schema\\_migrations%'`,
  comment: `SELECT c.relname || coalesce('.' || a.attname, '') AS name, d.description
    FROM pg_description d JOIN pg_class c ON d.classoid = 'pg_class'::regclass AND c.oid = d.objoid
      LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.objsubid AND a.attnum > 0
    WHERE c.relnamespace = ${OURS}`,
  extension:
    'SELECT extname AS name, extversion, extnamespace::regnamespace::text AS schema FROM pg_extension',
  schema: `SELECT nspname AS name, nspowner::regrole::text AS owner, ${rights('nspacl', 'n', 'nspowner')} AS rights
    FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'`,
  'default right': `SELECT defaclrole::regrole || ' ' || defaclobjtype::text AS name, defaclnamespace::regnamespace::text AS schema,
      defaclacl::text AS rights FROM pg_default_acl`,
  'event trigger': 'SELECT evtname AS name, evtevent, evtenabled FROM pg_event_trigger',
  statistics: 'SELECT stxname AS name, pg_get_statisticsobjdef(oid) AS text FROM pg_statistic_ext',
  // The rows that every database begins with.
  rows: `SELECT c.relname AS name, query_to_xml(format('SELECT * FROM %I ORDER BY 1', c.relname), true, true, '')::text AS rows
    FROM pg_class c WHERE c.relnamespace = ${OURS} AND c.relkind = 'r' AND c.relname ${WITHOUT}`,
  rule: `SELECT ev_class::regclass || '.' || rulename AS name, pg_get_ruledef(r.oid) AS text
    FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class WHERE c.relnamespace = ${OURS}`,
};

/** All that `pg_catalog` knows of the schema, and the rows that it begins with, as its superuser reads it; or some kinds of it. */
export async function catalogFacts(
  client: pg.Client,
  kinds: readonly string[] = Object.keys(QUESTIONS),
): Promise<CatalogFacts> {
  await client.query('SET search_path = public, pg_temp');
  const facts: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const kind of kinds) {
    const { rows }: { readonly rows: Rows } = await client.query(QUESTIONS[kind] ?? '');
    for (const { name, ...attributes } of rows) facts[`${kind} ${String(name)}`] = attributes;
  }
  return withTokens(facts);
}

/** The differences between two databases, each as a line: the thing, the attribute, and both values. */
export function differences(former: CatalogFacts, present: CatalogFacts): readonly string[] {
  const names = [...new Set([...Object.keys(former), ...Object.keys(present)])].sort();
  return names.flatMap((name) => {
    const [before, after] = [former[name], present[name]];
    if (before === undefined) return [`${name} is new`];
    if (after === undefined) return [`${name} is gone`];
    return Object.keys(before)
      .map((key) => [key, JSON.stringify(before[key]), JSON.stringify(after[key])])
      .filter(([, one, other]) => one !== other)
      .map(([key, one, other]) => `${name} has another ${key}: ${one} became ${other}`);
  });
}

/** Bodies by their tokens: comments and blanks may differ. */
function withTokens(facts: CatalogFacts): CatalogFacts {
  const entries = Object.entries(facts).map(([name, attributes]) => [
    name,
    name.startsWith('function ') ? { ...attributes, body: tokensOf(String(attributes['body'])) } : attributes,
  ]);
  return Object.fromEntries(entries);
}

const COMMENT_OR_BLANK = /^(?:\s|--|\/\*)/;
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|[eE]?'(?:[^'\\]|''|\\[\s\S])*'|"(?:[^"]|"")*"|\w+|\s+|[\s\S]/g;

/** The tokens of a text of SQL, without its comments. */
export function tokensOf(text: string): string {
  const tokens = text.match(TOKEN) ?? [];
  return tokens.filter((token) => !COMMENT_OR_BLANK.test(token)).join(' ');
}
