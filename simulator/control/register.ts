import { isKnownType } from '../documents/table.ts';
import { isRecord, type JsonRecord, textIn } from '../exact/json.ts';
import { isNit } from '../shapes/formats.ts';
import { type KeyReading, readCertificate, readPem } from '../signature/certificate.ts';
import { hashPassword, type Issuer, typesIn } from '../state/issuers.ts';

export type IssuerReading =
  | { readonly kind: 'issuer'; readonly issuer: Issuer }
  | { readonly kind: 'problem'; readonly problem: string };

/** Reads the body of POST /_sim/issuers; `user` defaults to the NIT and `ambiente` to 00. */
export function readIssuer(body: unknown): IssuerReading {
  if (!isRecord(body)) return problem('the body must be an object');
  const nit = textIn(body, 'nit') ?? '';
  const user = body['user'] ?? nit;
  const password = textIn(body, 'password');
  const ambiente = body['ambiente'] ?? '00';
  if (!isNit(nit)) return problem('nit must be 14 or 9 digits');
  if (typeof user !== 'string' || !password) return problem('user and password must be texts');
  if (ambiente !== '00' && ambiente !== '01') return problem('ambiente must be 00 or 01');
  const { types = null } = body;
  if (types !== null && !(Array.isArray(types) && types.every(isKnownType)))
    return problem('types must be a list of types of documents');
  const reading = readKeyOf(body);
  if (reading.kind === 'problem') return reading;
  if (reading.nit !== null && reading.nit !== nit) return problem(`the certificate is of ${reading.nit}`);
  const passwordHash = hashPassword(user, password);
  return {
    kind: 'issuer',
    issuer: { nit, ambiente, user, passwordHash, key: reading.key, types: typesIn(body) },
  };
}

function readKeyOf(body: JsonRecord): KeyReading {
  const certificate = textIn(body, 'certificate');
  const pem = textIn(body, 'publicKeyPem');
  if (certificate !== null) return readCertificate(certificate);
  return pem === null ? problem('certificate or publicKeyPem is needed') : readPem(pem);
}

function problem(text: string): { readonly kind: 'problem'; readonly problem: string } {
  return { kind: 'problem', problem: text };
}
