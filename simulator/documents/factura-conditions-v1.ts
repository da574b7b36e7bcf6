import { amountIn, integerIn, recordIn, recordsIn, textIn } from '../exact/json.ts';
import { compare, isZero, ratio } from '../exact/rational.ts';
import { matching } from '../shapes/formats.ts';
import { LINE_TRIBUTOS } from './catalogs.ts';
import {
  type Condition,
  conditionsOf,
  contingency,
  documentNumber,
  electronicRelated,
  isOneOf,
  nothingOf,
  otherDocuments,
} from './conditions-v1.ts';

/** From this amount on the structure of the first generation asks who the receiver is. */
const IDENTIFIED_FROM = ratio(1095n, 1n);

const isHyphenatedDui = matching(/^[0-9]{8}-[0-9]$/);

const LONGEST_PAPER_NUMBER = 20;

/** A document on paper has a shorter number than an electronic one. */
const paperRelated: Condition = (document, demand) => {
  for (const [index, related] of recordsIn(document, 'documentoRelacionado').entries()) {
    if (integerIn(related, 'tipoGeneracion') === 2) continue;
    const length = [...(textIn(related, 'numeroDocumento') ?? '')].length;
    const path = `#/documentoRelacionado/${index}/numeroDocumento`;
    demand(length <= LONGEST_PAPER_NUMBER, path, 'too_long');
  }
};

const receiver: Condition = (document, demand) => {
  const total = amountIn(recordIn(document, 'resumen'), 'montoTotalOperacion');
  const mustBeKnown = compare(total, IDENTIFIED_FROM) >= 0;
  if (document['receptor'] === null) {
    demand(!mustBeKnown, '#/receptor', 'type');
    return;
  }
  const receptor = recordIn(document, 'receptor');
  const hasNit = textIn(receptor, 'tipoDocumento') === '36';
  demand(hasNit || receptor['nrc'] === null, '#/receptor/nrc', 'type');
  for (const key of mustBeKnown ? ['tipoDocumento', 'numDocumento', 'nombre'] : []) {
    demand(receptor[key] !== null, `#/receptor/${key}`, 'type');
  }
};

const lines: Condition = (document, demand) => {
  for (const [index, line] of recordsIn(document, 'cuerpoDocumento').entries()) {
    const at = (key: string) => `#/cuerpoDocumento/${index}/${key}`;
    const isTax = integerIn(line, 'tipoItem') === 4;
    const tributos = line['tributos'];
    const untaxed = isZero(amountIn(line, 'ventaGravada'));
    const known = (code: unknown) => isOneOf(LINE_TRIBUTOS, code);
    demand(!untaxed || isZero(amountIn(line, 'ivaItem')), at('ivaItem'), 'above_maximum');
    demand(!(untaxed || isTax) || tributos === null, at('tributos'), 'type');
    demand((line['codTributo'] !== null) === isTax, at('codTributo'), 'type');
    demand(!isTax || integerIn(line, 'uniMedida') === 99, at('uniMedida'));
    demand(!Array.isArray(tributos) || isTax || tributos.every(known), at('tributos'));
  }
};

/** The conditions of `fe-fc-v1`. */
export const facturaConditionsV1 = conditionsOf(
  contingency,
  electronicRelated,
  paperRelated,
  receiver,
  documentNumber('receptor', isHyphenatedDui),
  otherDocuments,
  lines,
  nothingOf('ivaRete1'),
);
