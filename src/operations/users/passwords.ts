import { passwordFault } from '../../core/users/password.ts';
import { refuseFields, refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type { Account, Origin, Session } from './ports.ts';
import { begin, whyNotIn } from './sign-in.ts';
import {
  doerOf,
  linkOf,
  type SignedIn,
  tooManyTries,
  type UsersContext,
  userEmail,
} from './users-context.ts';

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
  const sending = may ? mailReset(context, account, origin) : Promise.resolve();
  return { kind: 'asked', sending: sending.catch(() => failed(context)) };
}

function failed({ log }: UsersContext): void {
  log.warn('reset_mail_failed', {});
}

async function mailReset(context: UsersContext, account: Account, { address }: Origin): Promise<void> {
  const { sessions, tokens, deeds, mailAccounts, mailer, log } = context;
  const { userId, name, email } = account;
  const by = { userId: null, userName: email, address };
  await deeds.record({ companyId: null, by, deed: 'password_reset_asked', documentId: null, subject: email });
  const server = await mailAccounts.ofUser(userId);
  if (server === null) return log.warn('reset_not_mailed', { obstacle: 'no_server' });
  const { token, hash } = tokens.fresh();
  const { endsAt } = await sessions.addToken(userId, 'reset', hash);
  const link = linkOf(context, 'clave', token);
  const message = { kind: 'reset', link, endsAt } as const;
  const mailing = await mailer.send({ account: server, to: email, toName: name, message });
  if (mailing.kind !== 'sent')
    log.warn('reset_not_mailed', { obstacle: mailing.kind === 'not_now' ? mailing.obstacle : 'refused' });
}

/** A link by which a user chooses another password, for whoever hands it over instead of a mail. */
export async function resetLink(
  context: Pick<UsersContext, 'sessions' | 'tokens' | 'consoleUrl'>,
  userId: string,
): Promise<{ readonly link: string; readonly endsAt: number }> {
  const { token, hash } = context.tokens.fresh();
  const { endsAt } = await context.sessions.addToken(userId, 'reset', hash);
  return { link: linkOf(context, 'clave', token), endsAt };
}

/** Whose password a link changes; null where it has ended or was used. */
export async function resetOf(
  { sessions, tokens }: UsersContext,
  token: string,
): Promise<Pick<Account, 'name' | 'email'> | null> {
  return sessions.tokenOwner('reset', tokens.hashOf(token));
}

/** Gives the user another password, ends all sessions and signs in. */
export async function finishReset(
  context: UsersContext,
  { token, password, origin }: { readonly token: string; readonly password: string; readonly origin: Origin },
): Promise<SignedIn | UserRefusal> {
  const { sessions, tokens } = context;
  const hash = tokens.hashOf(token);
  const owner = await sessions.tokenOwner('reset', hash);
  if (owner === null) return refuseUser('link_ended');
  const fresh = await hashOf(context, password, { owner, path: 'password' });
  if (typeof fresh !== 'string') return fresh;
  if (!(await sessions.useToken('reset', hash))) return refuseUser('link_ended');
  await sessions.setPassword(owner.userId, fresh, null);
  return begin(context, owner.userId, { origin, deed: 'password_reset' });
}

/** Changes the password of a user who is signed in and knows the one before; all other sessions end. */
export async function changePassword(
  context: UsersContext,
  session: Session,
  {
    before,
    password,
    origin,
  }: { readonly before: string; readonly password: string; readonly origin: Origin },
): Promise<{ readonly kind: 'changed' } | UserRefusal> {
  const { sessions, deeds } = context;
  const account = await sessions.accountOf(session.userId);
  const refusal = await whyNotIn(context, { account, password: before, tried: session.email });
  if (refusal?.code === 'sign_in_refused')
    return refuseFields([{ path: 'before', code: 'invalid', message: 'La contraseña actual no es esa.' }]);
  if (refusal !== null) return refusal;
  const fresh = await hashOf(context, password, { owner: session, path: 'password' });
  if (typeof fresh !== 'string') return fresh;
  await sessions.setPassword(session.userId, fresh, session.sessionId);
  const by = doerOf(session, origin);
  await deeds.record({ companyId: null, by, deed: 'password_changed', documentId: null, subject: '' });
  return { kind: 'changed' };
}

async function hashOf(
  { passwords }: UsersContext,
  password: string,
  { owner, path }: { readonly owner: Pick<Account, 'email' | 'name'>; readonly path: string },
): Promise<string | UserRefusal> {
  const fault = passwordFault(password, owner);
  if (fault !== null) return refuseFields([{ ...fault, path }]);
  return (await passwords.hash(password)) ?? refuseUser('sign_in_busy');
}
