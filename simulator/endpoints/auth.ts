import type { Issuer } from '../state/issuers.ts';
import { type Answer, answer, type Call, type Endpoint, type World } from './endpoint.ts';
import { imitateReception } from './reception-answer.ts';

/** The refusal of the authentication service: an HTTP 200, as the manual prints it. */
export const AUTH_ERROR: Answer = answer(200, {
  status: 'ERROR',
  error: 'Unauthorized',
  message: 'Usuario no valido',
});

/** POST /seguridad/auth: a token for a user and a password, sent as a form. */
export const auth: Endpoint = {
  name: 'auth',
  method: 'POST',
  path: /^\/seguridad\/auth\/?$/,
  issuer: (call, world) => world.issuers.byUser(formOf(call).get('user') ?? ''),
  codigoGeneracion: () => null,
  arrived: () => {},
  handle: async (call, world) => {
    const form = formOf(call);
    const issuer = world.issuers.byCredentials(form.get('user') ?? '', form.get('pwd') ?? '');
    return issuer === null ? AUTH_ERROR : tokenFor(issuer, world);
  },
  imitate: imitateReception(() => null),
};

function formOf(call: Call): URLSearchParams {
  const isForm = call.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  return new URLSearchParams(isForm ? call.body : '');
}

function tokenFor(issuer: Issuer, world: World): Answer {
  const rol = {
    nombre: 'Usuario',
    codigo: 'ROLE_USER',
    descripcion: null,
    rolSuperior: null,
    nivel: null,
    activo: null,
    permisos: null,
  };
  const token = world.tokens.issue(issuer, world.now());
  return answer(200, {
    status: 'OK',
    body: { user: issuer.user, token, rol, roles: ['ROLE_USER'], tokenType: 'Bearer' },
  });
}
