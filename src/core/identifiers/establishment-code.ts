import { identifierKind } from './text.ts';

/**
 * The Ministry's code of an establishment, the first half of a control number's segment: four characters [A-Z0-9].
 * Under v2 only `[MBSP]ddd`: M head office (casa matriz), B warehouse (bodega), S branch (sucursal), P yard (patio).
 * Source: fe-fc-v1 and fe-f-v2, pattern of `numeroControl`.
 */
export type EstablishmentCode = string & { readonly __brand: 'EstablishmentCode' };

const SHAPE = /^[A-Z0-9]{4}$/;
const SHAPE_V2 = /^[MBSP][0-9]{3}$/;

export const {
  is: isEstablishmentCode,
  parse: parseEstablishmentCode,
  whyNot: whyNotEstablishmentCode,
} = identifierKind<EstablishmentCode>((text) =>
  SHAPE.test(text)
    ? null
    : 'el código de establecimiento debe tener 4 caracteres de A a Z y de 0 a 9, como M001.',
);

/** Whether the v2 schemas allow the code in a control number. */
export function isEstablishmentCodeV2(text: string): text is EstablishmentCode {
  return SHAPE_V2.test(text);
}
