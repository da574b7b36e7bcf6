import type { Role } from '../../core/users/roles.ts';
import { refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type { CompanyUser, DeedKind, Doer, MemberChange, PendingInvitation } from './ports.ts';
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
  const deed = isDisabled ? 'user_disabled' : 'user_enabled';
  const make = () => context.users.changeMember(companyId, userId, { isDisabled });
  return changed(context, change, { deed, make });
}

export async function changeRole(context: UsersContext, change: UserChange, role: Role): Promise<Change> {
  const { companyId, userId } = change;
  const make = () => context.users.changeMember(companyId, userId, { role });
  return changed(context, change, { deed: 'role_changed', told: ` → ${role}`, make });
}

/** Ends all sessions of a user of the company. */
export async function signOutUser(context: UsersContext, change: UserChange): Promise<Change> {
  return changed(context, change, {
    deed: 'signed_out_everywhere',
    async make() {
      await context.sessions.endOthers(change.userId, null);
      return 'changed';
    },
  });
}

async function changed(
  { users, deeds }: UsersContext,
  { by, companyId, userId }: UserChange,
  what: { readonly deed: DeedKind; readonly told?: string; readonly make: () => Promise<MemberChange> },
): Promise<Change> {
  const { deed, told = '', make } = what;
  if (by.userId === userId) return refuseUser('not_oneself');
  const member = (await users.listOf(companyId)).find((one) => one.userId === userId);
  if (member === undefined) return refuseUser('unknown_user');
  const outcome = await make();
  if (outcome !== 'changed') return refuseUser(outcome);
  await deeds.record({ companyId, by, deed, subject: `${member.email}${told}` });
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
  await deeds.record({ companyId, by, deed: 'invitation_withdrawn', subject: invitation.email });
  return true;
}
