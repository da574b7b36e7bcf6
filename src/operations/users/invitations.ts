import { whyNotEmail } from '../../core/identifiers/email.ts';
import { passwordFault } from '../../core/users/password.ts';
import type { Standing } from '../../core/users/roles.ts';
import { refuseFields, refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type { Mailing } from '../deliveries/ports.ts';
import type { Doer, Invitation, Origin } from './ports.ts';
import { begin, whyNotIn } from './sign-in.ts';
import {
  linkOf,
  nameProblems,
  type SignedIn,
  tooManyTries,
  type UsersContext,
  userEmail,
} from './users-context.ts';

export interface InvitationRequest {
  /** Who invites; it is recorded, and the mail says the name. Whether he may is asked before. */
  readonly by: Doer;
  /** Null for an operator. */
  readonly companyId: string | null;
  readonly email: string;
  readonly name: string;
  readonly role: Standing;
}

export interface Invited {
  readonly kind: 'invited';
  readonly endsAt: number;
  /** What became of the mail; null where there is no mail server. */
  readonly mailing: Mailing | null;
  /** To be handed over by whoever invites where it was not mailed; null where it was, so that the address is proven. */
  readonly link: string | null;
}

/** Invites somebody by a link that ends and lets in once. */
export async function inviteUser(
  context: UsersContext,
  request: InvitationRequest,
): Promise<Invited | UserRefusal> {
  const { users, tokens } = context;
  const { companyId, by, role } = request;
  const email = userEmail(request.email);
  const name = request.name.trim();
  const problems = whyNotInvited({ name, email: request.email });
  if (email === null || problems.length > 0) return refuseFields(problems);
  const members = companyId === null ? [] : await users.listOf(companyId);
  if (members.some((member) => member.email === email)) return refuseUser('already_member');
  const waitMs = context.tries.invitations.take(companyId ?? '');
  if (waitMs > 0) return tooManyTries(waitMs);
  const { token, hash } = tokens.fresh();
  const { endsAt } = await users.invite({ companyId, email, name, role, invitedBy: by.userId }, hash);
  await context.deeds.record({ companyId, by, deed: 'user_invited', subject: email });
  const link = linkOf(context, 'invitacion', token);
  const invitation = await users.invitation(hash);
  const mailing = invitation && (await mail(context, invitation, { by, link }));
  return { kind: 'invited', endsAt, mailing, link: mailing?.kind === 'sent' ? null : link };
}

async function mail(
  { mailAccounts, mailer }: UsersContext,
  { company, email, name, role, endsAt }: Invitation,
  { by, link }: { readonly by: Doer; readonly link: string },
): Promise<Mailing | null> {
  const account =
    company === null ? mailAccounts.ofInstallation : await mailAccounts.ofCompany(company.companyId);
  if (account === null) return null;
  const invitedBy = by.userName;
  return mailer.send({
    account,
    to: email,
    toName: name,
    message: { kind: 'invitation', invitedBy, company: company?.name ?? null, role, link, endsAt },
  });
}

/** What a link invites to; null where it has ended or was used. */
export function invitationOf({ users, tokens }: UsersContext, token: string): Promise<Invitation | null> {
  return users.invitation(tokens.hashOf(token));
}

interface Acceptance {
  readonly name: string;
  readonly password: string;
  readonly origin: Origin;
}

/** Makes the user with this password, or lets one that there is come in with the password that there is, and signs in. */
export async function acceptInvitation(
  context: UsersContext,
  { token, ...acceptance }: Acceptance & { readonly token: string },
): Promise<SignedIn | UserRefusal> {
  const { users, tokens } = context;
  const { origin } = acceptance;
  const hash = tokens.hashOf(token);
  const invitation = await users.invitation(hash);
  if (invitation === null) return refuseUser('link_ended');
  const credentials = await credentialsFor(context, invitation, acceptance);
  if ('kind' in credentials) return credentials;
  const accepted = await users.accept(hash, credentials);
  if (accepted === null) return refuseUser('link_ended');
  const companyId = invitation.company?.companyId ?? null;
  return begin(context, accepted.userId, { origin, deed: 'invitation_accepted', companyId });
}

async function credentialsFor(
  context: UsersContext,
  { email, isUser, ...invitation }: Invitation,
  { password, origin, ...acceptance }: Acceptance,
): Promise<{ readonly name: string; readonly passwordHash: string | null } | UserRefusal> {
  const name = acceptance.name.trim() || invitation.name;
  if (isUser) {
    const account = await context.sessions.account(email, origin.address);
    const refusal = await whyNotIn(context, { account, password, tried: email });
    return refusal ?? { name, passwordHash: null };
  }
  const fault = passwordFault(password, { email, name });
  const problems = [...nameProblems(name), ...(fault === null ? [] : [{ ...fault, path: 'password' }])];
  if (problems.length > 0) return refuseFields(problems);
  const passwordHash = await context.passwords.hash(password);
  return passwordHash === null ? refuseUser('sign_in_busy') : { name, passwordHash };
}

/** What is wrong with the name and the address of somebody who is to be invited. */
export function whyNotInvited({ name, email }: Pick<InvitationRequest, 'name' | 'email'>) {
  const message = whyNotEmail(email.trim().toLowerCase());
  const ofEmail = { path: 'email', code: 'bad_format', message: message ?? '' } as const;
  return [...nameProblems(name.trim()), ...(message === null ? [] : [ofEmail])];
}
