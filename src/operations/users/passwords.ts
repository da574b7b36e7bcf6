import { passwordFault } from '../../core/users/password.ts';
import { refuseFields, refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type { Mailing } from '../deliveries/ports.ts';
import { userLink } from './links.ts';
import type { Account, Origin, Session } from './ports.ts';
import { begin, whyNotIn } from './sign-in.ts';
import { type SignedIn, tooManyTries, type UsersContext, userEmail } from './users-context.ts';
import { type Changing, changeWayIn } from './ways-in.ts';

/**
 * Mails a link to whoever has this address, where a user has it. The answer is the same and comes at once in any case:
 * the mail is on its way when it is given, and `sending` ends with it.
 */
export async function beginReset(
  context: UsersContext,
  { email, origin }: { readonly email: string; readonly origin: Origin },
): Promise<{ readonly kind: 'asked'; readonly sending: Promise<void> } | UserRefusal> {
  const waitMs = context.tries.ofAddress.take(origin.address);
  if (waitMs > 0) return tooManyTries(waitMs);
  const address = userEmail(email);
  const account = address === null ? null : await context.sessions.account(address, origin.address);
  const may = account !== null && !account.isDisabled && context.tries.resets.take(account.email) === 0;
  return { kind: 'asked', sending: may ? mailed(context, account, origin) : Promise.resolve() };
}

/** Never rejects: whoever asked has been answered. */
async function mailed(context: UsersContext, account: Account, origin: Origin): Promise<void> {
  try {
    const { mailing } = await mailReset(context, account, origin);
    if (mailing?.kind === 'sent') return;
    const obstacle = mailing?.kind === 'refused' ? 'refused_by_server' : (mailing?.obstacle ?? 'no_server');
    context.log.warn('reset_not_mailed', { obstacle });
  } catch (error) {
    context.log.warn('reset_not_mailed', { obstacle: error instanceof Error ? error.name : 'unknown' });
  }
}

/**
 * A new link and what became of its mail; null where the installation has no mail server. A link opens all of a user's
 * companies, so no company's own server carries it: its owner reads there what was sent.
 */
export async function mailReset(
  context: UsersContext,
  account: Account,
  { address }: Pick<Origin, 'address'>,
): Promise<{ readonly link: string; readonly endsAt: number; readonly mailing: Mailing | null }> {
  const { userId, name: toName, email: to } = account;
  const by = { userId: null, userName: to, address };
  await context.deeds.record({ by, deed: 'password_reset_asked', subject: to });
  const { link, endsAt } = await userLink(context, userId, 'reset');
  const server = context.mailAccounts.ofInstallation;
  const message = { kind: 'reset', link, endsAt } as const;
  const mailing = server && (await context.mailer.send({ account: server, to, toName, message }));
  return { link, endsAt, mailing };
}

/** Whose password a link changes. */
export interface ResetOwner extends Pick<Account, 'name' | 'email'> {
  /** Whether nothing lets the user in yet. */
  readonly isNew: boolean;
}

/** Whose password a link changes; null where it has ended or was used. */
export async function resetOf(
  { sessions, tokens, ways }: UsersContext,
  token: string,
): Promise<ResetOwner | null> {
  const owner = await sessions.tokenOwner('reset', tokens.hashOf(token));
  return owner && { name: owner.name, email: owner.email, isNew: !(await ways.hasAny(owner.userId)) };
}

/**
 * Gives the user another password and signs in. Everything else that opened the account ends: whoever lost it, or never had it, does not
 * know which passkeys and accounts were added meanwhile, and by whom.
 */
export async function finishReset(
  context: UsersContext,
  { token, password, origin }: { readonly token: string; readonly password: string; readonly origin: Origin },
): Promise<SignedIn | UserRefusal> {
  const { sessions, tokens, ways } = context;
  const hash = tokens.hashOf(token);
  const owner = await sessions.tokenOwner('reset', hash);
  if (owner === null) return refuseUser('link_ended');
  const fresh = await hashOf(context, password, owner);
  if (typeof fresh !== 'string') return fresh;
  if (!(await sessions.useToken('reset', hash))) return refuseUser('link_ended');
  const epoch = await ways.replaceAll(owner.userId, fresh);
  return begin(context, { ...owner, epoch }, { origin, deed: 'password_reset' });
}

/** Whether a user has a password: whoever came in by a link of the first start has none. */
export async function hasPassword(
  { sessions }: Pick<UsersContext, 'sessions'>,
  { userId }: Session,
): Promise<boolean> {
  return ((await sessions.accountOf(userId))?.passwordHash ?? null) !== null;
}

/** Changes the password of a user who is signed in and knows the one before, if there is one; all other sessions end. */
export async function changePassword(
  context: UsersContext,
  session: Session,
  change: Changing & { readonly before: string; readonly password: string },
): Promise<{ readonly kind: 'changed' } | UserRefusal> {
  return changeWayIn(context, session, change, async () => {
    const account = await context.sessions.accountOf(session.userId);
    const refusal = await whyNotKnown(context, account, change.before);
    if (refusal !== null) return refusal;
    const hash = await hashOf(context, change.password, session);
    return typeof hash === 'string' ? { kind: 'password_changed', hash } : hash;
  });
}

/** Why the password is not the one that the user has; null where it is, or where there is none. */
async function whyNotKnown(
  context: UsersContext,
  account: Account | null,
  before: string,
): Promise<UserRefusal | null> {
  if (account?.passwordHash === null) return null;
  const refusal = await whyNotIn(context, { account, password: before, tried: account?.email ?? '' });
  return refusal?.code === 'sign_in_refused'
    ? refuseFields([{ path: 'before', code: 'invalid', message: 'La contraseña actual no es esa.' }])
    : refusal;
}

async function hashOf(
  { passwords }: UsersContext,
  password: string,
  owner: Pick<Account, 'email' | 'name'>,
): Promise<string | UserRefusal> {
  const fault = passwordFault(password, owner);
  if (fault !== null) return refuseFields([{ ...fault, path: 'password' }]);
  return (await passwords.hash(password)) ?? refuseUser('sign_in_busy');
}
