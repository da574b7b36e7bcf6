import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import { isDocumentId } from '../../core/identifiers/document-id.ts';
import type { Role } from '../../core/users/roles.ts';
import type {
  CompanyUser,
  KnownUser,
  MemberChange,
  Membership,
  User,
  UserStore,
} from '../../operations/users/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { timeWhere } from '../connection/statement-time.ts';
import { amongUsers, inCompany } from '../connection/transaction.ts';
import { createInvitationStore } from './invitation-store.ts';
import { create, lockUser, setOperator, setRole } from './new-users.ts';
import { msOf, type NamedCompanyRow, toMembership } from './rows.ts';

const LAST_USED = `(SELECT ${msOf('max(d.happened_at)')} FROM user_deeds d
  WHERE d.user_id = u.user_id AND d.deed = 'signed_in')`;
const USERS = `SELECT u.user_id AS "userId", u.name, u.email, u.is_operator AS "isOperator",
    u.disabled_at IS NOT NULL AS "isDisabled", u.proven_at IS NOT NULL AS "isProven",
    ${LAST_USED} AS "lastUsedAt",
    (SELECT coalesce(json_agg(json_build_object('slug', c.slug, 'role', m.role) ORDER BY c.slug), '[]'::json)
     FROM memberships m JOIN company_names(NULL, NULL) c USING (company_id)
     WHERE m.user_id = u.user_id AND m.disabled_at IS NULL) AS companies
  FROM users u`;
/** Since when there is the user, and the invitation that made it. */
const ORIGIN = `${msOf('u.created_at')} AS "createdAt",
  (SELECT json_build_object('by', b.name, 'slug', (SELECT c.slug FROM company_names(ARRAY[i.company_id], NULL) c))
   FROM invitations i LEFT JOIN users b ON b.user_id = i.invited_by
   WHERE i.email = u.email AND i.accepted_at <= u.created_at ORDER BY i.accepted_at DESC LIMIT 1) AS invited`;

const MEMBER_DISABLED = `UPDATE memberships SET disabled_at = ${timeWhere('$3')}
  WHERE company_id = $1 AND user_id = $2`;

/** The users of the console and what they are in which company. */
export function createUserStore(pool: Pool): UserStore {
  const run = <T>(work: (client: Client) => Promise<T>) => amongUsers(pool, work);
  return {
    ...createInvitationStore(pool),
    create: (user) => run((client) => create(client, user, true)),
    async list() {
      return (await run((client) => client.query<User>(`${USERS} ORDER BY u.email`))).rows;
    },
    async byEmail(email) {
      const text = `SELECT k.*, ${ORIGIN} FROM (${USERS} WHERE u.email = $1) AS k JOIN users u ON u.user_id = k."userId"`;
      const { rows } = await run((client) => client.query<KnownUser>(text, [email]));
      return rows[0] ?? null;
    },
    async listOf(companyId) {
      const users = await inCompany(pool, companyId, (client) => listOf(client, companyId));
      const uses = await run((client) => lastUses(client, companyId, users));
      return users.map((user) => ({ ...user, lastUsedAt: uses.get(user.userId) ?? null }));
    },
    setRole: (companyId, userId, role) => run((client) => setRole(client, companyId, { userId, role })),
    setOperator: (userId) => run((client) => setOperator(client, userId)),
    setMemberDisabled: (companyId, userId, isDisabled) =>
      run((client) => update(client, MEMBER_DISABLED, [companyId, userId, isDisabled])),
    changeMember: (companyId, userId, change) =>
      run((client) => changeMember(client, { companyId, userId }, change)),
    setDisabled: (userId, isDisabled) =>
      run(async (client) => {
        if (isDisabled && isDocumentId(userId)) await endAccess(client, userId);
        return update(client, `UPDATE users SET disabled_at = ${timeWhere('$2')} WHERE user_id = $1`, [
          userId,
          isDisabled,
        ]);
      }),
    companies: () => run((client) => companies(client, null)),
    async company(slug) {
      const [company = null] = await run((client) => companies(client, slug));
      return company;
    },
  };
}

/** Ends what is open, so that nothing of it comes back with the user: sessions, links and invitations. */
async function endAccess(client: Client, userId: string): Promise<void> {
  // A session that is being begun meanwhile is there by then, or is not begun.
  await lockUser(client, userId);
  for (const table of ['sessions', 'user_tokens'])
    await client.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
  await client.query(
    `UPDATE invitations SET ends_at = statement_timestamp() WHERE accepted_at IS NULL AND ends_at > statement_timestamp()
       AND email = (SELECT email FROM users WHERE user_id = $1)`,
    [userId],
  );
}

/** As the company itself: row-level security shows its users alone. */
async function listOf(
  client: Client,
  companyId: string,
): Promise<readonly Omit<CompanyUser, 'lastUsedAt'>[]> {
  const { rows } = await client.query<Omit<CompanyUser, 'lastUsedAt'>>(
    `SELECT u.user_id AS "userId", u.name, u.email, m.role,
       u.disabled_at IS NOT NULL OR m.disabled_at IS NOT NULL AS "isDisabled"
     FROM memberships m JOIN users u USING (user_id) WHERE m.company_id = $1 ORDER BY u.name, u.email`,
    [companyId],
  );
  return rows;
}

/** When each of these users was here last: by an open session, by the last sign-in, or by what they last did in the company. */
async function lastUses(
  client: Client,
  companyId: string,
  users: readonly Pick<CompanyUser, 'userId'>[],
): Promise<ReadonlyMap<string, number | null>> {
  const { rows } = await client.query<{ readonly user_id: string; readonly last_ms: number | null }>(
    `SELECT u.user_id, ${msOf(`greatest((SELECT max(s.last_used_at) FROM sessions s WHERE s.user_id = u.user_id),
       (SELECT max(d.happened_at) FROM user_deeds d WHERE d.user_id = u.user_id AND d.deed = 'signed_in'),
       (SELECT d.happened_at FROM user_deeds d WHERE d.company_id = $2 AND d.user_id = u.user_id
        ORDER BY d.deed_id DESC LIMIT 1))`)} AS last_ms
     FROM unnest($1::uuid[]) AS u (user_id)`,
    [users.map(({ userId }) => userId), companyId],
  );
  return new Map(rows.map((row) => [row.user_id, row.last_ms]));
}

interface MemberRow {
  readonly user_id: string;
  readonly role: Role;
  readonly is_disabled: boolean;
}

/** All members are locked, so that two owners who take each other out take turns. */
async function changeMember(
  client: Client,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
  change: Parameters<UserStore['changeMember']>[2],
): Promise<MemberChange> {
  const { rows } = await client.query<MemberRow>(
    `SELECT m.user_id, m.role, m.disabled_at IS NOT NULL OR u.disabled_at IS NOT NULL AS is_disabled
     FROM memberships m JOIN users u USING (user_id) WHERE m.company_id = $1 ORDER BY m.user_id FOR UPDATE OF m`,
    [companyId],
  );
  const member = rows.find((row) => row.user_id === userId);
  if (member === undefined) return 'unknown_user';
  const owns = ({ role, is_disabled: isDisabled }: MemberRow) => role === 'owner' && !isDisabled;
  const takesAway = 'role' in change ? change.role !== 'owner' : change.isDisabled;
  if (takesAway && owns(member) && rows.filter(owns).length === 1) return 'last_owner';
  if ('role' in change)
    await client.query('UPDATE memberships SET role = $3 WHERE company_id = $1 AND user_id = $2', [
      companyId,
      userId,
      change.role,
    ]);
  else await client.query(MEMBER_DISABLED, [companyId, userId, change.isDisabled]);
  return 'changed';
}

async function update(client: Client, text: string, values: readonly unknown[]): Promise<boolean> {
  if (!values.filter((value) => typeof value === 'string').every(isDocumentId)) return false;
  return (await client.query(text, [...values])).rowCount === 1;
}

/** As an operator enters them. */
async function companies(client: Client, slug: CompanySlug | null): Promise<readonly Membership[]> {
  const { rows } = await client.query<NamedCompanyRow>(
    'SELECT * FROM company_names(NULL, $1) ORDER BY name, slug',
    [slug],
  );
  return rows.map((row) => toMembership({ ...row, role: 'operator' }));
}
