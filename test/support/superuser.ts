import pg from 'pg';

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** Works on a connection of its own, as the login of an address, which is mostly the superuser's. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The rows of one statement on a connection of its own. */
export function ask(url: string, text: string, values: readonly unknown[] = []): Promise<Rows> {
  return connected(url, async (client) => (await client.query(text, [...values])).rows);
}

/**
 * Runs one statement. A value stands in a template where the statement needs it, and is sent as a parameter; a text that is put
 * together of parts has its values behind it.
 */
export interface RunSql {
  (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Rows>;
  (text: string, values?: readonly unknown[]): Promise<Rows>;
}

export function runSqlOn(pool: pg.Pool): RunSql {
  return async (text: string | TemplateStringsArray, ...given: readonly unknown[]) => {
    const [statement, values] =
      typeof text === 'string'
        ? [text, [given[0] ?? []].flat()]
        : [text.reduce((before, after, place) => `${before}$${place}${after}`), [...given]];
    return (await pool.query<Record<string, unknown>>(statement, values)).rows;
  };
}

/** Carries out statements on a connection of their own, one after the other. */
export function carryOut(url: string, statements: readonly string[]): Promise<void> {
  return connected(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}
