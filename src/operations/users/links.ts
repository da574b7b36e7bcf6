import { refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type { Origin, TokenPurpose } from './ports.ts';
import { begin } from './sign-in.ts';
import { linkOf, type SignedIn, type UsersContext } from './users-context.ts';

const PAGES = { reset: 'clave', entry: 'enlace' } as const;

/**
 * A link by which a user chooses another password, or that signs in once without one, for as long as LIFETIMES says. Whoever
 * makes it hands it over.
 */
export async function userLink(
  context: Pick<UsersContext, 'sessions' | 'tokens' | 'consoleUrl'>,
  userId: string,
  purpose: TokenPurpose,
): Promise<{ readonly link: string; readonly endsAt: number }> {
  const { token, hash } = context.tokens.fresh();
  const { endsAt } = await context.sessions.addToken(userId, purpose, hash);
  return { link: linkOf(context, PAGES[purpose], token), endsAt };
}

/** Whether a link still signs somebody in; asking does not use it. */
export async function opensByLink({ sessions, tokens }: UsersContext, token: string): Promise<boolean> {
  return (await sessions.tokenOwner('entry', tokens.hashOf(token))) !== null;
}

export async function enterByLink(
  context: UsersContext,
  token: string,
  origin: Origin,
): Promise<SignedIn | UserRefusal> {
  const { sessions, tokens } = context;
  const hash = tokens.hashOf(token);
  const owner = await sessions.tokenOwner('entry', hash);
  if (owner === null || !(await sessions.useToken('entry', hash))) return refuseUser('link_ended');
  return begin(context, owner, { origin });
}
