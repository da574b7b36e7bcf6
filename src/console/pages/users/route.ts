import type { FastifyInstance, FastifyReply } from 'fastify';
import { isRole } from '../../../core/users/roles.ts';
import { refuseFields, type UserRefusal } from '../../../core/users/user-refusal.ts';
import { type Invited, inviteUser } from '../../../operations/users/invitations.ts';
import {
  changeRole,
  disableUser,
  listUsers,
  signOutUser,
  type UserChange,
  withdrawInvitation,
} from '../../../operations/users/manage-users.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import type { Markup } from '../../html.ts';
import { type Page, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { invitedPage, type Told, usersPage } from './view.ts';

const PATH = '/usuarios';

/** `/app/e/:slug/usuarios`: the users of a company and those who are invited. */
export function registerUsers(app: FastifyInstance, parts: ConsoleParts): void {
  const register = (page: Page<CompanyVisit>) =>
    registerPage(app, parts, { ...page, permission: 'manage_users' });
  register({
    path: PATH,
    get: (visit) => show(parts, visit, { done: visit.query.one('hecho') }),
    refill: (visit) => show(parts, visit),
    async post(visit, reply) {
      const invited = await invite(parts, visit);
      if (invited.kind === 'refused') {
        reply.code(invited.status);
        return show(parts, visit, { refusal: invited });
      }
      return invited.mailing?.kind === 'sent'
        ? toList(visit, reply, 'invitado')
        : invitedPage(visit, invited);
    },
  });
  const registerChange = (path: string, change: (visit: CompanyVisit) => MadeChange) =>
    register({
      path: `${PATH}${path}`,
      get: (visit, reply) => toList(visit, reply),
      async post(visit, reply) {
        const { made, done } = change(visit);
        const outcome = await made;
        if (outcome.kind === 'changed') return toList(visit, reply, done);
        reply.code(outcome.status);
        return show(parts, visit, { refusal: outcome });
      },
    });
  registerChange('/:user/funcion', (visit) => {
    const role = visit.form.one('role');
    return {
      done: 'funcion',
      made: isRole(role) ? changeRole(parts.users, changeIn(visit), role) : noRole(),
    };
  });
  registerChange('/:user/acceso', (visit) => {
    const isDisabled = visit.form.one('access') !== 'yes';
    const made = disableUser(parts.users, changeIn(visit), isDisabled);
    return { done: isDisabled ? 'sin_acceso' : 'acceso', made };
  });
  registerChange('/:user/sesiones', (visit) => ({
    done: 'sesiones',
    made: signOutUser(parts.users, changeIn(visit)),
  }));
  register({
    path: `${PATH}/invitaciones/:invitation/retirar`,
    get: (visit, reply) => toList(visit, reply),
    async post(visit, reply) {
      const invitationId = visit.params['invitation'] ?? '';
      const withdrawn = await withdrawInvitation(parts.users, { ...changeIn(visit), invitationId });
      return toList(visit, reply, withdrawn ? 'retirada' : 'ninguna');
    },
  });
}

/** A change that is under way, and the word for it once it is made. */
interface MadeChange {
  readonly made: Promise<{ readonly kind: 'changed' } | UserRefusal>;
  readonly done: string;
}

async function show(parts: ConsoleParts, visit: CompanyVisit, told: Partial<Told> = {}): Promise<Markup> {
  const list = await listUsers(parts.users, visit.companyId);
  return usersPage(visit, { ...list, refusal: null, done: '', ...told, nowMs: parts.clock.now() });
}

function toList(visit: CompanyVisit, reply: FastifyReply, done = ''): FastifyReply {
  return reply.redirect(addressIn(visit, done === '' ? PATH : `${PATH}?hecho=${done}`), 303);
}

function invite(parts: ConsoleParts, visit: CompanyVisit): Promise<Invited | UserRefusal> {
  const { form, companyId, session, origin } = visit;
  const [email, name, role] = [form.one('email'), form.one('name'), form.one('role')];
  if (!isRole(role)) return noRole();
  return inviteUser(parts.users, { by: doerOf(session, origin), companyId, email, name, role });
}

function changeIn({ session, origin, companyId, params }: CompanyVisit): UserChange {
  return { by: doerOf(session, origin), companyId, userId: params['user'] ?? '' };
}

async function noRole(): Promise<UserRefusal> {
  return refuseFields([{ path: 'role', code: 'invalid', message: 'Elija una función de la lista.' }]);
}
