import { refuseFields, refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type { Origin, PasskeyOptions, Session } from './ports.ts';
import { begin } from './sign-in.ts';
import { nameProblems, type SignedIn, tooManyTries, type UsersContext } from './users-context.ts';
import { type Changing, changeWayIn } from './ways-in.ts';
import { freshOf } from './ways-ports.ts';

/** Characters of a name. */
const LONGEST_NAME = 60;

/** What the browser is asked for a new passkey with; refused where the user has not come in just now. */
export async function beginPasskey(
  { passkeys, passkeyRules }: UsersContext,
  session: Session,
  nowMs: number,
): Promise<{ readonly kind: 'asked'; readonly options: PasskeyOptions } | UserRefusal> {
  if (freshOf(session, nowMs) === null) return refuseUser('sign_in_again');
  const known = await passkeys.passkeysOf(session.userId);
  return { kind: 'asked', options: await passkeyRules.optionsToAdd(session, known) };
}

/** Keeps the public key that the browser answers with. */
export async function finishPasskey(
  context: UsersContext,
  session: Session,
  answer: Changing & { readonly response: unknown; readonly name: string },
): Promise<{ readonly kind: 'changed' } | UserRefusal> {
  const { passkeys, passkeyRules } = context;
  const name = answer.name.trim();
  return changeWayIn(context, session, { ...answer, subject: name }, async () => {
    const problems = nameProblems(name, LONGEST_NAME);
    if (problems.length > 0) return refuseFields(problems);
    const answered = await passkeyRules.added(session.userId, answer.response);
    if (answered === null) return refuseUser('passkey_not_added');
    const { challenge, passkey } = answered;
    const isFirst = await passkeys.answer({ challenge, passkey: null });
    return isFirst ? { kind: 'passkey_added', passkey, name } : refuseUser('passkey_not_added');
  });
}

/** Lets a passkey open nothing any more, where the user can come in by something else. */
export function removePasskey(
  context: UsersContext,
  session: Session,
  removal: Changing & { readonly id: string },
): Promise<{ readonly kind: 'changed' } | UserRefusal> {
  return changeWayIn(context, session, removal, () => ({ kind: 'passkey_removed', id: removal.id }));
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
  if (passkey === null || answered === null || !(await passkeys.answer(answered)))
    return refuseUser('passkey_refused');
  const entered = await begin(context, passkey, { origin });
  return entered.kind === 'refused' ? refuseUser('passkey_refused') : entered;
}
