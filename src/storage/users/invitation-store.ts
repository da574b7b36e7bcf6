import { randomUUID } from 'node:crypto';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import { isDocumentId } from '../../core/identifiers/document-id.ts';
import type { Email } from '../../core/identifiers/email.ts';
import { LIFETIMES } from '../../core/users/lifetimes.ts';
import { isRole, type Standing } from '../../core/users/roles.ts';
import type {
  Acceptance,
  Invitation,
  NewInvitation,
  PendingInvitation,
  TokenHash,
  UserStore,
} from '../../operations/users/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { columnsAfter } from '../connection/statement-time.ts';
import { amongUsers, inCompany } from '../connection/transaction.ts';
import { create, mayJoin, setOperator, setRole } from './new-users.ts';
import { inMs, msOf } from './rows.ts';

interface InvitationRow {
  readonly email: Email;
  readonly name: string;
  readonly role: Standing;
  readonly company_id: string | null;
  readonly proves: boolean;
  readonly slug: CompanySlug | null;
  readonly company_name: string | null;
  readonly is_user: boolean;
  readonly ends_ms: number;
}

/**
 * One that nobody has accepted, that has not ended, and whose person is not yet what it invites to: it makes somebody a member, and
 * changes nothing for whoever is one, in whatever role, or was kept out.
 */
const OPEN = `i.accepted_at IS NULL AND i.ends_at > statement_timestamp() AND NOT EXISTS (
  SELECT FROM users u LEFT JOIN memberships m ON m.user_id = u.user_id AND m.company_id = i.company_id
  WHERE u.email = i.email AND (m.user_id IS NOT NULL OR i.company_id IS NULL AND u.is_operator))`;

type InvitationStore = Pick<UserStore, 'invite' | 'invitation' | 'invitationsOf' | 'withdraw' | 'accept'>;

export function createInvitationStore(pool: Pool): InvitationStore {
  const run = <T>(work: (client: Client) => Promise<T>) => amongUsers(pool, work);
  return {
    invite: (invitation, token) => run((client) => invite(client, invitation, token)),
    async invitation(token) {
      const row = await run((client) => find(client, token));
      return row === null ? null : toInvitation(row);
    },
    invitationsOf: (companyId) => inCompany(pool, companyId, (client) => pendingOf(client, companyId)),
    async withdraw(companyId, invitationId) {
      if (!isDocumentId(invitationId)) return false;
      const { rowCount } = await run((client) =>
        client.query(
          `UPDATE invitations i SET ends_at = statement_timestamp()
           WHERE i.company_id = $1 AND i.invitation_id = $2 AND ${OPEN}`,
          [companyId, invitationId],
        ),
      );
      return rowCount === 1;
    },
    accept: (token, user) => run((client) => accept(client, token, user)),
  };
}

/** A second invitation of the same person ends the first. */
async function invite(
  client: Client,
  { companyId, email, name, role, invitedBy, proves }: NewInvitation,
  token: TokenHash,
): Promise<{ readonly endsAt: number }> {
  await client.query(
    `UPDATE invitations i SET ends_at = statement_timestamp()
     WHERE i.email = $1 AND i.company_id IS NOT DISTINCT FROM $2 AND ${OPEN}`,
    [email, companyId],
  );
  const { rows } = await client.query<{ readonly endsAt: number }>(
    columnsAfter(
      `INSERT INTO invitations (invitation_id, company_id, token_sha256, email, name, role, invited_by, proves, ends_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${inMs('$9')}) RETURNING ends_at`,
      `${msOf('ends_at')} AS "endsAt"`,
    ),
    [
      randomUUID(),
      companyId,
      Buffer.from(token),
      email,
      name,
      role,
      invitedBy,
      proves,
      LIFETIMES.invitationMs,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the invitation was not kept');
  return row;
}

async function find(client: Client, token: TokenHash): Promise<InvitationRow | null> {
  const { rows } = await client.query<InvitationRow>(
    `SELECT i.email, i.name, i.role, i.company_id, i.proves, c.slug, c.name AS company_name, ${msOf('i.ends_at')} AS ends_ms,
       EXISTS (SELECT FROM users u WHERE u.email = i.email) AS is_user
     FROM invitations i LEFT JOIN company_names(ARRAY(SELECT o.company_id FROM invitations o
       WHERE o.token_sha256 = $1), NULL) c USING (company_id)
     WHERE i.token_sha256 = $1 AND ${OPEN}`,
    [Buffer.from(token)],
  );
  return rows[0] ?? null;
}

function toInvitation(row: InvitationRow): Invitation {
  const { email, name, role, slug, company_id: companyId, company_name: companyName } = row;
  const isCompany = companyId !== null && slug !== null && companyName !== null;
  return {
    email,
    name,
    role,
    company: isCompany ? { companyId, slug, name: companyName } : null,
    isUser: row.is_user,
    endsAt: row.ends_ms,
  };
}

async function pendingOf(client: Client, companyId: string): Promise<readonly PendingInvitation[]> {
  const { rows } = await client.query<PendingInvitation>(
    `SELECT i.invitation_id AS "invitationId", i.email, i.name, i.role, ${msOf('i.invited_at')} AS "invitedAt",
       ${msOf('i.ends_at')} AS "endsAt"
     FROM invitations i WHERE i.company_id = $1 AND ${OPEN} ORDER BY i.name, i.email`,
    [companyId],
  );
  return rows;
}

async function accept(
  client: Client,
  token: TokenHash,
  { name, passwordHash }: Parameters<UserStore['accept']>[1],
): Promise<Acceptance> {
  const invitation = await find(client, token);
  if (invitation === null) return { kind: 'link_ended' };
  const { email, role, company_id: companyId } = invitation;
  const known = await lockedUser(client, email);
  if (known !== null && !(await mayJoin(client, known, companyId))) return { kind: 'unproven_user' };
  const { rowCount } = await client.query(
    `UPDATE invitations i SET accepted_at = statement_timestamp() WHERE i.token_sha256 = $1 AND ${OPEN}`,
    [Buffer.from(token)],
  );
  if (rowCount !== 1) return { kind: 'link_ended' };
  const made = { email, name, isOperator: false, passwordHash };
  const { kind, userId } = await create(client, made, invitation.proves);
  // Whoever brings a password for a user that somebody made meanwhile has not proven to be that user.
  if (kind === 'exists' && (known === null || passwordHash !== null)) return { kind: 'link_ended' };
  if (companyId !== null && isRole(role)) await setRole(client, companyId, { userId, role });
  else await setOperator(client, userId);
  return { kind: 'accepted', userId };
}

/** The user of the address, whose row is locked from now on; null where there is none. */
async function lockedUser(client: Client, email: Email): Promise<string | null> {
  const { rows } = await client.query<{ readonly user_id: string }>(
    'SELECT user_id FROM users WHERE email = $1 FOR UPDATE',
    [email],
  );
  return rows[0]?.user_id ?? null;
}
