import { amountIn, recordIn, textIn } from '../exact/json.ts';
import { compare, ratio } from '../exact/rational.ts';
import { type Check, firstOf } from '../verdict/refusal.ts';
import { FACTURA_RELATED, RESUMEN_TRIBUTOS } from './catalogs.ts';
import { among, type CodedField, coded } from './coded-fields.ts';
import type { Rule } from './document-kind.ts';
import { STANDARD_VAT } from './line-taxes.ts';

/** From this amount on the buyer must be identified (DGII notice of 5 September 2024, CT 114). */
const IDENTIFIED_FROM = ratio(25_000n, 1n);

/** Taxes of a summary, VAT among them: whether it may stand there depends on the type. */
export const RESUMEN_TRIBUTO_CODE: CodedField = coded(
  'resumen.tributos',
  'codigo',
  among([STANDARD_VAT, ...RESUMEN_TRIBUTOS]),
);

export const FACTURA_RELATED_CODE: CodedField = coded(
  'documentoRelacionado',
  'tipoDocumento',
  among(FACTURA_RELATED),
);

/** Who buys for 25,000.00 or more is named, with the kind and the number of a document. */
export const receptorFrom25000: Rule = (document) => {
  const amount = amountIn(recordIn(document, 'resumen'), 'montoTotalOperacion');
  if (compare(amount, IDENTIFIED_FROM) < 0) return null;
  const receptor = recordIn(document, 'receptor');
  return firstOf(
    ['tipoDocumento', 'numDocumento', 'nombre'].map(
      (key): Check => [textIn(receptor, key) === null, '13', '005', `receptor.${key}`],
    ),
  );
};
