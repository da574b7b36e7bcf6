import { refuseProblems } from '../core/refusals/refusal.ts';
import { CRITERIA_WORDS } from '../operations/declarations/criteria-words.ts';
import { Type } from '../schema/schema.ts';

/** How each point stands that the caller does not name. */
export const BY_DEFAULT = 'por defecto, salvo que el mes se cerrara de otro modo';

/** An optional parameter that is one of some words. */
export function choice<const T extends string>(words: readonly T[], description: string) {
  return Type.Optional(Type.Unsafe<T>({ type: 'string', enum: [...words], description }));
}

export const EXPORTS_CHOICE = choice(
  CRITERIA_WORDS.exports,
  `El valor de las exportaciones: without_freight, ${BY_DEFAULT}; with_freight, con seguro y flete.`,
);

/** The parameter of an address that names a month. */
export const MONTH = { month: Type.String({ description: 'El período tributario, como 2026-11.' }) };

export const NO_MONTH = refuseProblems([
  { path: 'month', code: 'bad_format', message: 'Debe ser un mes, como 2026-11.' },
]);
