import { whyNotEmail } from '../../core/identifiers/email.ts';
import { passwordFault } from '../../core/users/password.ts';
import type { Standing } from '../../core/users/roles.ts';
import { refuseFields, refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type { MailAccount, Mailing } from '../deliveries/ports.ts';
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
  /** Whether that is the operator, whose hand proves the address as the installation's mail does. */
  readonly isOperator: boolean;
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
  /** To be handed over by whoever invites where it was not mailed; null where it was. */
  readonly link: string | null;
}

/** Invites somebody by a link that ends and lets in once. */
export async function inviteUser(
  context: UsersContext,
  request: InvitationRequest,
): Promise<Invited | UserRefusal> {
  const { users } = context;
  const { companyId } = request;
  const email = userEmail(request.email);
  const name = request.name.trim();
  const problems = whyNotInvited({ name, email: request.email });
  if (email === null || problems.length > 0) return refuseFields(problems);
  const members = companyId === null ? [] : await users.listOf(companyId);
  if (members.some((member) => member.email === email)) return refuseUser('already_member');
  const waitMs = context.tries.invitations.take(companyId ?? '');
  if (waitMs > 0) return tooManyTries(waitMs);
  return carried(context, { ...request, email, name });
}

type Inviting = InvitationRequest & Pick<Invitation, 'email'>;

/**
 * Mails a new link, or hands it to whoever invites. One that the installation mails proves the address; one that an owner may have
 * read before, on the company's own server or on the page, does not, and so is another.
 */
async function carried(context: UsersContext, inviting: Inviting): Promise<Invited | UserRefusal> {
  const { ofInstallation, ofCompany } = context.mailAccounts;
  const { isOperator, companyId, by, email } = inviting;
  const account = isOperator || companyId === null ? ofInstallation : await ofCompany(companyId);
  const isInstallations = account !== null && account === ofInstallation;
  const first = await newLink(context, inviting, isOperator || isInstallations);
  if (first === null) return refuseUser('already_member');
  await context.deeds.record({ companyId, by, deed: 'user_invited', subject: email });
  const mailing = account && (await mail(context, first, { account, by }));
  if (mailing?.kind === 'sent') return { kind: 'invited', endsAt: first.endsAt, mailing, link: null };
  const handed = isOperator || !isInstallations ? first : await newLink(context, inviting, false);
  return { kind: 'invited', endsAt: first.endsAt, mailing, link: handed?.link ?? null };
}

type Linked = Invitation & { readonly link: string };

/** A new invitation, which ends the one before; null where it is of no use, because the person is it already. */
async function newLink(context: UsersContext, inviting: Inviting, proves: boolean): Promise<Linked | null> {
  const { token, hash } = context.tokens.fresh();
  const { companyId, email, name, role, by } = inviting;
  await context.users.invite({ companyId, email, name, role, invitedBy: by.userId, proves }, hash);
  const invitation = await context.users.invitation(hash);
  return invitation && { ...invitation, link: linkOf(context, 'invitacion', token) };
}

function mail(
  { mailer }: UsersContext,
  { company, email, name, role, endsAt, link }: Linked,
  { account, by }: { readonly account: MailAccount; readonly by: Doer },
): Promise<Mailing> {
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

interface Accepting {
  readonly name: string;
  readonly password: string;
  readonly origin: Origin;
}

/** Makes the user with this password, or lets one that there is come in with the password that there is, and signs in. */
export async function acceptInvitation(
  context: UsersContext,
  { token, ...acceptance }: Accepting & { readonly token: string },
): Promise<SignedIn | UserRefusal> {
  const { users, tokens } = context;
  const { origin } = acceptance;
  const hash = tokens.hashOf(token);
  const invitation = await users.invitation(hash);
  if (invitation === null) return refuseUser('link_ended');
  const credentials = await credentialsFor(context, invitation, acceptance);
  if ('kind' in credentials) return credentials;
  const accepted = await users.accept(hash, credentials);
  if (accepted.kind !== 'accepted') return refuseUser(accepted.kind);
  const companyId = invitation.company?.companyId ?? null;
  const entering = { userId: accepted.userId, epoch: credentials.epoch };
  return begin(context, entering, { origin, deed: 'invitation_accepted', companyId });
}

/** With what somebody comes in: a password that is made now, or null for the one that there is. A new user's epoch is the first. */
interface Credentials {
  readonly name: string;
  readonly passwordHash: string | null;
  readonly epoch: number;
}

async function credentialsFor(
  context: UsersContext,
  { email, isUser, ...invitation }: Invitation,
  { password, origin, ...acceptance }: Accepting,
): Promise<Credentials | UserRefusal> {
  const name = acceptance.name.trim() || invitation.name;
  if (isUser) {
    const account = await context.sessions.account(email, origin.address);
    const refusal = await whyNotIn(context, { account, password, tried: email });
    return refusal ?? { name, passwordHash: null, epoch: account?.epoch ?? 0 };
  }
  const fault = passwordFault(password, { email, name });
  const problems = [...nameProblems(name), ...(fault === null ? [] : [{ ...fault, path: 'password' }])];
  if (problems.length > 0) return refuseFields(problems);
  const passwordHash = await context.passwords.hash(password);
  return passwordHash === null ? refuseUser('sign_in_busy') : { name, passwordHash, epoch: 0 };
}

/** What is wrong with the name and the address of somebody who is to be invited. */
export function whyNotInvited({ name, email }: Pick<InvitationRequest, 'name' | 'email'>) {
  const message = whyNotEmail(email.trim().toLowerCase());
  const ofEmail = { path: 'email', code: 'bad_format', message: message ?? '' } as const;
  return [...nameProblems(name.trim()), ...(message === null ? [] : [ofEmail])];
}
