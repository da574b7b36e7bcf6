import type { Email } from '../../core/identifiers/email.ts';
import { refuseUser, type UserRefusal, type UserRefusalCode } from '../../core/users/user-refusal.ts';
import type { Account, Origin, Session } from './ports.ts';
import type { Departure, Errand, IdentityProvider, ProviderClaims, Return } from './provider-ports.ts';
import { begin } from './sign-in.ts';
import { type SignedIn, tooManyTries, type UsersContext } from './users-context.ts';
import { type Changing, changeWayIn } from './ways-in.ts';

/** Someone who came back from the provider. */
export interface ProviderEntry {
  readonly entered: SignedIn | UserRefusal;
  /** Null where nobody knows what for. */
  readonly errand: Errand | null;
  /** Whether the account was linked now, in place of a password or passkeys, which are no more. */
  readonly hasReplaced: boolean;
}

/** A context with a provider. */
type WithProvider = UsersContext & { readonly provider: IdentityProvider };

/** Sends somebody to the provider, where it answers; null where there is none. */
export async function departToProvider(
  { provider, tries, log }: UsersContext,
  { errand, origin }: { readonly errand: Errand; readonly origin: Origin },
): Promise<Departure | UserRefusal | null> {
  if (provider === null) return null;
  const waitMs = tries.ofAddress.take(origin.address);
  if (waitMs > 0) return tooManyTries(waitMs);
  const departure = await provider.depart(errand);
  if (departure.kind === 'departed') return departure;
  log.warn('provider_silent', { reason: departure.reason });
  return refuseUser('provider_silent', { name: provider.name });
}

/** Lets in whom the provider sends back, once; null where there is no provider. */
export async function returnFromProvider(
  context: UsersContext,
  back: { readonly ticket: string | null; readonly search: string; readonly origin: Origin },
): Promise<ProviderEntry | null> {
  const { provider } = context;
  const { ticket, search, origin } = back;
  if (provider === null) return null;
  const { name } = provider;
  const refused = (entered: UserRefusal) => ({ entered, errand: null, hasReplaced: false });
  const waitMs = context.tries.ofAddress.take(origin.address);
  if (waitMs > 0) return refused(tooManyTries(waitMs));
  const returned = ticket === null ? null : provider.returned(ticket, search);
  if (returned === null || !(await context.providerAccounts.useOnce(returned.once)))
    return refused(refuseUser('provider_expired', { name }));
  return enter({ ...context, provider }, returned, origin);
}

async function enter(
  context: WithProvider,
  { errand, prove }: Return,
  origin: Origin,
): Promise<ProviderEntry> {
  const { name } = context.provider;
  const proof = await prove();
  if (proof.kind !== 'proven') {
    context.log.warn(`provider_${proof.kind}`, { reason: proof.reason });
    const entered = refuseUser(`provider_${proof.kind}`, { name });
    if (proof.kind === 'refused') await recordTry(context, { userId: null, email: '' }, origin);
    return { entered, errand, hasReplaced: false };
  }
  const { claims } = proof;
  const way = { claims, origin };
  const { invitation: token } = errand;
  const outcome = token === null ? await comeIn(context, way) : await accept(context, { ...way, token });
  if (outcome.entered.kind === 'refused')
    await recordTry(context, { userId: outcome.userId, email: claims.email ?? '' }, origin);
  const { entered, hasReplaced } = outcome;
  return { entered, errand, hasReplaced };
}

interface Way {
  readonly claims: ProviderClaims;
  readonly origin: Origin;
}

interface Outcome {
  readonly entered: SignedIn | UserRefusal;
  readonly hasReplaced: boolean;
  /** Whom it concerns; null where it is no user. */
  readonly userId: string | null;
}

async function comeIn(context: WithProvider, { claims, origin }: Way): Promise<Outcome> {
  const person = await personOf(context, claims);
  if (person.kind === 'refused') return refusedTo(person, null);
  const { account } = person;
  if (account === null) return refusedTo(refusal(context, 'provider_unknown', claims.email), null);
  if (account.isDisabled) return refusedTo(refusal(context, 'provider_disabled', null), account.userId);
  return linkedAndIn(context, { person: { ...person, account }, claims, origin });
}

/** Accepts an invitation to the address that the provider vouches for, or to that of the user whom it knows. */
async function accept(
  context: WithProvider,
  { claims, origin, token }: Way & { readonly token: string },
): Promise<Outcome> {
  const { users, tokens } = context;
  const hash = tokens.hashOf(token);
  const [invitation, person] = [await users.invitation(hash), await personOf(context, claims)];
  if (invitation === null) return refusedTo(refuseUser('link_ended'), null);
  if (person.kind === 'refused') return refusedTo(person, null);
  const { account } = person;
  const userId = account?.userId ?? null;
  if ((account?.email ?? claims.email) !== invitation.email)
    return refusedTo(refusal(context, 'provider_not_invited', invitation.email), userId);
  if (account?.isDisabled === true) return refusedTo(refusal(context, 'provider_disabled', null), userId);
  const accepted = await users.accept(hash, { name: invitation.name, passwordHash: null });
  if (accepted === null) return refusedTo(refuseUser('link_ended'), userId);
  const companyId = invitation.company?.companyId ?? null;
  const made = { ...person, account: { userId: accepted.userId } };
  return linkedAndIn(context, { person: made, claims, origin, accepted: { companyId } });
}

/** Whoever has this account at the provider, or the address that it vouches for. */
interface Person {
  readonly kind: 'person';
  /** Null where nobody is a user by that address. */
  readonly account: Account | null;
  readonly isLinked: boolean;
}

async function personOf(context: WithProvider, claims: ProviderClaims): Promise<Person | UserRefusal> {
  const { sessions, providerAccounts } = context;
  const { email, isEmailVerified, issuer } = claims;
  const ownerId = await providerAccounts.use(claims);
  if (ownerId !== null) return { kind: 'person', account: await sessions.accountOf(ownerId), isLinked: true };
  if (email === null || !isEmailVerified) return refusal(context, 'provider_unverified', null);
  const account = await sessions.account(email, '');
  const others = account === null ? [] : await providerAccounts.accountsOf(account.userId);
  return others.some((one) => one.issuer === issuer)
    ? refusal(context, 'provider_other_account', email)
    : { kind: 'person', account, isLinked: false };
}

async function linkedAndIn(
  context: WithProvider,
  {
    person,
    claims,
    origin,
    accepted = null,
  }: Way & {
    readonly person: Omit<Person, 'account'> & { readonly account: Pick<Account, 'userId'> };
    readonly accepted?: { readonly companyId: string | null } | null;
  },
): Promise<Outcome> {
  const { userId } = person.account;
  const { name } = context.provider;
  const { email } = claims;
  let hasReplaced = false;
  if (!person.isLinked) {
    const linking =
      email === null
        ? ({ kind: 'taken' } as const)
        : await context.providerAccounts.link(userId, { ...claims, email });
    if (linking.kind === 'taken') return refusedTo(refusal(context, 'provider_other_account', email), userId);
    hasReplaced = linking.ended;
    const by = { userId, userName: email ?? '', address: origin.address };
    await context.deeds.record({ by, deed: 'provider_linked', subject: name });
  }
  const deed = accepted === null ? 'signed_in' : 'invitation_accepted';
  const companyId = accepted?.companyId ?? null;
  const entered = await begin(context, userId, { origin, deed, companyId, subject: name });
  return { entered, hasReplaced, userId };
}

function refusedTo(entered: UserRefusal, userId: string | null): Outcome {
  return { entered, hasReplaced: false, userId };
}

function refusal(
  { provider: { name } }: WithProvider,
  code: UserRefusalCode,
  email: Email | null,
): UserRefusal {
  return refuseUser(code, { name, email: email ?? '' });
}

function recordTry(
  { deeds, provider }: WithProvider,
  { userId, email }: { readonly userId: string | null; readonly email: string },
  { address }: Origin,
): Promise<void> {
  const by = { userId, userName: email, address };
  return deeds.record({ by, deed: 'sign_in_refused', subject: provider.name });
}

/** Lets an account at the provider open nothing any more, where the user can come in by something else. */
export function unlinkProviderAccount(
  context: UsersContext,
  session: Session,
  { issuer, ...changing }: Changing & { readonly issuer: string },
): Promise<{ readonly kind: 'changed' } | UserRefusal> {
  const subject = context.provider?.name ?? issuer;
  return changeWayIn(context, session, { ...changing, subject }, () => ({
    kind: 'provider_unlinked',
    issuer,
  }));
}
