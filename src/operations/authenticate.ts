import {
  type Admission,
  type Gate,
  type KeyCheck,
  type KeyReader,
  type KnownKey,
  NOBODYS_PUBLIC_ID,
  type PresentedKey,
} from './access-ports.ts';
import type { DocumentRead } from './reading-ports.ts';

/** Stands for the key in a text that is none. */
const NO_KEY = { publicId: NOBODYS_PUBLIC_ID, secret: '' };

export interface AccessPorts {
  readonly keys: KeyReader;
  readonly keyCheck: KeyCheck;
  readonly gate: Gate;
}

/**
 * The admission of the caller behind the text of an API key, or null: missing, malformed, unknown, revoked, with another
 * secret, or made for another environment than the company's (specification part 5). A genuine key that this node knows is
 * admitted at once; whatever is wrong with a key costs the same look-up and compares, so that the time of a refusal says
 * nothing.
 */
export async function authenticate(
  { keys, keyCheck, gate }: AccessPorts,
  text: string,
  read: DocumentRead | null,
): Promise<Admission | null> {
  const presented = keyCheck.parse(text);
  const known = genuine(keyCheck, presented, keys.remembered(presented?.publicId ?? NOBODYS_PUBLIC_ID));
  const key = known ?? (await lookedUp({ keys, keyCheck }, presented));
  const admission = key === null ? null : await gate.admit(key, read);
  return admission?.caller.company.ambiente === key?.ambiente ? admission : null;
}

async function lookedUp(
  { keys, keyCheck }: Pick<AccessPorts, 'keys' | 'keyCheck'>,
  presented: PresentedKey | null,
): Promise<KnownKey | null> {
  return genuine(keyCheck, presented, await keys.lookUp((presented ?? NO_KEY).publicId));
}

/** The key that was found, where it is the one presented. */
function genuine(check: KeyCheck, presented: PresentedKey | null, found: KnownKey | null): KnownKey | null {
  const matches = check.matches((presented ?? NO_KEY).secret, found?.secretHmac ?? null);
  return matches && found !== null && presented?.ambiente === found.ambiente ? found : null;
}
