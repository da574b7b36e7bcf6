import { integerIn, type JsonRecord, recordIn, recordsIn } from '../exact/json.ts';
import { refuseField } from '../verdict/refusal.ts';
import type { Rule } from './document-kind.ts';

/** Lines are numbered 1, 2, 3... without a gap. */
export const correlativeLines: Rule = (document) => {
  const lines = recordsIn(document, 'cuerpoDocumento');
  const wrong = lines.some((line, index) => integerIn(line, 'numItem') !== index + 1);
  return wrong ? refuseField('16', '019', 'Cuerpodocumento.numItem') : null;
};

/** `resumen.montoTotalOperacion`, which is the amount of the ledger for types 01 and 03. */
export function montoTotalOperacion(document: JsonRecord): unknown {
  return recordIn(document, 'resumen')['montoTotalOperacion'];
}
