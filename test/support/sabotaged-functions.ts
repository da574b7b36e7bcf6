/** Runs a statement as the superuser. */
export type RunSql = (
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Functions of the schema that do not say what they should. */
export interface SabotagedFunctions {
  /** Those that were changed. */
  readonly names: readonly string[];
  restore(): Promise<void>;
}

/** The company's condition as every function of the schema has it. */
const CONDITION = /((?:\b\w+\.)?\bcompany_id) = (?:p_company|company)\b/g;

const FUNCTIONS = `SELECT p.proname AS name, pg_get_functiondef(p.oid) AS definition FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  ORDER BY p.proname`;

/** Puts other texts in the place of the functions' own, for all connections. */
export async function sabotageFunctions(
  sql: RunSql,
  change: (definition: string, name: string) => string,
): Promise<SabotagedFunctions> {
  const all = (await sql(FUNCTIONS)).map(({ name, definition }) => ({
    name: String(name),
    definition: String(definition),
  }));
  const changed = all.filter(({ name, definition }) => change(definition, name) !== definition);
  for (const { name, definition } of changed) await sql(change(definition, name));
  return {
    names: changed.map(({ name }) => name),
    async restore() {
      for (const { definition } of changed) await sql(definition);
    },
  };
}

/** Takes the company out of the conditions of all functions, as a programmer might who forgot it. */
export function forgetCompaniesInFunctions(sql: RunSql): Promise<SabotagedFunctions> {
  return sabotageFunctions(sql, (definition) => definition.replace(CONDITION, '$1 IS NOT NULL'));
}
