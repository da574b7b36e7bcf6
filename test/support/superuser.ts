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

/** Carries out statements on a connection of their own, one after the other. */
export function carryOut(url: string, statements: readonly string[]): Promise<void> {
  return connected(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}
