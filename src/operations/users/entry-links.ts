import { refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type { Origin } from './ports.ts';
import { begin } from './sign-in.ts';
import { linkOf, type SignedIn, type UsersContext } from './users-context.ts';

/** A link that signs a user in once, without a password, for as long as LIFETIMES says. */
export async function entryLink(
  context: Pick<UsersContext, 'sessions' | 'tokens' | 'consoleUrl'>,
  userId: string,
): Promise<string> {
  const { token, hash } = context.tokens.fresh();
  await context.sessions.addToken(userId, 'entry', hash);
  return linkOf(context, 'enlace', token);
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
  return begin(context, owner.userId, { origin });
}
