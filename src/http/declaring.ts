import { refuseProblems } from '../core/refusals/refusal.ts';
import { Type } from '../schema/schema.ts';

/** An optional parameter that is one of some words. */
export function choice<T extends string>(words: readonly T[], description: string) {
  return Type.Optional(Type.Unsafe<T>({ type: 'string', enum: [...words], description }));
}

export const EXPORTS_CHOICE = choice(
  ['without_freight', 'with_freight'],
  'El valor de las exportaciones: without_freight, por defecto; with_freight, con seguro y flete.',
);

/** The parameter of an address that names a month. */
export const MONTH = { month: Type.String({ description: 'El período tributario, como 2026-11.' }) };

export const NO_MONTH = refuseProblems([
  { path: 'month', code: 'bad_format', message: 'Debe ser un mes, como 2026-11.' },
]);
