import type { Caller, KeyCheck, KeyReader } from './access-ports.ts';

/**
 * The caller behind the text of an API key, or null: malformed, unknown, revoked, with another secret, or made for
 * another environment than the company's (specification part 5). Of a text with the form of a key, whatever is wrong
 * costs the same look-up and compare; form and checksum are public knowledge.
 */
export async function authenticate(keys: KeyReader, check: KeyCheck, text: string): Promise<Caller | null> {
  const presented = check.parse(text);
  if (presented === null) return null;
  const known = await keys.identify(presented.publicId);
  const genuine = check.matches(presented.secret, known?.secretHmac ?? null);
  if (known === null || !genuine) return null;
  const { keyId, ambiente, limits, companyId, company } = known;
  const ofThisEnvironment = presented.ambiente === ambiente && ambiente === company.ambiente;
  return ofThisEnvironment ? { keyId, limits, companyId, company } : null;
}
