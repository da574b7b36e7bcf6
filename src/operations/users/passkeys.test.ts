import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { anew } from '../../../test/support/shared.ts';
import {
  enter,
  type Misbehaviour,
  register,
  type SoftwareKey,
} from '../../../test/support/software-authenticator.ts';
import { CONSOLE_URL, ORIGIN, sharedUsers } from '../../../test/support/users-bench.ts';
import { LIFETIMES } from '../../core/users/lifetimes.ts';
import { createPasskeyRules } from '../../identity/passkeys.ts';
import { createBuckets } from '../access/buckets.ts';
import { beginPasskey, finishPasskey, finishPasskeySignIn, removePasskey } from './passkeys.ts';
import type { PasskeyOptions } from './ports.ts';
import { SIGN_INS_OF_ADDRESS } from './users-context.ts';

const PLACE = { origin: CONSOLE_URL, rpId: 'sello.example.com' };

describeOnDatabases('a passkey', (name) => {
  const { users, context } = sharedUsers(name);
  const session = anew(() => newcomer());

  const newcomer = async () => users.sessionOf((await users.addUser({ passwordHash: null })).userId);

  async function asked(who = session): Promise<PasskeyOptions> {
    const answer = await beginPasskey(context, who, Date.now());
    if (answer.kind === 'refused') throw new Error(answer.detail);
    return answer.options;
  }
  const finish = (response: unknown, who = session, nowMs = Date.now()) =>
    finishPasskey(context, who, { response, name: 'Teléfono', origin: ORIGIN, nowMs });
  async function added(bad: Misbehaviour = {}): Promise<SoftwareKey> {
    const { key, response } = register(await asked(), PLACE, bad);
    expect(await finish(response)).toEqual({ kind: 'changed' });
    return key;
  }
  const signInWith = async (key: SoftwareKey, bad: Misbehaviour = {}) => {
    const response = enter(key, await context.passkeyRules.optionsToEnter(), { ...PLACE, ...bad });
    return finishPasskeySignIn(context, { response, origin: ORIGIN });
  };

  it('is added by a device that made sure of its user, and opens the account without a name or password', async () => {
    const key = await added();
    expect(await context.passkeys.passkeysOf(session.userId)).toEqual([
      { id: key.id, name: 'Teléfono', addedAt: expect.any(Number), lastUsedAt: null },
    ]);
    expect(await signInWith(key)).toMatchObject({ kind: 'signed_in', session: { userId: session.userId } });
    expect(await signInWith(key)).toMatchObject({ kind: 'signed_in' });
    expect(await context.passkeys.passkeysOf(session.userId)).toMatchObject([
      { lastUsedAt: expect.any(Number) },
    ]);
    const deeds = (await context.deeds.latest(null, { userId: session.userId, most: 9 })).map(
      (one) => one.deed,
    );
    expect(deeds).toEqual(['signed_in', 'signed_in', 'passkey_added', 'signed_in']);
  });

  it('is asked for by a user who came in just now, and not of a device that has one', async () => {
    const key = await added();
    const options = await asked();
    expect(options).toMatchObject({
      rp: { id: 'sello.example.com', name: 'Sello' },
      user: { name: session.email, displayName: 'Ana Flores' },
      excludeCredentials: [{ id: key.id }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const later = session.startedAt + LIFETIMES.freshSessionMs;
    expect(await beginPasskey(context, session, later)).toMatchObject({ code: 'sign_in_again', status: 403 });
    const { response } = register(options, PLACE);
    expect(await finish(response, session, later)).toMatchObject({ code: 'sign_in_again' });
  });

  it.each<[string, Misbehaviour]>([
    ['another site', { origin: 'https://sello.example.com.evil.example' }],
    ['another name', { rpId: 'evil.example' }],
    ['a device that asked nobody', { verified: false }],
    ['an answer to something else', { type: 'webauthn.get' }],
    ['a challenge of its own', { challenge: Buffer.alloc(38, 1).toString('base64url') }],
  ])('is not added from %s', async (_, bad) => {
    const { response } = register(await asked(), PLACE, bad);
    expect(await finish(response)).toMatchObject({ code: 'passkey_not_added', status: 422 });
    expect(await context.passkeys.passkeysOf(session.userId)).toEqual([]);
  });

  it('is added once for a challenge, which is of one user and for five minutes', async () => {
    const options = await asked();
    const { response } = register(options, PLACE);
    const other = await newcomer();
    expect(await finish(response, other)).toMatchObject({ code: 'passkey_not_added' });
    expect(await finish(response)).toEqual({ kind: 'changed' });
    expect(await finish(response)).toMatchObject({ code: 'passkey_not_added' });
    expect(await finish(register(options, PLACE).response)).toMatchObject({ code: 'passkey_not_added' });
    const late = createPasskeyRules({
      consoleUrl: CONSOLE_URL,
      secret: users.secret,
      now: () => Date.now() - LIFETIMES.challengeMs - 1_000,
    });
    const ended = register(await late.optionsToAdd(session, []), PLACE);
    expect(await finish(ended.response)).toMatchObject({ code: 'passkey_not_added' });
  });

  it.each<[string, Misbehaviour]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another name', { rpId: 'evil.example' }],
    ['a device that asked nobody', { verified: false }],
    ['an answer to something else', { type: 'webauthn.create' }],
    ['a challenge of its own', { challenge: Buffer.alloc(38, 1).toString('base64url') }],
  ])('opens nothing from %s', async (_, bad) => {
    const key = await added();
    expect(await signInWith(key, bad)).toMatchObject({ code: 'passkey_refused', status: 401 });
    expect(await signInWith(key)).toMatchObject({ kind: 'signed_in' });
  });

  it('opens nothing twice with one answer, with a challenge for adding, or for somebody else', async () => {
    const key = await added();
    const response = enter(key, await context.passkeyRules.optionsToEnter(), PLACE);
    const answers = await Promise.all(
      [0, 1].map(() => finishPasskeySignIn(context, { response, origin: ORIGIN })),
    );
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['refused', 'signed_in']);
    const adding = enter(key, await asked(), PLACE);
    expect(await finishPasskeySignIn(context, { response: adding, origin: ORIGIN })).toMatchObject({
      kind: 'refused',
    });
    const stranger = { ...key, userHandle: Buffer.alloc(16, 7).toString('base64url') };
    expect(await signInWith(stranger)).toMatchObject({ kind: 'refused' });
    const forged = { ...key, privateKey: register(await asked(), PLACE).key.privateKey };
    expect(await signInWith(forged)).toMatchObject({ kind: 'refused' });
  });

  it.each([5, 10])(
    'opens nothing when its counter goes from 10 to %d, as that of a copied device does',
    async (next) => {
      const key = await added();
      key.counter = 9;
      expect(await signInWith(key)).toMatchObject({ kind: 'signed_in' });
      expect(key.counter).toBe(10);
      key.counter = next - 1;
      expect(await signInWith(key)).toMatchObject({ kind: 'refused' });
    },
  );

  it('opens nothing for a disabled user, and nothing when it was removed', async () => {
    const key = await added();
    await context.users.setDisabled(session.userId, true);
    expect(await signInWith(key)).toMatchObject({ code: 'passkey_refused' });
    await context.users.setDisabled(session.userId, false);
    const other = await newcomer();
    const removal = { id: key.id, origin: ORIGIN, nowMs: Date.now() };
    expect(await removePasskey(context, session, removal)).toMatchObject({ code: 'sign_in_again' });
    Object.assign(session, await users.sessionOf(session.userId));
    await added();
    await removePasskey(context, other, removal);
    expect(await context.passkeys.passkeysOf(session.userId)).toHaveLength(2);
    expect(await removePasskey(context, session, removal)).toEqual({ kind: 'changed' });
    expect(await signInWith(key)).toMatchObject({ code: 'passkey_refused' });
  });

  it.each([
    null,
    'x',
    [],
    {},
    { id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {}, response: {} },
    {
      id: 'a',
      rawId: 'b',
      type: 'x',
      clientExtensionResults: {},
      response: {
        clientDataJSON: '{',
        attestationObject: 'zz',
        authenticatorData: '',
        signature: '',
        userHandle: '',
      },
    },
  ])('is none in %j', async (response) => {
    expect(await finish(response)).toMatchObject({ code: 'passkey_not_added' });
    expect(await finishPasskeySignIn(context, { response, origin: ORIGIN })).toMatchObject({
      code: 'passkey_refused',
    });
  });

  it('has a name, and a user at most twenty of them', async () => {
    const { response } = register(await asked(), PLACE);
    const unnamed = { response, name: ' ', origin: ORIGIN, nowMs: Date.now() };
    expect(await finishPasskey(context, session, unnamed)).toMatchObject({ problems: [{ path: 'name' }] });
    for (let turn = 0; turn < 20; turn += 1) await added();
    expect(await finish(register(await asked(), PLACE).response)).toMatchObject({
      code: 'passkey_not_added',
    });
  });

  it('is tried no more often than a password, from one address', async () => {
    const tries = { ...context.tries, ofAddress: createBuckets(() => 0, SIGN_INS_OF_ADDRESS) };
    const attempt = () => finishPasskeySignIn({ ...context, tries }, { response: {}, origin: ORIGIN });
    for (let turn = 0; turn < SIGN_INS_OF_ADDRESS.burst; turn += 1) await attempt();
    expect(await attempt()).toMatchObject({ code: 'too_many_tries' });
  });
});
