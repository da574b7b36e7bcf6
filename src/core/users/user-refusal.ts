import type { FieldProblem } from '../refusals/problem.ts';

/** Every way in which the console refuses somebody who wants to come in or to manage users. */
export const USER_REFUSALS = {
  sign_in_refused: { status: 401, text: 'El correo o la contraseña no son correctos.' },
  too_many_tries: {
    status: 429,
    text: 'Demasiados intentos en poco tiempo; intente de nuevo en {seconds} s.',
  },
  sign_in_busy: {
    status: 503,
    text: 'Hay demasiadas personas entrando a la vez; intente de nuevo en unos segundos.',
  },
  passkey_refused: {
    status: 401,
    text: 'No se pudo entrar con esa llave de acceso; use otra, o su contraseña.',
  },
  passkey_not_added: {
    status: 422,
    text: 'El dispositivo no pudo crear la llave de acceso; inténtelo de nuevo.',
  },
  sign_in_again: {
    status: 403,
    text: 'Por seguridad, salga y vuelva a entrar antes de agregar una llave de acceso o una contraseña.',
  },
  provider_silent: {
    status: 503,
    text: '{name} no responde por el momento. Entre de otra manera o inténtelo más tarde.',
  },
  provider_refused: { status: 401, text: 'No se pudo entrar con {name}. Inténtelo de nuevo.' },
  provider_expired: {
    status: 401,
    text: 'El intento de entrar con {name} venció, ya se usó o empezó en otra ventana. Inténtelo de nuevo.',
  },
  provider_unverified: {
    status: 403,
    text: '{name} no confirma que el correo de su cuenta sea suyo, y sin eso no se puede entrar. Confírmelo allá, o pida una invitación y ponga una contraseña.',
  },
  provider_unknown: {
    status: 403,
    text: 'Nadie en Sello tiene el correo {email}. Pida una invitación a quien lleva su empresa, con ese mismo correo.',
  },
  provider_other_account: {
    status: 403,
    text: 'El usuario con el correo {email} ya entra con otra cuenta de {name}. Pida a quien administra Sello que quite el enlace anterior.',
  },
  provider_disabled: {
    status: 403,
    text: 'Su usuario no tiene acceso por ahora. Hable con quien administra Sello.',
  },
  provider_not_invited: {
    status: 403,
    text: 'La invitación es para {email}, y esa cuenta de {name} tiene otro correo. Entre allá con la cuenta de ese correo.',
  },
  only_way_in: {
    status: 409,
    text: 'Es su única manera de entrar. Ponga antes una contraseña o agregue una llave de acceso.',
  },
  link_ended: { status: 410, text: 'El enlace ya se usó o venció; pida otro.' },
  invalid_fields: { status: 422, text: '{problems}' },
  already_member: { status: 409, text: 'Esa persona ya es usuario de la empresa.' },
  not_oneself: { status: 409, text: 'Nadie cambia su propia función ni se quita el acceso a sí mismo.' },
  last_owner: {
    status: 409,
    text: 'Es el último propietario con acceso: dé antes esa función a otra persona.',
  },
  unknown_key: { status: 404, text: 'La clave no existe o ya se revocó.' },
  unknown_user: { status: 404, text: 'Usuario no encontrado' },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>;

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
  const detail = text.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? '');
  return { kind: 'refused', code, status, detail, problems: [] };
}

/** The refusal of fields that are wrong, in their order. */
export function refuseFields(problems: readonly FieldProblem[]): UserRefusal {
  const detail = problems.map(({ message }) => message).join(' ');
  return { ...refuseUser('invalid_fields', { problems: detail }), problems };
}
