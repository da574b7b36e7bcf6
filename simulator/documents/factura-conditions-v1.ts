import { amountIn, integerIn, type JsonRecord, recordIn, recordsIn, textIn } from '../exact/json.ts';
import { compare, isZero, ratio } from '../exact/rational.ts';
import type { Fault, Problem } from '../shapes/fault.ts';
import { isGenerationCode, isNit } from '../shapes/formats.ts';
import { LINE_TRIBUTOS } from './catalogs.ts';

/** Collects faults for conditions that do not hold. */
type Demand = (holds: boolean, path: string, problem?: Problem) => void;

/** From this amount on the structure of the first generation asks who the receiver is. */
const IDENTIFIED_FROM = ratio(1095n, 1n);

const DUI = /^[0-9]{8}-[0-9]$/;

/** The conditions of `fe-fc-v1`, which the authority enforces as part of the structure. */
export function facturaConditionsV1(document: JsonRecord): readonly Fault[] {
  const faults: Fault[] = [];
  const demand: Demand = (holds, path, problem = 'value') => {
    if (!holds) faults.push({ path, problem });
  };
  contingency(recordIn(document, 'identificacion'), demand);
  relatedDocuments(recordsIn(document, 'documentoRelacionado'), demand);
  receiver(document, demand);
  otherDocuments(recordsIn(document, 'otrosDocumentos'), demand);
  lines(recordsIn(document, 'cuerpoDocumento'), demand);
  const resumen = recordIn(document, 'resumen');
  const untaxed = isZero(amountIn(resumen, 'totalGravada'));
  demand(!untaxed || isZero(amountIn(resumen, 'ivaRete1')), '#/resumen/ivaRete1', 'above_maximum');
  return faults;
}

function contingency(identificacion: JsonRecord, demand: Demand): void {
  const at = (key: string) => `#/identificacion/${key}`;
  const normal = integerIn(identificacion, 'tipoOperacion') === 1;
  const kind = integerIn(identificacion, 'tipoContingencia');
  const reason = textIn(identificacion, 'motivoContin');
  demand(integerIn(identificacion, 'tipoModelo') === (normal ? 1 : 2), at('tipoModelo'));
  demand(normal === (kind === null), at('tipoContingencia'), 'type');
  demand(!normal || reason === null, at('motivoContin'), 'type');
  demand(kind !== 5 || reason !== null, at('motivoContin'), 'type');
}

function relatedDocuments(related: readonly JsonRecord[], demand: Demand): void {
  for (const [index, each] of related.entries()) {
    const number = textIn(each, 'numeroDocumento') ?? '';
    const electronic = integerIn(each, 'tipoGeneracion') === 2;
    const path = `#/documentoRelacionado/${index}/numeroDocumento`;
    if (electronic) demand(isGenerationCode(number), path, 'format');
    else demand([...number].length <= 20, path, 'too_long');
  }
}

function receiver(document: JsonRecord, demand: Demand): void {
  const total = amountIn(recordIn(document, 'resumen'), 'montoTotalOperacion');
  const mustBeKnown = compare(total, IDENTIFIED_FROM) >= 0;
  if (document['receptor'] === null) {
    demand(!mustBeKnown, '#/receptor', 'type');
    return;
  }
  const receptor = recordIn(document, 'receptor');
  const kind = textIn(receptor, 'tipoDocumento');
  const number = textIn(receptor, 'numDocumento');
  if (kind === '36') demand(number !== null && isNit(number), '#/receptor/numDocumento', 'format');
  else demand(receptor['nrc'] === null, '#/receptor/nrc', 'type');
  if (kind === '13') demand(number !== null && DUI.test(number), '#/receptor/numDocumento', 'format');
  for (const key of mustBeKnown ? ['tipoDocumento', 'numDocumento', 'nombre'] : []) {
    demand(receptor[key] !== null, `#/receptor/${key}`, 'type');
  }
}

function otherDocuments(others: readonly JsonRecord[], demand: Demand): void {
  for (const [index, each] of others.entries()) {
    const at = (key: string) => `#/otrosDocumentos/${index}/${key}`;
    const medical = integerIn(each, 'codDocAsociado') === 3;
    demand((each['medico'] !== null) === medical, at('medico'), 'type');
    demand((each['descDocumento'] === null) === medical, at('descDocumento'), 'type');
    demand((each['detalleDocumento'] === null) === medical, at('detalleDocumento'), 'type');
    if (each['medico'] === null) continue;
    const medico = recordIn(each, 'medico');
    demand(medico['nit'] !== null || medico['docIdentificacion'] !== null, at('medico/nit'), 'type');
  }
}

function lines(all: readonly JsonRecord[], demand: Demand): void {
  for (const [index, line] of all.entries()) {
    const at = (key: string) => `#/cuerpoDocumento/${index}/${key}`;
    const isTax = integerIn(line, 'tipoItem') === 4;
    const tributos = line['tributos'];
    const untaxed = isZero(amountIn(line, 'ventaGravada'));
    demand(!untaxed || isZero(amountIn(line, 'ivaItem')), at('ivaItem'), 'above_maximum');
    demand(!(untaxed || isTax) || tributos === null, at('tributos'), 'type');
    demand((line['codTributo'] !== null) === isTax, at('codTributo'), 'type');
    demand(!isTax || integerIn(line, 'uniMedida') === 99, at('uniMedida'));
    demand(!Array.isArray(tributos) || isTax || tributos.every(isLineTributo), at('tributos'));
  }
}

function isLineTributo(code: unknown): boolean {
  return typeof code === 'string' && LINE_TRIBUTOS.includes(code);
}
