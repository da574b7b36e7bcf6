import { randomUUID } from 'node:crypto';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import { isDocumentId } from '../../core/identifiers/document-id.ts';
import type { Email } from '../../core/identifiers/email.ts';
import { LIFETIMES } from '../../core/users/lifetimes.ts';
import { isRole, type Standing } from '../../core/users/roles.ts';
import type {
  Invitation,
  NewInvitation,
  PendingInvitation,
  TokenHash,
  UserStore,
} from '../../operations/users/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { columnsAfter } from '../connection/statement-time.ts';
import { amongUsers, inCompany } from '../connection/transaction.ts';
import { create, setOperator, setRole } from './new-users.ts';
import { inMs, msOf } from './rows.ts';

interface InvitationRow {
  readonly email: Email;
  readonly name: string;
  readonly role: Standing;
  readonly company_id: string | null;
  readonly slug: CompanySlug | null;
  readonly company_name: string | null;
  readonly is_user: boolean;
  readonly ends_ms: number;
}

/** One that nobody has accepted and that has not ended. */
const OPEN = 'i.accepted_at IS NULL AND i.ends_at > statement_timestamp()';

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
  { companyId, email, name, role, invitedBy }: NewInvitation,
  token: TokenHash,
): Promise<{ readonly endsAt: number }> {
  await client.query(
    `UPDATE invitations i SET ends_at = statement_timestamp()
     WHERE i.email = $1 AND i.company_id IS NOT DISTINCT FROM $2 AND ${OPEN}`,
    [email, companyId],
  );
  const { rows } = await client.query<{ readonly endsAt: number }>(
    columnsAfter(
      `INSERT INTO invitations (invitation_id, company_id, token_sha256, email, name, role, invited_by, ends_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, ${inMs('$8')}) RETURNING ends_at`,
      `${msOf('ends_at')} AS "endsAt"`,
    ),
    [randomUUID(), companyId, Buffer.from(token), email, name, role, invitedBy, LIFETIMES.invitationMs],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the invitation was not kept');
  return row;
}

async function find(client: Client, token: TokenHash): Promise<InvitationRow | null> {
  const { rows } = await client.query<InvitationRow>(
    `SELECT i.email, i.name, i.role, i.company_id, c.slug, c.name AS company_name, ${msOf('i.ends_at')} AS ends_ms,
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
): Promise<{ readonly userId: string } | null> {
  const invitation = await find(client, token);
  const { rowCount } = await client.query(
    `UPDATE invitations i SET accepted_at = statement_timestamp() WHERE i.token_sha256 = $1 AND ${OPEN}`,
    [Buffer.from(token)],
  );
  if (invitation === null || rowCount !== 1) return null;
  const { email, role, company_id: companyId } = invitation;
  const { kind, userId } = await create(client, { email, name, isOperator: false, passwordHash });
  // Whoever brings a password for a user that somebody made meanwhile has not proven to be that user.
  if (kind === 'exists' && passwordHash !== null) return null;
  if (companyId !== null && isRole(role)) {
    await setRole(client, companyId, { userId, role });
    await client.query('UPDATE memberships SET disabled_at = NULL WHERE company_id = $1 AND user_id = $2', [
      companyId,
      userId,
    ]);
  } else await setOperator(client, userId);
  return { userId };
}
