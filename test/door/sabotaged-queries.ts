import pg from 'pg';
import { forgetCompaniesInFunctions } from '../support/sabotaged-functions.ts';
import type { RunSql } from '../support/superuser.ts';

/** The company's condition as every query of the storage has it. */
const CONDITION = /((?:\b\w+\.)?company_id) = (\$\d+)(?!\d)/g;

export interface Sabotage {
  /** How many statements went out without their company. */
  statements(): number;
  /** The functions of the schema that ask for no company any more. */
  readonly functions: readonly string[];
  restore(): Promise<void>;
}

/**
 * Takes the company out of the conditions of all queries, as a programmer might who forgot it: those of this process, in
 * the driver, and those of the schema's functions, for which `sql` acts as the superuser. Names of prepared statements
 * are changed with their texts.
 */
export async function forgetCompanies(sql: RunSql): Promise<Sabotage> {
  const { names, restore } = await forgetCompaniesInFunctions(sql);
  const { prototype } = pg.Client;
  const original = prototype.query;
  let statements = 0;
  const sabotaged = (query: unknown): unknown => {
    if (!isStatement(query)) return query;
    const text = query.text.replace(CONDITION, '$1 IS NOT NULL AND $2::uuid IS NOT NULL');
    if (text === query.text) return query;
    statements += 1;
    return { ...query, text, ...(query.name === undefined ? {} : { name: `${query.name} for anybody` }) };
  };
  Reflect.set(prototype, 'query', function query(this: pg.Client, first: unknown, ...others: unknown[]) {
    return Reflect.apply(original, this, [sabotaged(first), ...others]);
  });
  return {
    statements: () => statements,
    functions: names,
    async restore() {
      Reflect.set(prototype, 'query', original);
      await restore();
    },
  };
}

function isStatement(query: unknown): query is { readonly text: string; readonly name?: string } {
  return (
    typeof query === 'object' &&
    query !== null &&
    !('submit' in query) &&
    'text' in query &&
    typeof query.text === 'string'
  );
}
