import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What a device signs with, and for whom. */
export interface SoftwareKey {
  readonly id: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  counter: number;
}

/** How a device and its browser may behave otherwise than they should. */
export interface Misbehaviour {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the device has made sure of its user. */
  readonly verified?: boolean;
  readonly type?: string;
  readonly challenge?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

type Options = Readonly<Record<string, unknown>>;

/** Answers `navigator.credentials.create` as a device without attestation does (WebAuthn level 3, section 6.5). */
export function register(
  options: Options,
  place: { readonly origin: string; readonly rpId: string },
  bad: Misbehaviour = {},
): { readonly key: SoftwareKey; readonly response: Readonly<Record<string, unknown>> } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const cose = map([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  const credential = Buffer.concat([Buffer.alloc(16), length, id, cose]);
  const authData = Buffer.concat([
    dataOf(bad.rpId ?? place.rpId, flagsOf(bad) | WITH_CREDENTIAL, 0),
    credential,
  ]);
  const key = { id: id.toString('base64url'), userHandle: userOf(options), privateKey, counter: 0 };
  const response = answer(key.id, {
    clientDataJSON: clientData('webauthn.create', options, { ...place, ...bad }).toString('base64url'),
    attestationObject: map([
      ['fmt', 'none'],
      ['attStmt', EMPTY],
      ['authData', authData],
    ]).toString('base64url'),
    authenticatorData: authData.toString('base64url'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
  });
  return { key, response };
}

/** Answers `navigator.credentials.get`. */
export function enter(
  key: SoftwareKey,
  options: Options,
  place: { readonly origin: string; readonly rpId: string } & Misbehaviour,
): Readonly<Record<string, unknown>> {
  key.counter += 1;
  const client = clientData('webauthn.get', options, place);
  const authData = dataOf(place.rpId, flagsOf(place), key.counter);
  const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
  return answer(key.id, {
    clientDataJSON: client.toString('base64url'),
    authenticatorData: authData.toString('base64url'),
    signature: sign('sha256', signed, key.privateKey).toString('base64url'),
    userHandle: key.userHandle,
  });
}

function answer(id: string, response: Readonly<Record<string, string>>) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}

function flagsOf({ verified = true }: Misbehaviour): number {
  return verified ? PRESENT | VERIFIED : PRESENT;
}

function dataOf(rpId: string, flags: number, counter: number): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), rest]);
}

function clientData(
  type: string,
  options: Options,
  { origin, ...bad }: { readonly origin?: string } & Misbehaviour,
): Buffer {
  const challenge = bad.challenge ?? String(options['challenge']);
  return Buffer.from(JSON.stringify({ type: bad.type ?? type, challenge, origin, crossOrigin: false }));
}

function userOf({ user }: Options): string {
  return typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : '';
}

const EMPTY = Buffer.from([0xa0]);

/** A map of CBOR (RFC 8949) with small integers, texts, bytes and ready maps. */
function map(entries: readonly (readonly [number | string, number | string | Buffer])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(item))]);
}

function item(value: number | string | Buffer): Buffer {
  if (value === EMPTY) return EMPTY;
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  return Buffer.concat([head(2, value.length), value]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}
