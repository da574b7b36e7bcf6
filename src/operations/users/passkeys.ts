import { whyNotPlainText } from '../../core/identifiers/text.ts';
import { refuseFields, refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type { Origin, PasskeyOptions, PasskeySummary, Session } from './ports.ts';
import { isFresh } from './sessions.ts';
import { begin } from './sign-in.ts';
import { doerOf, type SignedIn, tooManyTries, type UsersContext } from './users-context.ts';

const NAME_LENGTH = { min: 1, max: 60 };

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
  {
    response,
    name,
    origin,
    nowMs,
  }: {
    readonly response: unknown;
    readonly name: string;
    readonly origin: Origin;
    readonly nowMs: number;
  },
): Promise<{ readonly kind: 'added' } | UserRefusal> {
  if (!isFresh(session, nowMs)) return refuseUser('sign_in_again');
  const fault = whyNotPlainText(name.trim(), NAME_LENGTH);
  if (fault !== null) return refuseFields([{ path: 'name', code: 'invalid', message: `El nombre ${fault}` }]);
  const answered = await passkeyRules.added(session.userId, response);
  if (answered === null) return refuseUser('passkey_not_added');
  const { challenge, passkey } = answered;
  const isFirst = await passkeys.answer({ challenge, passkey: null });
  if (!isFirst || !(await passkeys.add(passkey, name.trim()))) return refuseUser('passkey_not_added');
  const by = doerOf(session, origin);
  await deeds.record({
    companyId: null,
    by,
    deed: 'passkey_added',
    documentId: null,
    subject: name.trim(),
  });
  return { kind: 'added' };
}

/** The user's own, the first one first. */
export function passkeysOf(
  { passkeys }: UsersContext,
  { userId }: Session,
): Promise<readonly PasskeySummary[]> {
  return passkeys.passkeysOf(userId);
}

/** False where the user has no passkey of that id. */
export async function removePasskey(
  { passkeys, deeds }: UsersContext,
  session: Session,
  { id, origin }: { readonly id: string; readonly origin: Origin },
): Promise<boolean> {
  if (!(await passkeys.remove(session.userId, id))) return false;
  const by = doerOf(session, origin);
  await deeds.record({ companyId: null, by, deed: 'passkey_removed', documentId: null, subject: '' });
  return true;
}

/** What the browser is asked with for a passkey of the console, whosever it is. Nothing is kept of it. */
export function beginPasskeySignIn({ passkeyRules }: UsersContext): Promise<PasskeyOptions> {
  return passkeyRules.optionsToEnter();
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
