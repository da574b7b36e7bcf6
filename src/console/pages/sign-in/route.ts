import type { FastifyReply } from 'fastify';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import { finishPasskeySignIn } from '../../../operations/users/passkeys.ts';
import { signOut } from '../../../operations/users/sessions.ts';
import type { SignedIn } from '../../../operations/users/users-context.ts';
import type { Markup } from '../../html.ts';
import type { Answer, Page } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { passkeyResponse } from '../../passkey-form.ts';
import { providerLink } from '../../provider-link.ts';
import { comeIn, nextAddress, signInWith } from '../../sign-in.ts';
import { endedCookie, SESSION_COOKIE } from '../../tokens.ts';
import type { Address, Visit } from '../../visit.ts';
import { signInPage } from './view.ts';

const ADDRESS = '/app/entrar';

/** `/app/entrar`, where one signs in, and `/app/salir`, where the session ends. */
export const SIGN_IN: readonly Page[] = [
  {
    path: ADDRESS,
    access: 'everybody',
    get: (parts, visit) => openSignIn(parts, visit, { next: nextAddress(visit.query.one('a')) }),
    post: async (parts, visit, reply) => entered(parts, visit, reply, await signInWith(parts, visit)),
  },
  {
    path: `${ADDRESS}/llave`,
    access: 'everybody',
    get: () => ADDRESS,
    async post(parts, visit, reply) {
      const response = passkeyResponse(visit.form.one('response'));
      const { origin } = visit;
      return entered(parts, visit, reply, await finishPasskeySignIn(parts.users, { response, origin }));
    },
  },
  {
    path: '/app/salir',
    access: 'user',
    get: () => '/app',
    async post({ users }, { session, origin }, reply): Promise<Answer> {
      await signOut(users, session, origin);
      reply.header('set-cookie', endedCookie(SESSION_COOKIE));
      return ADDRESS;
    },
  },
];

/** Goes on to where one wanted to go, or says why nobody came in. */
async function entered(
  parts: ConsoleParts,
  visit: Visit,
  reply: FastifyReply,
  signed: SignedIn | UserRefusal,
): Promise<Answer> {
  const next = nextAddress(visit.own.one('_a'));
  if (signed.kind === 'signed_in') return comeIn(reply, signed, next);
  const page = await openSignIn(parts, visit, { next, problem: signed.detail });
  return { status: signed.status, page };
}

/** The page by which one comes in and goes on to an address. */
export async function openSignIn(
  parts: ConsoleParts,
  { csrf, own }: Visit,
  { next, problem = null }: { readonly next: Address; readonly problem?: string | null },
): Promise<Markup> {
  const passkey = await parts.users.passkeyRules.optionsToEnter();
  const provider = providerLink(parts, { a: next });
  return signInPage({ csrf, action: ADDRESS, next, email: own.one('_email'), problem, passkey, provider });
}
