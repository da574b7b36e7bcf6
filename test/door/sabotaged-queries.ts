import pg from 'pg';

/** The company's condition as every query of the storage has it. */
const CONDITION = /((?:\b\w+\.)?company_id) = (\$\d+)(?!\d)/g;

/** How many statements went out without their company. */
export interface Sabotage {
  statements(): number;
  restore(): void;
}

/**
 * Takes the company out of the conditions of all queries of this process, as a programmer might who forgot it. Names of
 * prepared statements are changed with their texts.
 */
export function forgetCompanies(): Sabotage {
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
    restore: () => void Reflect.set(prototype, 'query', original),
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
