import { refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type { Account, DeedKind, Origin } from './ports.ts';
import { doerOf, type SignedIn, tooManyTries, type UsersContext, userEmail } from './users-context.ts';

/**
 * Lets in whoever knows the password. An unknown address, a wrong password and a disabled user get the same words after
 * the same work; whoever was here before from this address is not kept out by those who guess from elsewhere.
 */
export async function signIn(
  context: UsersContext,
  request: { readonly email: string; readonly password: string; readonly origin: Origin },
): Promise<SignedIn | UserRefusal> {
  const { sessions, tries, passwords } = context;
  const { origin, password } = request;
  // A flood of sign-ins is turned away before it costs the database anything.
  if (passwords.isBusy()) return refuseUser('sign_in_busy');
  const waitMs = tries.ofAddress.take(origin.address);
  if (waitMs > 0) return tooManyTries(waitMs);
  const email = userEmail(request.email);
  const account = email === null ? null : await sessions.account(email, origin.address);
  const refusal = await whyNotIn(context, { account, password, tried: email ?? '' });
  if (refusal !== null) {
    const by = { userId: account?.userId ?? null, userName: email ?? '', address: origin.address };
    if (refusal.code === 'sign_in_refused') await context.deeds.record({ by, deed: 'sign_in_refused' });
    return refusal;
  }
  return account === null ? refuseUser('sign_in_refused') : begin(context, account, { origin });
}

/**
 * Why the password does not open this account; null where it does. Null for the account stands for one that does not
 * exist. `tried` is whom the try counts for.
 */
export async function whyNotIn(
  { sessions, passwords, tries }: UsersContext,
  who: { readonly account: Account | null; readonly password: string; readonly tried: string },
): Promise<UserRefusal | null> {
  const { account, password, tried } = who;
  const waitMs = tries.ofUser.take(account?.isKnownAddress === true ? `${tried} known` : tried);
  if (waitMs > 0) return tooManyTries(waitMs);
  const hash = account === null || account.isDisabled ? null : account.passwordHash;
  const check = await passwords.check(password, hash);
  if (check === 'busy') return refuseUser('sign_in_busy');
  if (check === 'wrong' || account === null || hash === null) return refuseUser('sign_in_refused');
  if (check === 'right_but_old') {
    const fresh = await passwords.hash(password);
    if (fresh !== null) await sessions.rehash(account.userId, hash, fresh);
  }
  return null;
}

/**
 * A new session of a user who has proven who it is; refused where the user was disabled meanwhile, or where what it was proven by has
 * ended since the epoch was read.
 */
export async function begin(
  { sessions, tokens, deeds }: UsersContext,
  { userId, epoch }: Pick<Account, 'userId' | 'epoch'>,
  {
    origin,
    deed = 'signed_in',
    companyId = null,
    subject = '',
  }: {
    readonly origin: Origin;
    readonly deed?: DeedKind;
    readonly companyId?: string | null;
    /** By what the user has proven it, where that is no password. */
    readonly subject?: string;
  },
): Promise<SignedIn | UserRefusal> {
  const { token, hash } = tokens.fresh();
  const session = await sessions.begin({ userId, epoch, token: hash, origin });
  if (session === null) return refuseUser('sign_in_refused');
  await deeds.record({ companyId, by: doerOf(session, origin), deed, subject });
  return { kind: 'signed_in', token, session };
}
