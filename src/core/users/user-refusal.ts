import type { FieldProblem } from '../refusals/refusal.ts';
import { filledText, withStatus } from '../refusals/text.ts';

/** Every way in which the console refuses somebody who wants to come in or to manage users. */
export const USER_REFUSALS = {
  ...withStatus(401, {
    sign_in_refused: 'El correo o la contraseña no son correctos.',
    passkey_refused: 'No se pudo entrar con esa llave de acceso; use otra, o su contraseña.',
    provider_refused: 'No se pudo entrar con {name}. Inténtelo de nuevo.',
    provider_expired:
      'El intento de entrar con {name} venció, ya se usó o empezó en otra ventana. Inténtelo de nuevo.',
  }),
  ...withStatus(403, {
    sign_in_again:
      'Por seguridad, lo que abre su cuenta se cambia en los primeros 15 minutos después de entrar: salga, vuelva a entrar y hágalo entonces.',
    unproven_user:
      'Antes de entrar a otra empresa hay que comprobar que el correo es suyo. Elija otra contraseña con un enlace de «Olvidé mi contraseña», o pídalo a quien opera Sello, y vuelva a abrir la invitación.',
    provider_unverified:
      '{name} no confirma que el correo de su cuenta sea suyo, y sin eso no se puede entrar. Confírmelo allá, o pida una invitación y ponga una contraseña.',
    provider_unknown:
      'Nadie en Sello tiene el correo {email}. Pida una invitación a quien lleva su empresa, con ese mismo correo.',
    provider_other_account:
      'El usuario con el correo {email} ya entra con otra cuenta de {name}. Pida a quien administra Sello que quite el enlace anterior.',
    provider_disabled: 'Su usuario no tiene acceso por ahora. Hable con quien administra Sello.',
    provider_not_invited:
      'La invitación es para {email}, y esa cuenta de {name} tiene otro correo. Entre allá con la cuenta de ese correo.',
  }),
  ...withStatus(404, {
    unknown_key: 'La clave no existe o ya se revocó.',
    unknown_user: 'Usuario no encontrado',
  }),
  ...withStatus(409, {
    only_way_in: 'Es su única manera de entrar. Ponga antes una contraseña o agregue una llave de acceso.',
    already_member: 'Esa persona ya es usuario de la empresa.',
    not_oneself: 'Nadie cambia su propia función ni se quita el acceso a sí mismo.',
    last_owner: 'Es el último propietario con acceso: dé antes esa función a otra persona.',
  }),
  ...withStatus(410, { link_ended: 'El enlace ya se usó o venció; pida otro.' }),
  ...withStatus(422, {
    passkey_not_added: 'El dispositivo no pudo crear la llave de acceso; inténtelo de nuevo.',
    invalid_fields: '{problems}',
  }),
  ...withStatus(429, {
    too_many_tries: 'Demasiados intentos en poco tiempo; intente de nuevo en {seconds} s.',
  }),
  ...withStatus(503, {
    sign_in_busy: 'Hay demasiadas personas entrando a la vez; intente de nuevo en unos segundos.',
    provider_silent: '{name} no responde por el momento. Entre de otra manera o inténtelo más tarde.',
  }),
};

export type UserRefusalCode = keyof typeof USER_REFUSALS;

/** What was not done for a user, as data; a page shows the detail and puts each problem beside its field. */
export interface UserRefusal {
  readonly kind: 'refused';
  readonly code: UserRefusalCode;
  /** The status of the page that says it. */
  readonly status: number;
  readonly detail: string;
  readonly problems: readonly FieldProblem[];
}

export function refuseUser(
  code: UserRefusalCode,
  places: Readonly<Record<string, string>> = {},
): UserRefusal {
  const { status, text } = USER_REFUSALS[code];
  return { kind: 'refused', code, status, detail: filledText(text, places), problems: [] };
}

/** The refusal of fields that are wrong, in their order. */
export function refuseFields(problems: readonly FieldProblem[]): UserRefusal {
  const detail = problems.map(({ message }) => message).join(' ');
  return { ...refuseUser('invalid_fields', { problems: detail }), problems };
}
