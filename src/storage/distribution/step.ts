import type pg from 'pg';

/** One thing to be done: the sentence that says what, and its statements, which are one transaction. */
export interface Deed {
  readonly what: string;
  readonly statements: readonly string[];
}

/** One part of spreading a database: it says what is left of it, and nothing where it is done. */
export interface Step {
  left(client: pg.Client): Promise<readonly Deed[]>;
  /** Whether a deed that fails is tried again behind the others, which it may need. */
  readonly inAnyOrder?: boolean;
}

/** The rows of a question. */
export async function ask<R extends Readonly<Record<string, unknown>>>(
  client: pg.Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly R[]> {
  const { rows } = await client.query<R>(text, [...values]);
  return rows;
}

/** A text as SQL writes it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
