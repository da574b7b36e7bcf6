import { identifierKind } from './text.ts';

/**
 * The Ministry's code of a point of sale, the second half of a control number's segment: four characters [A-Z0-9].
 * Under v2 only `Pddd`. Source: fe-fc-v1 and fe-f-v2, pattern of `numeroControl`.
 */
export type PointOfSaleCode = string & { readonly __brand: 'PointOfSaleCode' };

const SHAPE = /^[A-Z0-9]{4}$/;
const SHAPE_V2 = /^P[0-9]{3}$/;

export const {
  is: isPointOfSaleCode,
  parse: parsePointOfSaleCode,
  whyNot: whyNotPointOfSaleCode,
} = identifierKind<PointOfSaleCode>((text) =>
  SHAPE.test(text)
    ? null
    : 'el código de punto de venta debe tener 4 caracteres de A a Z y de 0 a 9, como P001.',
);

/** Whether the v2 schemas allow the code in a control number. */
export function isPointOfSaleCodeV2(text: string): text is PointOfSaleCode {
  return SHAPE_V2.test(text);
}
