import { randomUUID } from 'node:crypto';
import type { Email } from '../../core/identifiers/email.ts';
import { LIFETIMES } from '../../core/users/lifetimes.ts';
import type {
  Account,
  NewSession,
  Origin,
  Session,
  SessionRights,
  SessionStore,
  SessionSummary,
  TokenHash,
  TokenPurpose,
} from '../../operations/users/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { columnsAfter } from '../connection/statement-time.ts';
import { amongUsers } from '../connection/transaction.ts';
import { inMs, type MembershipRow, msOf, toMembership } from './rows.ts';

interface SessionRow {
  readonly session_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly email: Email;
  readonly is_operator: boolean;
  readonly started_ms: number;
  readonly last_used_ms: number;
  readonly memberships: readonly MembershipRow[];
}

const LONGEST_AGENT = 300;
/** How long ago somebody may have signed in from an address that counts as known. */
const KNOWN_FOR = `interval '60 days'`;

/** A session that has not ended; `$2` and `$3` are how long one lives unused and in all. */
const ALIVE = `s.last_used_at > ${inMs('-$2')} AND s.started_at > ${inMs('-$3')}`;
const LIVES = [LIFETIMES.idleSessionMs, LIFETIMES.sessionMs];

const ACCOUNT = `SELECT u.user_id AS "userId", u.name, u.email, u.disabled_at IS NOT NULL AS "isDisabled", u.epoch,
    p.hash AS "passwordHash",
    EXISTS (SELECT FROM user_deeds d WHERE d.user_id = u.user_id AND d.deed = 'signed_in' AND d.address = $2
      AND d.happened_at > clock_timestamp() - ${KNOWN_FOR}) AS "isKnownAddress"
  FROM users u LEFT JOIN user_passwords p USING (user_id)`;

/** Who comes into the console and how. */
export function createSessionStore(pool: Pool): SessionStore {
  const run = <T>(work: (client: Client) => Promise<T>) => amongUsers(pool, work);
  const account = async (condition: string, values: readonly unknown[]): Promise<Account | null> => {
    const text = `${ACCOUNT} WHERE ${condition}`;
    return (await run((client) => client.query<Account>(text, [...values]))).rows[0] ?? null;
  };
  return {
    account: (email, address) => account('u.email = $1', [email, address]),
    accountOf: (userId) => account('u.user_id = $1', [userId, '']),
    begin: (session) => run((client) => begin(client, session)),
    rightsOf: (sessionIds) => run((client) => rightsOf(client, sessionIds)),
    find: (token, origin) => run((client) => find(client, token, origin)),
    sessionsOf: (userId) => run((client) => sessionsOf(client, userId)),
    async end(userId, sessionId) {
      const text = 'DELETE FROM sessions WHERE user_id = $1 AND session_id::text = $2';
      const { rowCount } = await run((client) => client.query(text, [userId, sessionId]));
      return rowCount === 1;
    },
    endOthers: (userId, but) => run((client) => endOthers(client, userId, but)),
    async rehash(userId, from, to) {
      const text = 'UPDATE user_passwords SET hash = $3 WHERE user_id = $1 AND hash = $2';
      await run((client) => client.query(text, [userId, from, to]));
    },
    addToken: (userId, purpose, token) => run((client) => addToken(client, userId, { purpose, token })),
    tokenOwner: (purpose, token) =>
      account(
        `u.disabled_at IS NULL AND u.user_id = (SELECT t.user_id FROM user_tokens t
           WHERE t.token_sha256 = $1 AND t.purpose = $3 AND t.used_at IS NULL AND t.ends_at > clock_timestamp())`,
        [Buffer.from(token), '', purpose],
      ),
    async useToken(purpose, token) {
      const { rowCount } = await run((client) =>
        client.query(
          `UPDATE user_tokens SET used_at = statement_timestamp()
           WHERE token_sha256 = $1 AND purpose = $2 AND used_at IS NULL AND ends_at > statement_timestamp()`,
          [Buffer.from(token), purpose],
        ),
      );
      return rowCount === 1;
    },
  };
}

async function begin(client: Client, { userId, epoch, token, origin }: NewSession): Promise<Session | null> {
  await client.query(`DELETE FROM sessions WHERE started_at <= ${inMs('-$1')}`, [LIFETIMES.sessionMs]);
  await client.query(
    `INSERT INTO sessions (session_id, user_id, token_sha256, address, agent)
     SELECT $2, user_id, $3, $4, $5 FROM users WHERE user_id = $1 AND epoch = $6 AND disabled_at IS NULL FOR SHARE`,
    [userId, randomUUID(), Buffer.from(token), origin.address, agentOf(origin), epoch],
  );
  return read(client, token);
}

async function find(client: Client, token: TokenHash, origin: Origin | null): Promise<Session | null> {
  const session = await read(client, token);
  if (session !== null && origin !== null)
    await client.query(
      `UPDATE sessions SET last_used_at = statement_timestamp(), address = $2, agent = $3
       WHERE token_sha256 = $1 AND last_used_at < statement_timestamp() - interval '1 minute'`,
      [Buffer.from(token), origin.address, agentOf(origin)],
    );
  return session;
}

async function rightsOf(client: Client, sessionIds: readonly string[]): Promise<readonly SessionRights[]> {
  const { rows } = await client.query<SessionRights>({
    name: 'rights-of-sessions',
    text: `SELECT s.session_id AS "sessionId", u.is_operator AS "isOperator",
             (SELECT coalesce(json_agg(json_build_object('companyId', m.company_id, 'role', m.role)), '[]'::json)
              FROM memberships m WHERE m.user_id = u.user_id AND m.disabled_at IS NULL) AS roles
           FROM sessions s JOIN users u USING (user_id)
           WHERE s.session_id = ANY($1::uuid[]) AND ${ALIVE} AND u.disabled_at IS NULL`,
    values: [sessionIds, ...LIVES],
  });
  return rows;
}

async function read(client: Client, token: TokenHash): Promise<Session | null> {
  const { rows } = await client.query<SessionRow>({
    name: 'find-session',
    text: `SELECT s.session_id, u.user_id, u.name, u.email, u.is_operator, ${msOf('s.started_at')} AS started_ms,
             ${msOf('s.last_used_at')} AS last_used_ms,
             (SELECT coalesce(json_agg(json_build_object('company_id', c.company_id, 'slug', c.slug, 'name', c.name,
                'environment', c.environment, 'role', m.role) ORDER BY c.name, c.slug), '[]'::json)
              FROM memberships m JOIN company_names(ARRAY(SELECT o.company_id FROM memberships o
                WHERE o.user_id = u.user_id AND o.disabled_at IS NULL), NULL) c USING (company_id)
              WHERE m.user_id = u.user_id) AS memberships
           FROM sessions s JOIN users u USING (user_id)
           WHERE s.token_sha256 = $1 AND ${ALIVE} AND u.disabled_at IS NULL`,
    values: [Buffer.from(token), ...LIVES],
  });
  const [row] = rows;
  return row === undefined ? null : toSession(row);
}

function toSession(row: SessionRow): Session {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    isOperator: row.is_operator,
    memberships: row.memberships.map(toMembership),
    startedAt: row.started_ms,
    lastUsedAt: row.last_used_ms,
  };
}

async function sessionsOf(client: Client, userId: string): Promise<readonly SessionSummary[]> {
  const { rows } = await client.query<SessionSummary>(
    `SELECT s.session_id AS "sessionId", s.address, s.agent, ${msOf('s.started_at')} AS "startedAt",
       ${msOf('s.last_used_at')} AS "lastUsedAt"
     FROM sessions s WHERE s.user_id = $1 AND ${ALIVE} ORDER BY s.last_used_at DESC`,
    [userId, ...LIVES],
  );
  return rows;
}

async function endOthers(client: Client, userId: string, but: string | null): Promise<number> {
  const { rowCount } = await client.query(
    'DELETE FROM sessions WHERE user_id = $1 AND session_id IS DISTINCT FROM $2::uuid',
    [userId, but],
  );
  return rowCount ?? 0;
}

const TOKEN_LIVES: Readonly<Record<TokenPurpose, number>> = {
  reset: LIFETIMES.resetMs,
  entry: LIFETIMES.entryMs,
};

async function addToken(
  client: Client,
  userId: string,
  { purpose, token }: { readonly purpose: TokenPurpose; readonly token: TokenHash },
): Promise<{ readonly endsAt: number }> {
  await client.query('DELETE FROM user_tokens WHERE user_id = $1 AND ends_at < statement_timestamp()', [
    userId,
  ]);
  const { rows } = await client.query<{ readonly endsAt: number }>(
    columnsAfter(
      `INSERT INTO user_tokens (token_sha256, user_id, purpose, ends_at) VALUES ($1, $2, $3, ${inMs('$4')}) RETURNING ends_at`,
      `${msOf('ends_at')} AS "endsAt"`,
    ),
    [Buffer.from(token), userId, purpose, TOKEN_LIVES[purpose]],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the token was not kept');
  return row;
}

/** What a browser says of itself is anything. */
function agentOf({ agent }: Origin): string {
  return agent
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, LONGEST_AGENT);
}
