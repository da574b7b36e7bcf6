import { expect } from 'vitest';
import { ROLES } from '../../src/core/users/roles.ts';
import {
  type ConsoleUser,
  ISSUER,
  linkFor,
  type Posted,
  signedIn,
  visitorAt,
  waysFor,
  waysOf,
} from '../support/console-caller.ts';
import {
  addMember,
  givePassword,
  invitationTo,
  PASSWORD,
  type Scene,
  visitAndPost,
} from './other-company-scene.ts';

/** What an attacker does, once what it needs is prepared. */
export interface Try {
  readonly name: string;
  prepare(scene: Scene): Promise<() => Promise<unknown>>;
}

type Prepare = Try['prepare'];
const attempt = (name: string, prepare: Prepare): Try => ({ name, prepare });
/** One that needs nothing before. */
const atOnce = (name: string, attack: (scene: Scene) => Promise<unknown>): Try =>
  attempt(name, async (scene) => () => attack(scene));

const PEOPLE = ['owner', 'shared', 'operator'] as const;
const OTHER_PASSWORD = 'seis pupusas revueltas';
const page = ({ slug }: { readonly slug: string }, path: string) => `/app/e/${slug}${path}`;
const accepting = (token: string) => `/app/invitacion/${token}`;
const name = 'Ana';

/** Asks for links to other people's passwords, which the attacker's own mail server might be given. */
const asking = [...PEOPLE, 'inAdvance' as const].flatMap((who) => {
  const emailOf = async (scene: Scene) => (who === 'inAdvance' ? await scene.inAdvance() : scene[who]).email;
  return [
    attempt(`a stranger asks for a link for ${who}`, async (scene) => {
      const [email, browser] = [await emailOf(scene), scene.browser()];
      return () => visitAndPost(browser, '/app/clave', { email });
    }),
    attempt(`the attacker asks for a link for ${who}`, async (scene) => {
      const email = await emailOf(scene);
      return () => visitAndPost(scene.attacker, '/app/clave', { email });
    }),
  ];
});

/** Forms of our pages, from the attacker's session. */
const OUR_FORMS: readonly (readonly [string, Posted])[] = [
  ['/usuarios', { email: 'yo@example.com', name, role: 'owner' }],
  ['/usuarios/USER/funcion', { role: 'cashier' }],
  ['/usuarios/USER/acceso', { access: 'no' }],
  ['/usuarios/USER/sesiones', {}],
  ['/usuarios/invitaciones/USER/retirar', {}],
  ['/claves', { name: 'mía', per_minute: '60', per_hour: '1000' }],
  ['/empresa/correo', { host: 'correo.example.com', port: '587', secure: 'no', from: 'a@example.com' }],
];
const posting = OUR_FORMS.map(([path, fields]) =>
  atOnce(`the attacker posts to our ${path}`, async ({ attacker, ours, owner }) => {
    const answer = await attacker.post(page(ours, path.replace('USER', owner.userId)), fields);
    expect(answer.status).toBe(404);
  }),
);

/** Forms of the attacker's own pages about our people. */
const naming = PEOPLE.flatMap((who) => [
  ...(['owner', 'cashier'] as const).map((role) =>
    atOnce(`the attacker makes ${who} a ${role} of theirs`, ({ attacker, theirs, [who]: { userId } }) =>
      attacker.post(page(theirs, `/usuarios/${userId}/funcion`), { role }),
    ),
  ),
  atOnce(`the attacker keeps ${who} out of theirs`, ({ attacker, theirs, [who]: { userId } }) =>
    attacker.post(page(theirs, `/usuarios/${userId}/acceso`), { access: 'no' }),
  ),
  attempt(
    `the attacker accepts an invitation of theirs for ${who} with a password of its own`,
    async (scene) => {
      const { theirs, house } = scene;
      const user = scene[who];
      await house.sql`DELETE FROM memberships WHERE user_id = ${user.userId} AND company_id = ${theirs.companyId}`;
      const token = await invitationTo(scene, theirs, user, 'owner');
      const browser = scene.browser();
      return () => visitAndPost(browser, accepting(token), { name, password: PASSWORD });
    },
  ),
  attempt(`the attacker guesses the password of ${who}`, async (scene) => {
    await givePassword(scene, scene[who]);
    const browser = scene.browser();
    const fields = { _entrar: '1', _email: scene[who].email, _password: OTHER_PASSWORD };
    return () => visitAndPost(browser, '/app/entrar', fields);
  }),
]);

const inviting = [
  atOnce('the attacker invites an operator', ({ attacker, theirs }) =>
    attacker.post(page(theirs, '/usuarios'), { email: 'op@example.com', name, role: 'operator' }),
  ),
  attempt('the attacker withdraws our invitation at theirs', async (scene) => {
    const { house, ours, theirs, attacker } = scene;
    await invitationTo(scene, ours, { email: 'eva@example.com' }, 'cashier');
    const open = () => house.sql`SELECT invitation_id FROM invitations WHERE email = 'eva@example.com'
      AND ends_at > now()`;
    const [invitation] = await open();
    return async () => {
      const id = String(invitation?.['invitation_id']);
      await attacker.post(page(theirs, `/usuarios/invitaciones/${id}/retirar`));
      expect(await open()).toHaveLength(1);
    };
  }),
];

/** An account made in advance, and our invitation to its address in the attacker's hands: the worst there is. */
const inAdvance = [
  ...ROLES.map((role) =>
    attempt(
      `the attacker accepts our invitation to be ${role} with an account made in advance`,
      async (scene) => {
        const user = await scene.inAdvance();
        await givePassword(scene, user);
        const token = await invitationTo(scene, scene.ours, user, role);
        const browser = scene.browser();
        return async () => {
          expect((await visitAndPost(browser, accepting(token), { password: PASSWORD })).status).toBe(403);
          expect((await user.post(accepting(token), { password: PASSWORD })).status).toBe(403);
        };
      },
    ),
  ),
  attempt('the attacker accepts to operate with an account made in advance', async (scene) => {
    const user = await scene.inAdvance();
    await givePassword(scene, user);
    const token = await invitationTo(scene, scene.theirs, user, 'owner');
    await scene.house
      .sql`UPDATE invitations SET company_id = NULL, role = 'operator' WHERE email = ${user.email}`;
    return () => visitAndPost(scene.browser(), accepting(token), { password: PASSWORD });
  }),
  attempt('the attacker makes the account of an address that ours has invited, in advance', async (scene) => {
    const [email, browser] = [`nueva-${scene.attacker.userId}@example.com`, scene.browser()];
    const own = await invitationTo(scene, scene.theirs, { email }, 'cashier');
    const foreign = await invitationTo(scene, scene.ours, { email }, 'owner');
    return async () => {
      await visitAndPost(browser, accepting(own), { name, password: PASSWORD });
      await browser.post(accepting(foreign), { password: PASSWORD });
    };
  }),
];

/** What the attacker has put into an account in advance, and what of it opens after its person has chosen a password. */
interface Planted {
  readonly user: ConsoleUser;
  readonly reset: string;
  readonly entry: string;
}

const AFTER_RESET: Readonly<Record<string, (scene: Scene, planted: Planted) => Promise<unknown>>> = {
  'with the session': (_, { user }) => user.get('/app'),
  'with the password': (scene, { user }) =>
    visitAndPost(scene.browser(), '/app/entrar', { _entrar: '1', _email: user.email, _password: PASSWORD }),
  'with an older link to a password': (scene, { reset }) =>
    visitAndPost(scene.browser(), `/app/clave/${reset}`, { password: PASSWORD }),
  'with an older link that enters': (scene, { entry }) =>
    visitAndPost(scene.browser(), `/app/enlace/${entry}`),
  'with the passkey or the account at a provider': async ({ house }, { user }) =>
    expect(await waysOf(house, user.userId)).toEqual([1, 0, 0]),
  'with another invitation of theirs': async (scene, { user }) => {
    const token = await invitationTo(scene, scene.theirs, user, 'owner');
    await visitAndPost(scene.browser(), accepting(token), { name, password: PASSWORD });
  },
};
const afterReset = Object.entries(AFTER_RESET).map(([how, attack]) =>
  attempt(`the attacker comes back ${how} after the person’s reset`, async (scene) => {
    const { house } = scene;
    const user = await scene.inAdvance();
    await Promise.all([givePassword(scene, user), waysFor(house, user.userId)]);
    const [reset, entry, proper] = [
      await linkFor(house, user.userId, 'reset'),
      await linkFor(house, user.userId, 'entry'),
      await linkFor(house, user.userId, 'reset'),
    ];
    await visitAndPost(visitorAt(house), `/app/clave/${proper}`, { password: OTHER_PASSWORD });
    await addMember(house, scene.ours, user, 'owner');
    return () => attack(scene, { user, reset, entry });
  }),
);

/** Links that were given before something was taken away. */
const TAKEN: Readonly<Record<string, (scene: Scene, user: ConsoleUser) => Promise<unknown>>> = {
  'kept out of ours': ({ house }, { userId }) =>
    house.sql`UPDATE memberships SET disabled_at = now() WHERE user_id = ${userId}`,
  'made a cashier of ours': async () => undefined,
  'kept out by the owner’s own form': ({ owner, ours }, { userId }) =>
    owner.post(page(ours, `/usuarios/${userId}/acceso`), { access: 'no' }),
};
const oldInvitations = ROLES.flatMap((role) =>
  Object.entries(TAKEN).map(([what, take]) =>
    attempt(`whoever was ${what} accepts an older invitation as ${role}`, async (scene) => {
      const user = await signedIn(scene.house, { role: 'cashier', name: 'De antes' });
      await givePassword(scene, user);
      const token = await invitationTo(scene, scene.ours, user, role);
      await take(scene, user);
      return () => visitAndPost(visitorAt(scene.house), accepting(token), { password: PASSWORD });
    }),
  ),
);

/** A session that its user has left open for a while. */
const LEFT_OPEN: Readonly<Record<string, (user: ConsoleUser, passkey: string) => Promise<unknown>>> = {
  'sets a password': (user) => user.post('/app/cuenta/clave', { password: PASSWORD }),
  'adds a passkey': (user) => user.post('/app/cuenta/llaves', { response: '{}', passkey_name: 'x' }),
  'removes the passkey': (user, passkey) => user.post('/app/cuenta/llaves', { passkey }),
  'removes the account at the provider': (user) => user.post('/app/cuenta/proveedor', { issuer: ISSUER }),
  'removes both at once and sets a password': async (user, passkey) => {
    await Promise.all([
      user.post('/app/cuenta/llaves', { passkey }),
      user.post('/app/cuenta/proveedor', { issuer: ISSUER }),
    ]);
    await user.post('/app/cuenta/clave', { password: PASSWORD });
  },
};
const leftOpen = Object.entries(LEFT_OPEN).map(([what, attack]) =>
  attempt(`whoever finds a session ${what}`, async ({ house }) => {
    const user = await signedIn(house, { role: 'owner', name: 'Salió' });
    const passkey = await waysFor(house, user.userId);
    await house.sql`UPDATE sessions SET started_at = started_at - interval '3 hours' WHERE user_id = ${user.userId}`;
    return async () => {
      await attack(user, passkey);
      expect(await waysOf(house, user.userId)).toEqual([0, 1, 1]);
    };
  }),
);

/** Links of one kind where another is asked for, and links that their person has used. */
const mixedUp = (['clave', 'enlace', 'invitacion'] as const).flatMap((where) =>
  (['reset', 'entry'] as const).map((purpose) =>
    attempt(`a used link (${purpose}) of our owner at /app/${where}`, async (scene) => {
      const token = await linkFor(scene.house, scene.owner.userId, purpose);
      await scene.house.sql`UPDATE user_tokens SET used_at = now() WHERE user_id = ${scene.owner.userId}`;
      return () => visitAndPost(scene.browser(), `/app/${where}/${token}`, { name, password: PASSWORD });
    }),
  ),
);
const othersPlaces = (['clave', 'enlace'] as const).map((where) =>
  attempt(`an invitation of ours at /app/${where}`, async (scene) => {
    const token = await invitationTo(scene, scene.ours, scene.attacker, 'owner');
    return () => visitAndPost(scene.browser(), `/app/${where}/${token}`, { password: PASSWORD });
  }),
);

/** Every try, each of which opens nothing of ours. */
export const TRIES: readonly Try[] = [
  ...asking,
  ...posting,
  ...naming,
  ...inviting,
  ...inAdvance,
  ...afterReset,
  ...oldInvitations,
  ...leftOpen,
  ...mixedUp,
  ...othersPlaces,
];
