import { TOKENS } from '../identity/tokens.ts';
import type { UsersContext } from '../operations/users/users-context.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { createUserDeeds } from '../storage/users/deed-store.ts';
import { createPasskeyStore } from '../storage/users/passkey-store.ts';
import { createProviderAccountStore } from '../storage/users/provider-account-store.ts';
import { createSessionStore } from '../storage/users/session-store.ts';
import { createUserStore } from '../storage/users/user-store.ts';
import { createWayStore } from '../storage/users/way-store.ts';

/** Users, their sessions and links, which need no secret of the installation. */
export function userStoresOn(
  pool: Pool,
): Pick<UsersContext, 'users' | 'sessions' | 'deeds' | 'passkeys' | 'ways' | 'providerAccounts' | 'tokens'> {
  return {
    users: createUserStore(pool),
    sessions: createSessionStore(pool),
    deeds: createUserDeeds(pool),
    passkeys: createPasskeyStore(pool),
    ways: createWayStore(pool),
    providerAccounts: createProviderAccountStore(pool),
    tokens: TOKENS,
  };
}
