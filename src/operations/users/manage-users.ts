import type { Role } from '../../core/users/roles.ts';
import { refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type {
  CompanyUser,
  DeedKind,
  DeedSelection,
  Doer,
  MemberChange,
  PendingInvitation,
  RecordedUserDeed,
  UserDeed,
} from './ports.ts';
import type { UsersContext } from './users-context.ts';

/** A user of a company, and who does something about him; whether he may is asked before. */
export interface UserChange {
  readonly by: Doer;
  readonly companyId: string;
  readonly userId: string;
}

type Change = { readonly kind: 'changed' } | UserRefusal;

/** The users of a company and those who are invited, by name. */
export async function listUsers(
  { users }: UsersContext,
  companyId: string,
): Promise<{ readonly users: readonly CompanyUser[]; readonly invitations: readonly PendingInvitation[] }> {
  const [members, invitations] = await Promise.all([users.listOf(companyId), users.invitationsOf(companyId)]);
  return { users: members, invitations };
}

/** Keeps a user out of the company, or lets the user in again; what the user is in other companies stays. */
export async function disableUser(
  context: UsersContext,
  change: UserChange,
  isDisabled = true,
): Promise<Change> {
  const { companyId, userId } = change;
  return changed(context, change, {
    deed: isDisabled ? 'user_disabled' : 'user_enabled',
    told: '',
    make: () => context.users.changeMember(companyId, userId, { isDisabled }),
  });
}

export async function changeRole(context: UsersContext, change: UserChange, role: Role): Promise<Change> {
  const { companyId, userId } = change;
  return changed(context, change, {
    deed: 'role_changed',
    told: ` → ${role}`,
    make: () => context.users.changeMember(companyId, userId, { role }),
  });
}

/** Ends all sessions of a user of the company. */
export async function signOutUser(context: UsersContext, change: UserChange): Promise<Change> {
  return changed(context, change, {
    deed: 'signed_out_everywhere',
    told: '',
    async make() {
      await context.sessions.endOthers(change.userId, null);
      return 'changed';
    },
  });
}

async function changed(
  { users, deeds }: UsersContext,
  { by, companyId, userId }: UserChange,
  {
    deed,
    told,
    make,
  }: { readonly deed: DeedKind; readonly told: string; readonly make: () => Promise<MemberChange> },
): Promise<Change> {
  if (by.userId === userId) return refuseUser('not_oneself');
  const member = (await users.listOf(companyId)).find((one) => one.userId === userId);
  if (member === undefined) return refuseUser('unknown_user');
  const outcome = await make();
  if (outcome !== 'changed') return refuseUser(outcome);
  await deeds.record({ companyId, by, deed, documentId: null, subject: `${member.email}${told}` });
  return { kind: 'changed' };
}

/** Ends an invitation that nobody has accepted; false where there is none of that id. */
export async function withdrawInvitation(
  { users, deeds }: UsersContext,
  change: Omit<UserChange, 'userId'> & { readonly invitationId: string },
): Promise<boolean> {
  const { by, companyId, invitationId } = change;
  const invitations = await users.invitationsOf(companyId);
  const invitation = invitations.find((one) => one.invitationId === invitationId);
  if (invitation === undefined || !(await users.withdraw(companyId, invitationId))) return false;
  const subject = invitation.email;
  await deeds.record({ companyId, by, deed: 'invitation_withdrawn', documentId: null, subject });
  return true;
}

export function recordDeed({ deeds }: Pick<UsersContext, 'deeds'>, deed: UserDeed): Promise<void> {
  return deeds.record(deed);
}

/** What users have done in a company, the newest first; null: what concerns none. */
export function deedsOf(
  { deeds }: Pick<UsersContext, 'deeds'>,
  companyId: string | null,
  selection: DeedSelection,
): Promise<readonly RecordedUserDeed[]> {
  return deeds.latest(companyId, selection);
}
