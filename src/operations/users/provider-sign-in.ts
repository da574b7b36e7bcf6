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
  const linking = await linked(context, { ...person, account }, { claims, origin });
  if (linking.kind === 'refused') return refusedTo(linking, account.userId);
  const entering = { userId: account.userId, epoch: linking.epoch };
  const entered = await begin(context, entering, { origin, subject: context.provider.name });
  return { entered, hasReplaced: linking.hasReplaced, userId: account.userId };
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
  // A user who is there is linked first: the provider vouches for the address, without which nobody joins a second company.
  const before = account && (await linked(context, { ...person, account }, { claims, origin }));
  if (before?.kind === 'refused') return refusedTo(before, userId);
  const accepted = await users.accept(hash, { name: invitation.name, passwordHash: null });
  if (accepted.kind !== 'accepted') return refusedTo(refuseUser(accepted.kind), userId);
  const made = { isLinked: person.isLinked, account: { userId: accepted.userId, epoch: 0 } };
  const linking = before ?? (await linked(context, made, { claims, origin }));
  if (linking.kind === 'refused') return refusedTo(linking, accepted.userId);
  const companyId = invitation.company?.companyId ?? null;
  const deed = { deed: 'invitation_accepted', companyId, subject: context.provider.name } as const;
  const entering = { userId: accepted.userId, epoch: linking.epoch };
  const entered = await begin(context, entering, { origin, ...deed });
  return { entered, hasReplaced: linking.hasReplaced, userId: accepted.userId };
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

/** Whom an account at the provider is about. */
interface Linkable extends Pick<Person, 'isLinked'> {
  readonly account: Pick<Account, 'userId' | 'epoch'>;
}

interface Linked extends Pick<ProviderEntry, 'hasReplaced'> {
  readonly kind: 'linked';
  /** The user's, which begins with a link. */
  readonly epoch: number;
}

/** Gives the account at the provider to the user whom it is about, unless it is the user's already. */
async function linked(
  context: WithProvider,
  { account: { userId, epoch }, isLinked }: Linkable,
  { claims, origin }: Way,
): Promise<Linked | UserRefusal> {
  if (isLinked) return { kind: 'linked', hasReplaced: false, epoch };
  const { email } = claims;
  const linking = email === null ? null : await context.providerAccounts.link(userId, { ...claims, email });
  if (linking?.kind !== 'linked') return refusal(context, 'provider_other_account', email);
  const by = { userId, userName: email ?? '', address: origin.address };
  await context.deeds.record({ by, deed: 'provider_linked', subject: context.provider.name });
  return { kind: 'linked', hasReplaced: linking.ended, epoch: linking.epoch };
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
