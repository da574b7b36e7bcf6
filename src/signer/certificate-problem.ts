/** `message` is one Spanish sentence for the operator; it never holds a password or a part of a key. */
export interface CertificateProblem {
  readonly code: CertificateProblemCode;
  readonly message: string;
}

/** Something the operator should act on although the certificate can be used. */
export interface CertificateWarning {
  readonly code: 'expires_soon';
  readonly message: string;
}

const FORMAT = 'el archivo <NIT>.crt que entrega el Ministerio de Hacienda (XML con raíz CertificadoMH)';

/** What can be wrong with a certificate file, or with using it for one company now. */
const SENTENCES = {
  empty: () => `El archivo está vacío; se espera ${FORMAT}.`,
  too_large: () => `El archivo es demasiado grande para ser un certificado; se espera ${FORMAT}.`,
  not_the_format: () =>
    `El archivo no es un certificado del Ministerio; se espera ${FORMAT}, no PEM ni .p12.`,
  truncated: () => 'El archivo del certificado está incompleto: termina antes de tiempo; cópielo de nuevo.',
  missing_element: (path) => `Al certificado le falta el elemento «${path}».`,
  repeated_element: (path) => `El certificado trae repetido el elemento «${path}».`,
  malformed_nit: () => 'El NIT dentro del certificado no tiene 14 ni 9 dígitos sin guiones.',
  malformed_activo: () => 'El elemento «activo» del certificado no dice true ni false.',
  malformed_validity: (path) => `La fecha «${path}» del certificado no se puede leer (segundos Unix).`,
  malformed_password_hash: () =>
    'El elemento «privateKey/clave» del certificado no es un SHA-512 de 128 dígitos hexadecimales en minúscula.',
  broken_base64: (path) => `El elemento «${path}» del certificado está dañado: no es base64 válido.`,
  broken_key: (path) => `El elemento «${path}» del certificado no contiene una llave RSA legible.`,
  weak_key: (bits) => `La llave del certificado es RSA de ${bits} bits; se exigen al menos 2048.`,
  foreign_public_key: () =>
    'La llave pública del certificado no corresponde a su llave privada; el archivo está alterado.',
  wrong_password: () =>
    'La contraseña no es la de la llave privada del certificado; no es la del usuario de la API ni la del portal del ' +
    'Ministerio, y no debe llevar espacios ni saltos de línea de más.',
  other_nit: (nits) => `El certificado pertenece a otro contribuyente (${nits}).`,
  inactive: () => 'El certificado no está activo («activo» es false); solicite uno vigente al Ministerio.',
  not_yet_valid: (date) => `El certificado todavía no está vigente: vale desde el ${date}.`,
  expired: (date) => `El certificado venció el ${date}; solicite uno nuevo al Ministerio.`,
} satisfies Readonly<Record<string, (detail: string) => string>>;

export type CertificateProblemCode = keyof typeof SENTENCES;

/** A problem with its sentence; `detail` is the path, date or figure that the sentence names. */
export function certificateProblem(code: CertificateProblemCode, detail = ''): CertificateProblem {
  return { code, message: SENTENCES[code](detail) };
}

export function expiresSoon(date: string, days: number): CertificateWarning {
  const left = days === 1 ? 'queda 1 día' : `quedan ${days} días`;
  return {
    code: 'expires_soon',
    message: `El certificado vence el ${date} (${left}); solicite ya su renovación.`,
  };
}
