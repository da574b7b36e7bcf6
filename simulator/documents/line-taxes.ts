import { amountIn, integerIn, type JsonRecord, recordIn, recordsIn, textIn, textsIn } from '../exact/json.ts';
import { isZero } from '../exact/rational.ts';
import { firstOf, lineName, type Refusal } from '../verdict/refusal.ts';
import { LINE_COD_TRIBUTO, LINE_TRIBUTOS } from './catalogs.ts';
import type { Rule } from './document-kind.ts';

/** The code of VAT at 13 % (CAT-015). */
export const STANDARD_VAT = '20';

/** A line that is a tax (`tipoItem` 4) names it and is counted in no unit; no other line names one. */
export const taxLines: Rule = (document) =>
  firstWrongLine(document, (line, field) => {
    const codTributo = textIn(line, 'codTributo');
    const isTax = integerIn(line, 'tipoItem') === 4;
    return firstOf([
      [isTax && !LINE_COD_TRIBUTO.includes(codTributo ?? ''), '15', '003', field],
      [!isTax && codTributo !== null, '15', '024', field],
      [isTax && integerIn(line, 'uniMedida') !== 99, '15', '024', field],
    ]);
  });

/** A factura's prices include VAT: tributo 20 appears neither in its lines nor in its summary. */
export const taxesBesideIncludedVat: Rule = (document) => {
  const tributos = recordsIn(recordIn(document, 'resumen'), 'tributos');
  const listed = tributos.some((each) => each['codigo'] === STANDARD_VAT);
  return (
    firstWrongLine(document, (line, field) => {
      const codes = textsIn(line, 'tributos');
      const none = integerIn(line, 'tipoItem') === 4 || isZero(amountIn(line, 'ventaGravada'));
      return firstOf([
        [none && codes.length > 0, '15', '024', field],
        [codes.includes(STANDARD_VAT), '15', '024', field],
        [!codes.every((code) => LINE_TRIBUTOS.includes(code)), '15', '003', field],
      ]);
    }) ?? firstOf([[listed, '16', '024', 'resumen.tributos.codigo']])
  );
};

/** Types 03 and 05: what is taxed lists VAT, and a tax that is a line lists nothing else. */
export const vatOnTaxedLines: Rule = (document) =>
  firstWrongLine(document, (line, field) => {
    const codes = textsIn(line, 'tributos');
    const untaxed = isZero(amountIn(line, 'ventaGravada'));
    const isTax = integerIn(line, 'tipoItem') === 4;
    const known = (code: string) => code === STANDARD_VAT || (!isTax && LINE_TRIBUTOS.includes(code));
    return firstOf([
      [untaxed && codes.length > 0, '15', '024', field],
      [!untaxed && codes.length === 0, '15', '005', field],
      [!untaxed && !codes.includes(STANDARD_VAT), '15', '003', field],
      [!codes.every(known), '15', '003', field],
    ]);
  });

type LineCheck = (line: JsonRecord, field: string) => Refusal | null;

/** The refusal of the first line in which something is wrong. */
export function firstWrongLine(document: JsonRecord, check: LineCheck): Refusal | null {
  for (const [index, line] of recordsIn(document, 'cuerpoDocumento').entries()) {
    const refusal = check(line, lineName(index));
    if (refusal !== null) return refusal;
  }
  return null;
}
