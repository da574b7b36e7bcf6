import { type Caller, type KeyCheck, type KeyReader, NOBODYS_PUBLIC_ID } from './access-ports.ts';

/** Stands for the key in a text that is none. */
const NO_KEY = { publicId: NOBODYS_PUBLIC_ID, secret: '' };

/**
 * The caller behind the text of an API key, or null: missing, malformed, unknown, revoked, with another secret, or made
 * for another environment than the company's (specification part 5). Whatever is wrong costs the same look-up and
 * compare, so that the time of a refusal says nothing.
 */
export async function authenticate(keys: KeyReader, check: KeyCheck, text: string): Promise<Caller | null> {
  const presented = check.parse(text);
  const { publicId, secret } = presented ?? NO_KEY;
  const known = await keys.identify(publicId);
  const genuine = check.matches(secret, known?.secretHmac ?? null);
  if (presented === null || known === null || !genuine) return null;
  const { keyId, ambiente, limits, companyId, company } = known;
  if (presented.ambiente !== ambiente || ambiente !== company.ambiente) return null;
  keys.noteUse({ companyId, keyId });
  return { keyId, limits, companyId, company };
}
