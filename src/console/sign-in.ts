import type { FastifyReply } from 'fastify';
import type { UserRefusal } from '../core/users/user-refusal.ts';
import { signIn } from '../operations/users/sign-in.ts';
import type { SignedIn } from '../operations/users/users-context.ts';
import type { ConsoleParts } from './parts.ts';
import { cookieOf, csrfOf, endedCookie, freshToken, SESSION_COOKIE, VISITOR_COOKIE } from './tokens.ts';
import { type Address, isAddress, type Visit } from './visit.ts';

/** Whether a form is that of the sign-in, alone or together with what was posted before. */
export function isSignIn({ own }: Visit): boolean {
  return own.has('_entrar');
}

/** How long somebody waits at the most to be told that too many are coming in. */
const SLOWEST_MS = 10_000;

/** Signs in with what the form of the sign-in says. Where too many do, whoever is turned away hears it late. */
export async function signInWith(
  { users, pacing }: Pick<ConsoleParts, 'users' | 'pacing'>,
  { own, origin }: Pick<Visit, 'own' | 'origin'>,
): Promise<SignedIn | UserRefusal> {
  const [password = ''] = own.all('_password');
  const signed = await signIn(users, { email: own.one('_email'), password, origin });
  if (signed.kind === 'refused' && signed.code === 'sign_in_busy') await pacing.atTheDoor(SLOWEST_MS);
  return signed;
}

/** Gives the browser the cookie of a session that has just begun. */
export function keepSession(reply: FastifyReply, { token }: Pick<SignedIn, 'token'>): void {
  reply.header('set-cookie', cookieOf(SESSION_COOKIE, token));
  reply.header('set-cookie', endedCookie(VISITOR_COOKIE));
}

/** Signs whoever has just come in in to the browser, which goes on. */
export function comeIn(reply: FastifyReply, signed: Pick<SignedIn, 'token'>, next: Address): Address {
  keepSession(reply, signed);
  return next;
}

/** The token of the forms of whoever has no session: of a cookie that this answer brings. */
export function csrfOfVisitor(reply: FastifyReply): string {
  const token = freshToken();
  reply.header('set-cookie', cookieOf(VISITOR_COOKIE, token));
  return csrfOf(token);
}

/** An address of the console to go on to; its start for any other, so that nobody is sent elsewhere. */
export function nextAddress(text: string): Address {
  const isOurs = /^\/app(?:[/?][\x20-\x7e]*)?$/.test(text) && !/^\/app\/(?:entrar|salir)/.test(text);
  return isOurs && isAddress(text) ? text : '/app';
}
