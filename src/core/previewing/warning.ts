/**
 * What a preview tells beside the document: everything that was put right, filled in or left out without being a mistake.
 * A code never changes its meaning; the sentence beside it may be said better some day.
 */
export const WARNINGS = {
  default_used: 'No se envió, y el documento lleva un valor que no es suyo: de la empresa, o por defecto.',
  field_ignored: 'Se envió, y el documento no lo lleva.',
  place_assumed: 'No se envió ningún lugar: el documento lleva el del establecimiento que emite.',
  place_abroad: 'Vive en el extranjero: el documento lleva 00/00/00, o ninguna dirección en el esquema v1.',
  district_guessed: 'Se envió un municipio sin distrito, y el documento lleva uno de sus distritos.',
  old_code_translated: 'El código de municipio es anterior a 2024, y el documento lleva el actual.',
  text_cut: 'El texto no cabe entero en el documento.',
  doubtful_email: 'El correo no tiene la forma de un correo: Hacienda rechazaría el documento.',
  unit_unlisted: 'Hay líneas sin una unidad del catálogo: van con 99, otra.',
  total_differs: 'El total se rehace de las líneas, y no es la suma de los precios enviados.',
  doubtful_nit: 'El NIT parece mal escrito; si no existe, Hacienda rechazaría el documento.',
  is_issuer: 'El cliente o sujeto es la empresa que emite.',
  sale_type_assumed: 'La línea de la nota no dice su clase de venta, y el CCF tiene varias: va como gravada.',
  window_closing: 'Un plazo termina pronto.',
  late_note: 'Pasaron los tres meses que da Hacienda para la nota.',
  generation_changing: 'La normativa en que se emite este tipo cambia pronto, o debía haber cambiado.',
  already_stamped: 'La referencia ya tiene un documento sellado: emitir lo devuelve, y no emite nada.',
  keeps_number: 'La referencia ya tiene un documento con número: emitir lo conserva.',
  keeps_ccf: 'La nota de esta referencia ya ajusta un CCF, que no cambia.',
  cannot_sign: 'La empresa no puede firmar ahora: emitir daría un error 500.',
} as const satisfies Record<string, string>;

export type WarningCode = keyof typeof WARNINGS;

/** One thing that a caller should know of a document before it is issued. */
export interface Warning {
  readonly code: WarningCode;
  /** The field in the caller's own names, like `lines[3].unit`; empty for the whole. */
  readonly path: string;
  /** In Spanish, as one sentence without the path. */
  readonly message: string;
}

export function warning(code: WarningCode, path: string, message: string): Warning {
  return { code, path, message };
}

/** A value of the document that the caller did not send; nothing where there is none. */
export function filledIn(path: string, value: string | null): readonly Warning[] {
  return value === null ? [] : [warning('default_used', path, `No se envió: el documento lleva «${value}».`)];
}
