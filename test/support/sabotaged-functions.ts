import type { RunSql } from './superuser.ts';

/** Functions of the schema that do not say what they should. */
export interface SabotagedFunctions {
  /** The names of those that were changed. */
  readonly names: readonly string[];
  restore(): Promise<void>;
}

/** The company's condition as every function of the schema has it. */
const CONDITION = /((?:\b\w+\.)?\bcompany_id) = (?:p_company|company)\b/g;

const FUNCTIONS = `SELECT p.proname AS name, pg_get_functiondef(p.oid) AS definition FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  ORDER BY p.proname`;

/** Takes the company out of the conditions of all functions, for all connections, as a programmer might who forgot it. */
export async function forgetCompaniesInFunctions(sql: RunSql): Promise<SabotagedFunctions> {
  const all = (await sql(FUNCTIONS)).map(({ name, definition }) => ({
    name: String(name),
    definition: String(definition),
  }));
  const forgetful = (definition: string) => definition.replace(CONDITION, '$1 IS NOT NULL');
  const changed = all.filter(({ definition }) => forgetful(definition) !== definition);
  for (const { definition } of changed) await sql(forgetful(definition));
  return {
    names: changed.map(({ name }) => name),
    async restore() {
      for (const { definition } of changed) await sql(definition);
    },
  };
}
