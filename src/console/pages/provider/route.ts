import type { FastifyInstance, FastifyReply } from 'fastify';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import { invitationOf } from '../../../operations/users/invitations.ts';
import type { Errand } from '../../../operations/users/provider-ports.ts';
import { departToProvider, returnFromProvider } from '../../../operations/users/provider-sign-in.ts';
import { PROVIDER_RETURN_PATH } from '../../../operations/users/users-context.ts';
import { NO_FIELDS } from '../../form.ts';
import { type Answer, registerOpenPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { PROVIDER_PATH, providerLink } from '../../provider-link.ts';
import { keepSession, nextAddress } from '../../sign-in.ts';
import { cookieOf, endedCookie, TICKET_COOKIE, tokenIn } from '../../tokens.ts';
import type { Visit } from '../../visit.ts';
import { invitationPage } from '../invitation/view.ts';
import { signInPage } from '../sign-in/view.ts';

const SIGN_IN = '/app/entrar';
/** It goes along in the cookie. */
const LONGEST_NEXT = 1_000;

/** `/app/entrar/proveedor`, from where one goes to the provider, and `…/vuelta`, to which the provider sends back. */
export function registerProvider(app: FastifyInstance, parts: ConsoleParts): void {
  registerOpenPage(app, parts, {
    path: PROVIDER_PATH,
    async get(visit, reply) {
      const errand = errandOf(visit);
      // Nobody is signed in because another site says so: whoever comes from there sees the sign-in.
      if (isFromElsewhere(reply)) return reply.redirect(pageOf(errand), 303);
      const departure = await departToProvider(parts.users, { errand, origin: visit.origin });
      if (departure === null) return reply.redirect(pageOf(errand), 303);
      if (departure.kind === 'refused') return refused(parts, visit, { reply, errand, refusal: departure });
      const { address, ticket } = departure;
      return reply.header('set-cookie', cookieOf(TICKET_COOKIE, ticket)).redirect(address, 303);
    },
  });
  registerOpenPage(app, parts, {
    path: PROVIDER_RETURN_PATH,
    async get(visit, reply) {
      const { headers, url } = reply.request;
      const ticket = tokenIn(headers, TICKET_COOKIE);
      const [, search = ''] = url.split(/\?(.*)/s);
      const back = await returnFromProvider(parts.users, { ticket, search, origin: visit.origin });
      if (back === null) return reply.redirect(SIGN_IN, 303);
      const { entered, errand, hasReplaced } = back;
      reply.header('set-cookie', endedCookie(TICKET_COOKIE));
      if (entered.kind === 'refused') return refused(parts, visit, { reply, errand, refusal: entered });
      keepSession(reply, entered);
      return reply.redirect(
        hasReplaced ? '/app/cuenta?hecho=proveedor' : nextAddress(errand?.next ?? ''),
        303,
      );
    },
  });
}

function errandOf({ query }: Visit): Errand {
  const [next, invitation] = [nextAddress(query.one('a')), query.one('invitacion')];
  return {
    next: next.length > LONGEST_NEXT ? nextAddress('') : next,
    invitation: /^[\w-]{43}$/.test(invitation) ? invitation : null,
  };
}

/** The page from which one goes on such an errand. */
function pageOf({ next, invitation }: Errand): string {
  if (invitation !== null) return `/app/invitacion/${invitation}`;
  return `${SIGN_IN}?${new URLSearchParams({ a: next })}`;
}

function isFromElsewhere({ request }: FastifyReply): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

/** The page from which one had gone, with why nobody came in. */
async function refused(
  parts: ConsoleParts,
  { csrf }: Visit,
  {
    reply,
    errand,
    refusal,
  }: { readonly reply: FastifyReply; readonly errand: Errand | null; readonly refusal: UserRefusal },
): Promise<Answer> {
  const { users } = parts;
  const { next, invitation: token } = errand ?? { next: nextAddress(''), invitation: null };
  reply.code(refusal.status);
  const invitation = token === null ? null : await invitationOf(users, token);
  if (token !== null && invitation !== null) {
    const provider = providerLink(parts, { invitacion: token });
    const path = `/app/invitacion/${token}`;
    return invitationPage({ csrf, path, invitation, name: invitation.name, refusal, provider });
  }
  const passkey = await users.passkeyRules.optionsToEnter();
  const provider = providerLink(parts, { a: next });
  const problem = refusal.detail;
  return signInPage({
    csrf,
    action: SIGN_IN,
    next,
    carried: NO_FIELDS,
    email: '',
    problem,
    passkey,
    provider,
  });
}
