import { GENERATION_CODE } from './codes.ts';
import { is, when } from './conditions.ts';
import { list } from './list.ts';
import { integer } from './number.ts';
import { object, oneOf, type Rule, type Shape } from './shape.ts';
import { date, text } from './text.ts';

/** CAT-007: printed on paper, or electronic. */
const ELECTRONIC = 2;

const numeroDocumento = text({ min: 1, max: 36 });

/** The list `documentoRelacionado` of v1; which types of CAT-002 it admits depends on the document. */
export function documentoRelacionadoV1(
  types: readonly string[],
  max: number,
  ...rules: readonly Rule[]
): Shape {
  const entry = object(
    {
      tipoDocumento: oneOf(...types),
      tipoGeneracion: oneOf(1, ELECTRONIC),
      numeroDocumento,
      fechaEmision: date,
    },
    when(is('tipoGeneracion', ELECTRONIC), { numeroDocumento: text({ pattern: GENERATION_CODE }) }),
    ...rules,
  );
  return list(entry, { min: 1, max });
}

/** The list `documentoRelacionado` of v2. */
export const documentoRelacionadoV2: Shape = list(
  object({ tipoDocumento: text(), tipoGeneracion: integer(), numeroDocumento, fechaEmision: date }),
  { min: 1, max: 50 },
);
