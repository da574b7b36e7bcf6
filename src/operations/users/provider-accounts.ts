import { refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import { hasPassword } from './passwords.ts';
import type { Origin, Session } from './ports.ts';
import type { ProviderAccount } from './provider-ports.ts';
import { doerOf, type UsersContext } from './users-context.ts';

/** The accounts at the provider that open the console as this user, the first one first. */
export function providerAccountsOf(
  { providerAccounts }: UsersContext,
  { userId }: Session,
): Promise<readonly ProviderAccount[]> {
  return providerAccounts.accountsOf(userId);
}

/** Lets an account at the provider open nothing any more, where the user can come in by something else. */
export async function unlinkProviderAccount(
  context: UsersContext,
  session: Session,
  { issuer, origin }: { readonly issuer: string; readonly origin: Origin },
): Promise<{ readonly kind: 'unlinked' } | UserRefusal> {
  const { providerAccounts, passkeys, provider, deeds } = context;
  const { userId } = session;
  const known = await passkeys.passkeysOf(userId);
  if (known.length === 0 && !(await hasPassword(context, session))) return refuseUser('only_way_in');
  if (await providerAccounts.unlink(userId, issuer)) {
    const by = doerOf(session, origin);
    const subject = provider?.name ?? issuer;
    await deeds.record({ companyId: null, by, deed: 'provider_unlinked', documentId: null, subject });
  }
  return { kind: 'unlinked' };
}
