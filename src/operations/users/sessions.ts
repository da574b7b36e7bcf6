import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { Membership, Origin, Session } from './ports.ts';
import { doerOf, type UsersContext } from './users-context.ts';

/** Whose session the token of a cookie is; null where it has ended. `origin` is null where nobody uses it just now. */
export function sessionOf(
  { sessions, tokens }: Pick<UsersContext, 'sessions' | 'tokens'>,
  token: string,
  origin: Origin | null,
): Promise<Session | null> {
  return sessions.find(tokens.hashOf(token), origin);
}

export async function signOut(context: UsersContext, session: Session, origin: Origin): Promise<void> {
  await context.sessions.end(session.userId, session.sessionId);
  await context.deeds.record({ by: doerOf(session, origin), deed: 'signed_out' });
}

/** Ends all other sessions of the user; how many there were. */
export async function signOutEverywhere(
  context: UsersContext,
  session: Session,
  origin: Origin,
): Promise<number> {
  const ended = await context.sessions.endOthers(session.userId, session.sessionId);
  await context.deeds.record({ by: doerOf(session, origin), deed: 'signed_out_everywhere' });
  return ended;
}

/** The companies that the user may enter, by name. */
export function companiesOf(
  { users }: UsersContext,
  { isOperator, memberships }: Session,
): Promise<readonly Membership[]> {
  return isOperator ? users.companies() : Promise.resolve(memberships);
}

/** The company of that name where the user may enter it; null for one that there is not, and for a foreign one. */
export async function companyOf(
  { users }: Pick<UsersContext, 'users'>,
  { isOperator, memberships }: Session,
  slug: CompanySlug,
): Promise<Membership | null> {
  if (isOperator) return users.company(slug);
  return memberships.find((one) => one.slug === slug) ?? null;
}
