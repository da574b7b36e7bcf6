import { amountIn, integerIn, type JsonRecord, recordIn, recordsIn, textIn } from '../exact/json.ts';
import { compare, isZero, ratio } from '../exact/rational.ts';
import { type ClasificaMsg, type KnownCode, type Refusal, refuseField } from '../verdict/refusal.ts';
import {
  FACTURA_RELATED,
  LINE_COD_TRIBUTO,
  LINE_TRIBUTOS,
  PAYMENT_CODES,
  PLAZOS,
  RECEPTOR_DOCUMENTS,
  RESUMEN_TRIBUTOS,
} from './catalogs.ts';
import type { Rule } from './document-kind.ts';

/** From this amount on the buyer must be identified (DGII notice of 5 September 2024, CT 114). */
const IDENTIFIED_FROM = ratio(25_000n, 1n);

/** The code of VAT, which a factura includes in its prices and therefore never lists. */
const STANDARD_VAT = '20';

type Check = readonly [wrong: boolean, clasificaMsg: ClasificaMsg, codigoMsg: KnownCode, field: string];

function firstOf(checks: readonly Check[]): Refusal | null {
  const found = checks.find(([wrong]) => wrong);
  return found === undefined ? null : refuseField(found[1], found[2], found[3]);
}

/** Normal transmission goes with model 1 and no reason; contingency with model 2 and its type (Manual de Eventos). */
export const contingencyValues: Rule = (document) => {
  const identificacion = recordIn(document, 'identificacion');
  const normal = integerIn(identificacion, 'tipoOperacion') === 1;
  const kind = integerIn(identificacion, 'tipoContingencia');
  const reason = identificacion['motivoContin'];
  const model = integerIn(identificacion, 'tipoModelo');
  return firstOf([
    [model !== (normal ? 1 : 2), '11', '024', 'identificacion.tipoModelo'],
    [normal && kind !== null, '11', '024', 'identificacion.tipoContingencia'],
    [!normal && kind === null, '11', '005', 'identificacion.tipoContingencia'],
    [normal && reason !== null, '11', '024', 'identificacion.motivoContin'],
    [kind === 5 && reason === null, '11', '005', 'identificacion.motivoContin'],
  ]);
};

/** Codes that the schema of 2026 leaves open and the catalogs do not. */
export const catalogValues: Rule = (document) => {
  const resumen = recordIn(document, 'resumen');
  const condition = integerIn(resumen, 'condicionOperacion') ?? 0;
  const pagos = recordsIn(resumen, 'pagos');
  const tributos = recordsIn(resumen, 'tributos').filter((each) => each['codigo'] !== STANDARD_VAT);
  const related = recordsIn(document, 'documentoRelacionado');
  const kind = textIn(recordIn(document, 'receptor'), 'tipoDocumento');
  return (
    firstOf([
      [
        !related.every((each) => isOneOf(each, 'tipoDocumento', FACTURA_RELATED)),
        ...wrongRelated('tipoDocumento'),
      ],
      [!related.every(hasKnownGeneration), ...wrongRelated('tipoGeneracion')],
      [kind !== null && !RECEPTOR_DOCUMENTS.includes(kind), '13', '003', 'receptor.tipoDocumento'],
      [![1, 2, 3].includes(condition), '16', '003', 'resumen.condicionOperacion'],
      [!pagos.every((each) => isOneOf(each, 'codigo', PAYMENT_CODES)), '16', '003', 'resumen.pagos.codigo'],
      [!pagos.every((each) => isOneOf(each, 'plazo', [null, ...PLAZOS])), '16', '003', 'resumen.pagos.plazo'],
      [
        !tributos.every((each) => isOneOf(each, 'codigo', RESUMEN_TRIBUTOS)),
        '16',
        '003',
        'resumen.tributos.codigo',
      ],
    ]) ?? firstWrongLine(document)
  );
};

function wrongRelated(key: string): readonly [ClasificaMsg, KnownCode, string] {
  return ['14', '003', `documentoRelacionado.${key}`];
}

function hasKnownGeneration(related: JsonRecord): boolean {
  return [1, 2].includes(integerIn(related, 'tipoGeneracion') ?? 0);
}

function isOneOf(record: JsonRecord, key: string, values: readonly unknown[]): boolean {
  return values.includes(record[key]);
}

function firstWrongLine(document: JsonRecord): Refusal | null {
  for (const [index, line] of recordsIn(document, 'cuerpoDocumento').entries()) {
    const refusal = wrongLine(line, `Cuerpodocumento.item.${index + 1}`);
    if (refusal !== null) return refusal;
  }
  return null;
}

function wrongLine(line: JsonRecord, field: string): Refusal | null {
  const kind = integerIn(line, 'tipoItem') ?? 0;
  const isTax = kind === 4;
  const codTributo = textIn(line, 'codTributo');
  const tributos = codesIn(line, 'tributos');
  const untaxed = isZero(amountIn(line, 'ventaGravada'));
  return firstOf([
    [![1, 2, 3, 4].includes(kind), '15', '003', field],
    [isTax && !LINE_COD_TRIBUTO.includes(codTributo ?? ''), '15', '003', field],
    [!isTax && codTributo !== null, '15', '024', field],
    [isTax && integerIn(line, 'uniMedida') !== 99, '15', '024', field],
    [(isTax || untaxed) && tributos.length > 0, '15', '024', field],
    [!tributos.every((code) => code === STANDARD_VAT || LINE_TRIBUTOS.includes(code)), '15', '003', field],
  ]);
}

function codesIn(line: JsonRecord, key: string): readonly string[] {
  const value = line[key];
  return Array.isArray(value) ? value.filter((code) => typeof code === 'string') : [];
}

/** A factura's prices include VAT: tributo 20 appears neither in its lines nor in its summary. */
export const noStandardTax: Rule = (document) => {
  const lines = recordsIn(document, 'cuerpoDocumento');
  const wrong = lines.findIndex((line) => codesIn(line, 'tributos').includes(STANDARD_VAT));
  const tributos = recordsIn(recordIn(document, 'resumen'), 'tributos');
  return firstOf([
    [wrong >= 0, '15', '024', `Cuerpodocumento.item.${wrong + 1}`],
    [tributos.some((each) => each['codigo'] === STANDARD_VAT), '16', '024', 'resumen.tributos.codigo'],
  ]);
};

/** A sale on credit whose payments are listed names the term of at least one of them. */
export const creditTerms: Rule = (document) => {
  const resumen = recordIn(document, 'resumen');
  const pagos = recordsIn(resumen, 'pagos');
  const onCredit = integerIn(resumen, 'condicionOperacion') === 2 && pagos.length > 0;
  const hasTerm = pagos.some((each) => each['plazo'] !== null && each['periodo'] !== null);
  return firstOf([[onCredit && !hasTerm, '16', '005', 'resumen.pagos.plazo']]);
};

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
