import type { Placeholder } from '../dte/unnamed-receptor.ts';
import { type SaidRejection, statementsOf } from '../explaining/statement.ts';

/** DATO NO COINCIDE CON DTE. */
const DIFFERS = '027';
const RECEPTOR = /^documento\.(?:tipodocumento|numdocumento|nombre)$/;

/**
 * The placeholder of the next event of invalidation after what the authority said to the last one, null where there is
 * none: the other one where it found that a datum of the receiver differs from the document's.
 */
export function placeholderAfter(last: SaidRejection | null): Placeholder {
  if (last?.codigoMsg !== DIFFERS) return 'issuer';
  const named = statementsOf(last).flatMap(({ paths }) => paths.map((path) => path.join('.').toLowerCase()));
  return named.some((path) => RECEPTOR.test(path)) ? 'nobody' : 'issuer';
}
