import { createHash, type KeyObject } from 'node:crypto';
import { isRecord, type JsonRecord, textIn } from '../exact/json.ts';
import { readPem } from '../signature/certificate.ts';

/** A taxpayer whom the authority knows in one environment, with the key that it checks signatures with. */
export interface Issuer {
  readonly nit: string;
  /** 00 test, 01 production. */
  readonly ambiente: string;
  readonly user: string;
  readonly passwordHash: string;
  readonly key: KeyObject;
  /** The types of documents that it may issue; all where it lists none. */
  readonly types?: readonly string[] | null;
}

export interface Issuers {
  /** Adds an issuer, or replaces the one with the same NIT and environment. */
  readonly register: (issuer: Issuer) => void;
  readonly byCredentials: (user: string, password: string) => Issuer | null;
  readonly byUser: (user: string) => Issuer | null;
  readonly byNit: (ambiente: string, nit: string) => Issuer | null;
  readonly all: () => readonly Issuer[];
}

export function createIssuers(): Issuers {
  const issuers = new Map<string, Issuer>();
  const find = (matches: (issuer: Issuer) => boolean) => [...issuers.values()].find(matches) ?? null;
  return {
    register: (issuer) => {
      issuers.set(`${issuer.ambiente}|${issuer.nit}`, issuer);
    },
    byCredentials: (user, password) =>
      find((issuer) => issuer.user === user && issuer.passwordHash === hashPassword(user, password)),
    byUser: (user) => find((issuer) => issuer.user === user),
    byNit: (ambiente, nit) => issuers.get(`${ambiente}|${nit}`) ?? null,
    all: () => [...issuers.values()],
  };
}

/** The password as the state file keeps it. It is worth nothing outside a simulation, and still not readable. */
export function hashPassword(user: string, password: string): string {
  return createHash('sha256').update(`${user}\n${password}`).digest('hex');
}

/** The entry of the state file for an issuer; the private key of its certificate never gets there. */
export function issuerEntry(issuer: Issuer): JsonRecord {
  const { nit, ambiente, user, passwordHash, key, types = null } = issuer;
  const publicKeyPem = key.export({ type: 'spki', format: 'pem' });
  return { type: 'issuer', nit, ambiente, user, passwordHash, publicKeyPem, types };
}

/** Reads an entry that `issuerEntry` wrote; null for entries of another type. */
export function readIssuerEntry(entry: unknown): Issuer | null {
  if (!isRecord(entry) || entry['type'] !== 'issuer') return null;
  const [nit, ambiente, user] = [textIn(entry, 'nit'), textIn(entry, 'ambiente'), textIn(entry, 'user')];
  const passwordHash = textIn(entry, 'passwordHash');
  const reading = readPem(textIn(entry, 'publicKeyPem') ?? '');
  if (nit === null || ambiente === null || user === null || passwordHash === null) return null;
  if (reading.kind !== 'key') return null;
  return { nit, ambiente, user, passwordHash, key: reading.key, types: typesIn(entry) };
}

/** The types that an entry or a registration lists; null where it lists none, which is all. */
export function typesIn({ types }: JsonRecord): readonly string[] | null {
  return Array.isArray(types) ? types.filter((type) => typeof type === 'string') : null;
}
