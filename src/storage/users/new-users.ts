import { randomUUID } from 'node:crypto';
import type { Email } from '../../core/identifiers/email.ts';
import type { Role } from '../../core/users/roles.ts';
import type { Creation, UserStore } from '../../operations/users/ports.ts';
import type { Client } from '../connection/pool.ts';

/** Makes a user unless there is one by that address. */
export async function create(
  client: Client,
  { email, name, isOperator, passwordHash }: Parameters<UserStore['create']>[0],
): Promise<Creation> {
  const { rows } = await client.query<{ readonly user_id: string }>(
    `INSERT INTO users (user_id, email, name, is_operator) VALUES ($1, $2, $3, $4)
     ON CONFLICT (email) DO NOTHING RETURNING user_id`,
    [randomUUID(), email, name, isOperator],
  );
  const [made] = rows;
  if (made === undefined) return { kind: 'exists', userId: await idOf(client, email) };
  if (passwordHash !== null)
    await client.query('INSERT INTO user_passwords (user_id, hash) VALUES ($1, $2)', [
      made.user_id,
      passwordHash,
    ]);
  return { kind: 'created', userId: made.user_id };
}

async function idOf(client: Client, email: Email): Promise<string> {
  const { rows } = await client.query<{ readonly user_id: string }>(
    'SELECT user_id FROM users WHERE email = $1',
    [email],
  );
  const [found] = rows;
  if (found === undefined) throw new Error('a user vanished');
  return found.user_id;
}

/** Makes or changes a membership; one that was disabled is enabled by neither. */
export async function setRole(
  client: Client,
  companyId: string,
  { userId, role }: { readonly userId: string; readonly role: Role },
): Promise<void> {
  await client.query(
    `INSERT INTO memberships (company_id, user_id, role) VALUES ($1, $2, $3)
     ON CONFLICT (company_id, user_id) DO UPDATE SET role = excluded.role`,
    [companyId, userId, role],
  );
}

export async function setOperator(client: Client, userId: string): Promise<void> {
  await client.query('UPDATE users SET is_operator = true WHERE user_id = $1', [userId]);
}
