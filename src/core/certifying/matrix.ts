import type { TipoContingencia } from '../dte/contingencia.ts';
import { TIPOS_DTE, type TipoDte, typeOf } from '../dte/kinds.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { NOTA_CREDITO } from '../dte/types/nota-credito.ts';

/** How many invalidations the Ministry wants to see, whatever the types (facts of the authority, verdicts, 12). */
export const INVALIDATIONS = 5;

/** The kinds of contingency that it wants to see an event of, one each (CAT-005; the same source). */
export const CONTINGENCIES: readonly TipoContingencia[] = [1, 2, 3, 4, 5];

/** How many documents of a type it wants to see. */
export function documentsOf(tipoDte: TipoDte): number {
  return typeOf(tipoDte).certifiedBy;
}

/**
 * Why these types cannot be certified together, in Spanish; null where they can. A note adjusts a CCF of the same
 * campaign: the authority looks it up.
 */
export function whyNotTypes(types: readonly TipoDte[]): string | null {
  if (types.length === 0) return 'Indique al menos un tipo de documento.';
  const isAlone = types.includes(NOTA_CREDITO.code) && !types.includes(CREDITO_FISCAL.code);
  return isAlone
    ? 'Las notas de crédito (05) necesitan los créditos fiscales (03) de la misma campaña.'
    : null;
}

/** The types in the order in which they are issued: notes come last, because the CCF that they adjust must be stamped. */
export function inIssuingOrder(types: readonly TipoDte[]): readonly TipoDte[] {
  const listed = TIPOS_DTE.filter((type) => types.includes(type));
  return [
    ...listed.filter((type) => type !== NOTA_CREDITO.code),
    ...listed.filter((type) => type === NOTA_CREDITO.code),
  ];
}
