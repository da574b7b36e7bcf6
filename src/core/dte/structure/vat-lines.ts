import { atMost, is, when } from './conditions.ts';
import { OTHER_UNIT, TAX_LINE } from './linea.ts';
import { list } from './list.ts';
import { nothing, nullable, oneOf, type Rule } from './shape.ts';
import { text } from './text.ts';

/** CAT-015: VAT of 13 %. */
export const IVA = '20';

/**
 * What v1 asks of lines whose VAT stands beside the price (types 03 and 05): exactly the taxed ones name taxes; a line
 * that stands for a tax names it and bears VAT alone; any other line names only the listed taxes.
 */
export function taxedLineRules(taxes: readonly string[]): readonly Rule[] {
  return [
    when(atMost('ventaGravada', 0), { tributos: nothing }, { tributos: list(text(), { min: 1 }) }),
    when(
      is('tipoItem', TAX_LINE),
      { uniMedida: oneOf(OTHER_UNIT), codTributo: text(), tributos: list(oneOf(IVA)) },
      { codTributo: nothing, tributos: nullable(list(oneOf(...taxes))) },
    ),
  ];
}
