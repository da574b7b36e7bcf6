/** What is wrong at a place of a document. */
export type Problem =
  | 'missing'
  | 'extra'
  | 'type'
  | 'value'
  | 'format'
  | 'too_short'
  | 'too_long'
  | 'below_minimum'
  | 'not_above'
  | 'above_maximum'
  | 'not_below'
  | 'decimals'
  | 'too_few'
  | 'too_many'
  | 'repeated';

export interface Fault {
  /** Where, as the authority writes it: `#/receptor/correo`, `#/resumen/pagos/0/periodo`. */
  readonly path: string;
  readonly problem: Problem;
}

/**
 * The authority's words. `format`, `value` and `not_above` (with its two blanks) have been seen in its answers;
 * no public answer shows the others, which follow the same wording.
 */
const WORDS: Readonly<Record<Problem, string>> = {
  format: 'no cumple el formato requerido',
  value: 'contiene un valor inválido',
  not_above: 'no cumple el mínimo  exclusivo',
  missing: 'es requerido',
  extra: 'no es permitido',
  type: 'no es del tipo requerido',
  too_short: 'no cumple la longitud mínima',
  too_long: 'no cumple la longitud máxima',
  below_minimum: 'no cumple el mínimo',
  above_maximum: 'no cumple el máximo',
  not_below: 'no cumple el máximo  exclusivo',
  decimals: 'no cumple la cantidad de decimales',
  too_few: 'no cumple el mínimo de elementos',
  too_many: 'no cumple el máximo de elementos',
  repeated: 'contiene elementos repetidos',
};

/** The observation that the authority would write: `Campo #/receptor/correo no cumple el formato requerido`. */
export function observation(fault: Fault): string {
  return `Campo ${fault.path} ${WORDS[fault.problem]}`;
}
