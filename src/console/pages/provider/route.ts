import type { FastifyReply } from 'fastify';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import type { Errand } from '../../../operations/users/provider-ports.ts';
import { departToProvider, returnFromProvider } from '../../../operations/users/provider-sign-in.ts';
import { PROVIDER_RETURN_PATH } from '../../../operations/users/users-context.ts';
import type { Answer, OpenPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { PROVIDER_PATH } from '../../provider-link.ts';
import { comeIn, nextAddress } from '../../sign-in.ts';
import { cookieOf, endedCookie, TICKET_COOKIE, tokenIn } from '../../tokens.ts';
import type { Address, Visit } from '../../visit.ts';
import { invitationPage } from '../invitation/route.ts';
import { openSignIn } from '../sign-in/route.ts';

const SIGN_IN = '/app/entrar';
/** It goes along in the cookie. */
const LONGEST_NEXT = 1_000;

/** `/app/entrar/proveedor`, from where one goes to the provider, and `…/vuelta`, to which the provider sends back. */
export const PROVIDER: readonly OpenPage[] = [
  {
    path: PROVIDER_PATH,
    access: 'everybody',
    async get(parts, visit, reply) {
      const errand = errandOf(visit);
      // Nobody is signed in because another site says so: whoever comes from there sees the sign-in.
      if (isFromElsewhere(reply)) return pageOf(errand);
      const departure = await departToProvider(parts.users, { errand, origin: visit.origin });
      if (departure === null) return pageOf(errand);
      if (departure.kind === 'refused') return refused(parts, visit, errand, departure);
      const { address, ticket } = departure;
      return reply.header('set-cookie', cookieOf(TICKET_COOKIE, ticket)).redirect(address, 303);
    },
  },
  {
    path: PROVIDER_RETURN_PATH,
    access: 'everybody',
    async get(parts, visit, reply) {
      const { headers, url } = reply.request;
      const ticket = tokenIn(headers, TICKET_COOKIE);
      const [, search = ''] = url.split(/\?(.*)/s);
      const back = await returnFromProvider(parts.users, { ticket, search, origin: visit.origin });
      if (back === null) return SIGN_IN;
      const { entered, errand, hasReplaced } = back;
      reply.header('set-cookie', endedCookie(TICKET_COOKIE));
      if (entered.kind === 'refused') return refused(parts, visit, errand, entered);
      const next = nextAddress(errand?.next ?? '');
      return comeIn(reply, entered, hasReplaced ? '/app/cuenta?hecho=proveedor' : next);
    },
  },
];

function errandOf({ query }: Visit): Errand {
  const [next, invitation] = [nextAddress(query.one('a')), query.one('invitacion')];
  return {
    next: next.length > LONGEST_NEXT ? nextAddress('') : next,
    invitation: /^[\w-]{43}$/.test(invitation) ? invitation : null,
  };
}

/** The page from which one goes on such an errand. */
function pageOf({ next, invitation }: Errand): Address {
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
  visit: Visit,
  errand: Errand | null,
  refusal: UserRefusal,
): Promise<Answer> {
  const { status, detail: problem } = refusal;
  const token = errand?.invitation ?? null;
  const invitation = token === null ? null : await invitationPage(parts, visit, { token, refusal });
  const next = nextAddress(errand?.next ?? '');
  return { status, page: invitation ?? (await openSignIn(parts, visit, { next, problem })) };
}
