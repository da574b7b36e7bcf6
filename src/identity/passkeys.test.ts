// The verdicts on what devices answer, against those of a package that is used nowhere else: @simplewebauthn/server.
import { createHash, createSecretKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { describe, expect, it } from 'vitest';
import { emailOf } from '../../test/support/identifiers.ts';
import { enter, type Misbehaviour, register } from '../../test/support/software-authenticator.ts';
import { keyOf, signatureHolds } from './passkey-signature.ts';
import { createPasskeyRules } from './passkeys.ts';

const ORIGIN = 'https://sello.example.com';
const RP_ID = 'sello.example.com';
const PLACE = { origin: ORIGIN, rpId: RP_ID };
const USER = {
  userId: '7b3f3b0e-4b8e-4c9e-9d57-0f3b2c1d4e5f',
  name: 'Ana',
  email: emailOf('ana@example.com'),
};
const RULES = createPasskeyRules({
  consoleUrl: `${ORIGIN}/`,
  secret: createSecretKey(randomBytes(32)),
  now: Date.now,
});

const MISBEHAVIOURS: readonly Misbehaviour[] = [
  {},
  { origin: 'https://evil.example' },
  { origin: 'http://sello.example.com' },
  { origin: 'https://sello.example.com:8443' },
  { rpId: 'example.com' },
  { verified: false },
  { type: 'webauthn.other' },
  { challenge: 'AAAA' },
  { challenge: '' },
];

function isRegistration(value: unknown): value is RegistrationResponseJSON {
  return typeof value === 'object' && value !== null && 'response' in value;
}

function isAuthentication(value: unknown): value is AuthenticationResponseJSON {
  return typeof value === 'object' && value !== null && 'response' in value;
}

/** What the package says of the registration, with the challenge that the device was given. */
async function packageAdds(response: unknown, challenge: string): Promise<boolean> {
  if (!isRegistration(response)) throw new Error('no registration');
  const expected = { expectedChallenge: challenge, expectedOrigin: ORIGIN, expectedRPID: RP_ID };
  return verifyRegistrationResponse({ response, ...expected }).then(
    ({ verified }) => verified,
    () => false,
  );
}

describe('what a device answers', () => {
  it.each(MISBEHAVIOURS)('is taken as a new key where the package takes it: %j', async (bad) => {
    const options = await RULES.optionsToAdd(USER, []);
    const { response } = register(options, PLACE, bad);
    const ours = (await RULES.added(USER.userId, response)) !== null;
    expect(ours).toBe(await packageAdds(response, String(options['challenge'])));
    expect(ours).toBe(Object.keys(bad).length === 0);
  });

  it('opens where the package opens, also with its bytes changed', async () => {
    const { key, response } = register(await RULES.optionsToAdd(USER, []), PLACE);
    const added = await RULES.added(USER.userId, response);
    if (added === null || !isRegistration(response)) throw new Error('not added');
    const registered = await verifyRegistrationResponse({
      response,
      expectedChallenge: () => true,
      expectedOrigin: ORIGIN,
      expectedRPID: RP_ID,
    });
    const credential = registered.registrationInfo?.credential;
    if (credential === undefined) throw new Error('the package did not add it');
    const packageEnters = (answer: unknown, challenge: string) => {
      if (!isAuthentication(answer)) throw new Error('no answer');
      const expected = { expectedChallenge: challenge, expectedOrigin: ORIGIN, expectedRPID: RP_ID };
      return verifyAuthenticationResponse({ response: answer, ...expected, credential }).then(
        ({ verified }) => verified,
        () => false,
      );
    };
    const verdicts = new Map<boolean, number>();
    const compare = async (answer: unknown, challenge: string) => {
      const ours = (await RULES.entered(added.passkey, answer)) !== null;
      expect([answer, ours]).toEqual([answer, await packageEnters(answer, challenge)]);
      verdicts.set(ours, (verdicts.get(ours) ?? 0) + 1);
    };
    for (const bad of MISBEHAVIOURS) {
      const options = await RULES.optionsToEnter();
      const answer = enter(key, options, { ...PLACE, ...bad });
      await compare(answer, String(options['challenge']));
      for (const field of ['clientDataJSON', 'authenticatorData', 'signature'])
        for (let turn = 0; turn < 5; turn += 1)
          await compare(withChangedByte(answer, field, turn), String(options['challenge']));
    }
    expect(verdicts.get(true)).toBe(1);
    expect(verdicts.get(false)).toBeGreaterThan(100);
  });
});

/** The answer with one bit of a field flipped, somewhere in each fifth of it. */
function withChangedByte(answer: Readonly<Record<string, unknown>>, field: string, turn: number): unknown {
  const { response } = answer;
  if (typeof response !== 'object' || response === null) throw new Error('no response');
  const fields: Record<string, unknown> = { ...response };
  const bytes = Buffer.from(String(fields[field]), 'base64url');
  const at = Math.floor(((turn + 0.5) / 5) * bytes.length);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return { ...answer, response: { ...fields, [field]: bytes.toString('base64url') } };
}

describe('the signature of a passkey', () => {
  const spkiOf = (key: ReturnType<typeof generateKeyPairSync>['publicKey']) =>
    key.export({ format: 'der', type: 'spki' });
  const authenticatorData = randomBytes(37);
  const clientData = Buffer.from('{}');

  it.each([
    ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' }), 'sha256', true],
    ['Ed25519', generateKeyPairSync('ed25519'), null, true],
    ['RSA with 2048 bits', generateKeyPairSync('rsa', { modulusLength: 2_048 }), 'sha256', true],
    ['RSA with 1024 bits', generateKeyPairSync('rsa', { modulusLength: 1_024 }), 'sha256', false],
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }), 'sha256', false],
    ['Ed448', generateKeyPairSync('ed448'), null, false],
  ] as const)('by %s', (_, { publicKey, privateKey }, hash, isTaken) => {
    const text = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    const signed = { authenticatorData, clientData, signature: sign(hash, text, privateKey) };
    expect(keyOf(spkiOf(publicKey)) !== null).toBe(isTaken);
    expect(signatureHolds(spkiOf(publicKey), signed)).toBe(isTaken);
    expect(signatureHolds(spkiOf(publicKey), { ...signed, clientData: Buffer.from('{ }') })).toBe(false);
  });

  it('is by no key that is none', () => {
    for (const bytes of [Buffer.alloc(0), randomBytes(91)]) expect(keyOf(bytes)).toBeNull();
  });
});
