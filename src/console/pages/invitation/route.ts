import type { FastifyInstance } from 'fastify';
import { acceptInvitation, invitationOf } from '../../../operations/users/invitations.ts';
import { registerOpenPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { providerLink } from '../../provider-link.ts';
import { keepSession } from '../../sign-in.ts';
import { endedInvitation, invitationPage } from './view.ts';

/** `/app/invitacion/:token`, where somebody who was invited chooses a password and comes in. */
export function registerInvitation(app: FastifyInstance, parts: ConsoleParts): void {
  registerOpenPage(app, parts, {
    path: '/app/invitacion/:token',
    async get({ csrf, path, params }, reply) {
      const { token = '' } = params;
      const invitation = await invitationOf(parts.users, token);
      if (invitation === null) return endedInvitation(reply);
      const provider = providerLink(parts, { invitacion: token });
      return invitationPage({ csrf, path, invitation, name: invitation.name, refusal: null, provider });
    },
    async post({ csrf, path, params, form, origin }, reply) {
      const { token = '' } = params;
      const name = form.one('name');
      const [password = ''] = form.all('password');
      const accepted = await acceptInvitation(parts.users, { token, name, password, origin });
      if (accepted.kind === 'signed_in') {
        keepSession(reply, accepted);
        return reply.redirect('/app', 303);
      }
      const invitation = await invitationOf(parts.users, token);
      if (invitation === null) return endedInvitation(reply);
      reply.code(accepted.status);
      const provider = providerLink(parts, { invitacion: token });
      return invitationPage({ csrf, path, invitation, name, refusal: accepted, provider });
    },
  });
}
