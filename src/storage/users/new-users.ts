import { randomUUID } from 'node:crypto';
import type { Email } from '../../core/identifiers/email.ts';
import type { Role } from '../../core/users/roles.ts';
import type { Creation, UserStore } from '../../operations/users/ports.ts';
import type { Client } from '../connection/pool.ts';
import { timeWhere } from '../connection/statement-time.ts';

/** Makes a user unless there is one by that address. */
export async function create(
  client: Client,
  { email, name, isOperator, passwordHash }: Parameters<UserStore['create']>[0],
  isProven: boolean,
): Promise<Creation> {
  const { rows } = await client.query<{ readonly user_id: string }>(
    `INSERT INTO users (user_id, email, name, is_operator, proven_at) VALUES ($1, $2, $3, $4, ${timeWhere('$5')})
     ON CONFLICT (email) DO NOTHING RETURNING user_id`,
    [randomUUID(), email, name, isOperator, isProven],
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

/** Whoever changes a user takes turns: what the first has ended, the next one does not find any more. */
export async function lockUser(client: Client, userId: string): Promise<void> {
  await client.query('SELECT FROM users WHERE user_id = $1 FOR UPDATE', [userId]);
}

/**
 * Whether the user may come to be in this company, or an operator where there is none: who is not proven is of one company alone.
 * The user's row is locked first, so that two who ask take turns.
 */
export async function mayJoin(client: Client, userId: string, companyId: string | null): Promise<boolean> {
  await lockUser(client, userId);
  const { rows } = await client.query(
    `SELECT FROM users u WHERE u.user_id = $1 AND (u.proven_at IS NOT NULL OR ($2::uuid IS NOT NULL
       AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = u.user_id AND m.company_id <> $2)))`,
    [userId, companyId],
  );
  return rows.length === 1;
}

/** Makes or changes a membership, where the user may have it; one that was disabled is enabled by neither. */
export async function setRole(
  client: Client,
  companyId: string,
  { userId, role }: { readonly userId: string; readonly role: Role },
): Promise<boolean> {
  if (!(await mayJoin(client, userId, companyId))) return false;
  await client.query(
    `INSERT INTO memberships (company_id, user_id, role) VALUES ($1, $2, $3)
     ON CONFLICT (company_id, user_id) DO UPDATE SET role = excluded.role`,
    [companyId, userId, role],
  );
  return true;
}

export async function setOperator(client: Client, userId: string): Promise<boolean> {
  if (!(await mayJoin(client, userId, null))) return false;
  await client.query('UPDATE users SET is_operator = true WHERE user_id = $1', [userId]);
  return true;
}
