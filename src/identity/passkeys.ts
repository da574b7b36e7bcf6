import { createHash, type KeyObject } from 'node:crypto';
import type { PasskeyOptions, PasskeyRules, TokenHash } from '../operations/users/ports.ts';
import { readAssertion, readRegistration, type SignedPart } from './authenticator-data.ts';
import { createChallenges } from './challenges.ts';
import { ALGORITHMS, keyOf, signatureHolds } from './passkey-signature.ts';

/** Where passkeys belong to, and by what their challenges are known. */
export interface PasskeyPlace {
  readonly consoleUrl: string;
  readonly secret: KeyObject;
  now(): number;
}

const ENTER = 'enter';
const TIMEOUT_MS = 60_000;
const addingFor = (userId: string) => `add ${userId}`;

/**
 * What WebAuthn (level 3, sections 7.1 and 7.2) asks of whoever relies on it, without attestation: which make of device
 * it is matters to nobody here. The device must have made sure of its user, by a finger, a face or a PIN.
 */
export function createPasskeyRules({ consoleUrl, secret, now }: PasskeyPlace): PasskeyRules {
  const { hostname: rpId, origin } = new URL(consoleUrl);
  const challenges = createChallenges(secret, now);
  const rpIdHash = createHash('sha256').update(rpId).digest();
  /** What is kept of the challenge; null where it is not ours, or was not answered here and by somebody. */
  const answered = ({ client, ...part }: SignedPart, purpose: string): TokenHash | null => {
    const isHere = client.origin === origin && !client.isCrossOrigin && part.rpIdHash.equals(rpIdHash);
    return isHere && part.isPresent && part.isVerified ? challenges.hashOf(client.challenge, purpose) : null;
  };
  return {
    optionsToAdd: async (user, known) =>
      optionsToAdd(rpId, challenges.fresh(addingFor(user.userId)), user, known),
    async added(userId, response) {
      const read = readRegistration(response);
      const challenge = read && answered(read, addingFor(userId));
      if (read === null || challenge === null || keyOf(read.publicKey) === null) return null;
      const { credentialId, publicKey, counter } = read;
      return { challenge, passkey: { credentialId, userId, publicKey, counter } };
    },
    optionsToEnter: async () => ({
      challenge: challenges.fresh(ENTER).toString('base64url'),
      rpId,
      userVerification: 'required',
      timeout: TIMEOUT_MS,
    }),
    named: (response) => readAssertion(response)?.credentialId ?? null,
    async entered(passkey, response) {
      const read = readAssertion(response);
      const challenge = read && answered(read, ENTER);
      if (read === null || challenge === null) return null;
      if (!read.userHandle.equals(handleOf(passkey.userId))) return null;
      if (!signatureHolds(passkey.publicKey, read)) return null;
      // A device that counts and does not go on has been copied (section 6.1.1).
      const counts = read.counter > 0 || passkey.counter > 0;
      if (counts && read.counter <= passkey.counter) return null;
      return { challenge, passkey: { ...passkey, counter: read.counter } };
    },
  };
}

function optionsToAdd(
  rpId: string,
  challenge: Buffer,
  ...[user, known]: Parameters<PasskeyRules['optionsToAdd']>
): PasskeyOptions {
  return {
    challenge: challenge.toString('base64url'),
    rp: { id: rpId, name: 'Sello' },
    user: { id: handleOf(user.userId).toString('base64url'), name: user.email, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(({ id }) => ({ type: 'public-key', id })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    timeout: TIMEOUT_MS,
  };
}

/** A UUID as the handle by which a device knows its user. */
function handleOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll('-', ''), 'hex');
}
