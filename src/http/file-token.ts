const SHAPE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{16,64})$/;

/** The two parts of a link's token: the company it names and the code that proves the link. */
export interface NamedToken {
  readonly companyId: string;
  readonly mac: string;
}

/** A company's UUID in 22 characters of base64url, as links carry it. */
export function shortId(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
}

/** What a link's token says; null where it is not of our form. Nothing is proven by it yet. */
export function companyOfToken(token: string): NamedToken | null {
  const [, short, mac] = SHAPE.exec(token) ?? [];
  if (short === undefined || mac === undefined) return null;
  const hex = Buffer.from(short, 'base64url').toString('hex');
  const companyId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return shortId(companyId) === short ? { companyId, mac } : null;
}
