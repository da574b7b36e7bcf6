import { byName } from '../core/records/by-name.ts';

/** What both answers of a device have in common, with what the browser says beside it. */
export interface SignedPart {
  readonly credentialId: Buffer;
  readonly client: {
    readonly challenge: string;
    readonly origin: string;
    /** Whether the page was in a frame of somebody else's. */
    readonly isCrossOrigin: boolean;
  };
  readonly rpIdHash: Buffer;
  /** Whether somebody was there, and whether the device made sure who. */
  readonly isPresent: boolean;
  readonly isVerified: boolean;
  readonly counter: number;
}

export interface Registration extends SignedPart {
  /** As SubjectPublicKeyInfo, in DER. */
  readonly publicKey: Buffer;
}

export interface Assertion extends SignedPart {
  readonly authenticatorData: Buffer;
  readonly clientData: Buffer;
  readonly signature: Buffer;
  readonly userHandle: Buffer;
}

/** WebAuthn level 3, section 6.1: a hash, the flags and a counter. */
const HASH_BYTES = 32;
const HEAD_BYTES = 37;
const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;
/** Behind the head, where there is a credential: the make of the device and the length of the credential's id. */
const LENGTH_AT = HEAD_BYTES + 16;
const LONGEST_ID = 1_023;

/**
 * What `navigator.credentials.create()` answered, in the form of `toJSON()` (section 5.1.10): the browser takes the public
 * key out of what the device says. Null for anything else.
 */
export function readRegistration(value: unknown): Registration | null {
  const bytes = bytesIn(value, ['clientDataJSON', 'authenticatorData', 'publicKey']);
  const part = bytes && partOf(bytes, 'webauthn.create');
  if (bytes === null || part === null) return null;
  const { authenticatorData: data, publicKey } = bytes;
  if (((data[HASH_BYTES] ?? 0) & WITH_CREDENTIAL) === 0 || data.length < LENGTH_AT + 2) return null;
  const length = data.readUInt16BE(LENGTH_AT);
  const credentialId = data.subarray(LENGTH_AT + 2, LENGTH_AT + 2 + length);
  if (credentialId.length !== length || !credentialId.equals(part.credentialId)) return null;
  return { ...part, publicKey };
}

/** What `navigator.credentials.get()` answered, in the form of `toJSON()`; null for anything else. */
export function readAssertion(value: unknown): Assertion | null {
  const bytes = bytesIn(value, ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']);
  const part = bytes && partOf(bytes, 'webauthn.get');
  if (bytes === null || part === null) return null;
  const { authenticatorData, clientDataJSON: clientData, signature, userHandle } = bytes;
  return { ...part, authenticatorData, clientData, signature, userHandle };
}

type Common = Readonly<Record<'id' | 'clientDataJSON' | 'authenticatorData', Buffer>>;

function partOf({ id, clientDataJSON, authenticatorData: data }: Common, type: string): SignedPart | null {
  const client = clientOf(clientDataJSON, type);
  if (client === null || data.length < HEAD_BYTES) return null;
  if (id.length === 0 || id.length > LONGEST_ID) return null;
  const flags = data.readUInt8(HASH_BYTES);
  return {
    credentialId: id,
    client,
    rpIdHash: data.subarray(0, HASH_BYTES),
    isPresent: (flags & PRESENT) !== 0,
    isVerified: (flags & VERIFIED) !== 0,
    counter: data.readUInt32BE(HASH_BYTES + 1),
  };
}

/** What the browser says that it was asked, where and for what. */
function clientOf(bytes: Buffer, type: string): SignedPart['client'] | null {
  const said = parsed(bytes.toString('utf8'));
  if (!isObject(said) || said['type'] !== type) return null;
  const { challenge, origin, crossOrigin } = said;
  if (typeof challenge !== 'string' || typeof origin !== 'string') return null;
  return { challenge, origin, isCrossOrigin: crossOrigin !== undefined && crossOrigin !== false };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The id and what the response has under these names, which is text in base64url; null where one is missing. */
function bytesIn<Name extends string>(
  value: unknown,
  names: readonly Name[],
): Readonly<Record<Name | 'id', Buffer>> | null {
  if (!isObject(value) || value['type'] !== 'public-key' || !isObject(value['response'])) return null;
  const texts: Readonly<Record<string, unknown>> = { ...value['response'], id: value['id'] };
  if ([...names, 'id'].some((name) => typeof texts[name] !== 'string')) return null;
  return byName([...names, 'id'], (name) => Buffer.from(String(texts[name]), 'base64url'));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
