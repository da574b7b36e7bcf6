import { refuseFields, refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type { Origin, PasskeyOptions, Session } from './ports.ts';
import { isFresh } from './sessions.ts';
import { begin } from './sign-in.ts';
import { doerOf, nameProblems, type SignedIn, tooManyTries, type UsersContext } from './users-context.ts';

/** Characters of a name. */
const LONGEST_NAME = 60;

/** What the browser is asked for a new passkey with; refused where the user has not come in just now. */
export async function beginPasskey(
  { passkeys, passkeyRules }: UsersContext,
  session: Session,
  nowMs: number,
): Promise<{ readonly kind: 'asked'; readonly options: PasskeyOptions } | UserRefusal> {
  if (!isFresh(session, nowMs)) return refuseUser('sign_in_again');
  const known = await passkeys.passkeysOf(session.userId);
  return { kind: 'asked', options: await passkeyRules.optionsToAdd(session, known) };
}

/** Keeps the public key that the browser answers with. */
export async function finishPasskey(
  { passkeys, passkeyRules, deeds }: UsersContext,
  session: Session,
  answer: {
    readonly response: unknown;
    readonly name: string;
    readonly origin: Origin;
    readonly nowMs: number;
  },
): Promise<{ readonly kind: 'added' } | UserRefusal> {
  if (!isFresh(session, answer.nowMs)) return refuseUser('sign_in_again');
  const name = answer.name.trim();
  const problems = nameProblems(name, LONGEST_NAME);
  if (problems.length > 0) return refuseFields(problems);
  const answered = await passkeyRules.added(session.userId, answer.response);
  if (answered === null) return refuseUser('passkey_not_added');
  const { challenge, passkey } = answered;
  const isFirst = await passkeys.answer({ challenge, passkey: null });
  if (!isFirst || !(await passkeys.add(passkey, name))) return refuseUser('passkey_not_added');
  await deeds.record({ by: doerOf(session, answer.origin), deed: 'passkey_added', subject: name });
  return { kind: 'added' };
}

/** False where the user has no passkey of that id. */
export async function removePasskey(
  { passkeys, deeds }: UsersContext,
  session: Session,
  { id, origin }: { readonly id: string; readonly origin: Origin },
): Promise<boolean> {
  if (!(await passkeys.remove(session.userId, id))) return false;
  await deeds.record({ by: doerOf(session, origin), deed: 'passkey_removed' });
  return true;
}

/** Lets in whoever has the device of a passkey, once for each challenge. */
export async function finishPasskeySignIn(
  context: UsersContext,
  { response, origin }: { readonly response: unknown; readonly origin: Origin },
): Promise<SignedIn | UserRefusal> {
  const { passkeys, passkeyRules, tries } = context;
  const waitMs = tries.ofAddress.take(origin.address);
  if (waitMs > 0) return tooManyTries(waitMs);
  const credentialId = passkeyRules.named(response);
  const passkey = credentialId && (await passkeys.passkey(credentialId));
  const answered = passkey && (await passkeyRules.entered(passkey, response));
  if (answered === null || !(await passkeys.answer(answered))) return refuseUser('passkey_refused');
  const entered = await begin(context, answered.passkey.userId, { origin });
  return entered.kind === 'refused' ? refuseUser('passkey_refused') : entered;
}
