import { amountIn, integerIn, type JsonRecord, recordIn, recordsIn, textIn } from '../exact/json.ts';
import { isZero } from '../exact/rational.ts';
import type { Fault, Problem } from '../shapes/fault.ts';
import { type Format, isGenerationCode, isNit } from '../shapes/formats.ts';

/**
 * The conditions of the first generation's schemas, which the authority enforces as part of the structure. Each
 * type composes its own from these.
 */
export type Demand = (holds: boolean, path: string, problem?: Problem) => void;

/** What one part of the conditions demands of a document. */
export type Condition = (document: JsonRecord, demand: Demand) => void;

/** The faults of all conditions together; a demand without a problem is about a value. */
export function conditionsOf(
  ...conditions: readonly Condition[]
): (document: JsonRecord) => readonly Fault[] {
  return (document) => {
    const faults: Fault[] = [];
    const demand: Demand = (holds, path, problem = 'value') => {
      if (!holds) faults.push({ path, problem });
    };
    for (const condition of conditions) condition(document, demand);
    return faults;
  };
}

/** Normal transmission has model 1 and no contingency; contingency has model 2, its kind and sometimes a reason. */
export const contingency: Condition = (document, demand) => {
  const identificacion = recordIn(document, 'identificacion');
  const at = (key: string) => `#/identificacion/${key}`;
  const normal = integerIn(identificacion, 'tipoOperacion') === 1;
  const kind = integerIn(identificacion, 'tipoContingencia');
  const reason = textIn(identificacion, 'motivoContin');
  demand(integerIn(identificacion, 'tipoModelo') === (normal ? 1 : 2), at('tipoModelo'));
  demand(normal === (kind === null), at('tipoContingencia'), 'type');
  demand(!normal || reason === null, at('motivoContin'), 'type');
  demand(kind !== 5 || reason !== null, at('motivoContin'), 'type');
};

/** An electronic document is named by its generation code. */
export const electronicRelated: Condition = (document, demand) => {
  for (const [index, related] of recordsIn(document, 'documentoRelacionado').entries()) {
    if (integerIn(related, 'tipoGeneracion') !== 2) continue;
    const number = textIn(related, 'numeroDocumento') ?? '';
    demand(isGenerationCode(number), `#/documentoRelacionado/${index}/numeroDocumento`, 'format');
  }
};

/** A physician's document has a physician, any other is described. */
export const otherDocuments: Condition = (document, demand) => {
  for (const [index, each] of recordsIn(document, 'otrosDocumentos').entries()) {
    const at = (key: string) => `#/otrosDocumentos/${index}/${key}`;
    const medical = integerIn(each, 'codDocAsociado') === 3;
    demand((each['medico'] !== null) === medical, at('medico'), 'type');
    demand((each['descDocumento'] === null) === medical, at('descDocumento'), 'type');
    demand((each['detalleDocumento'] === null) === medical, at('detalleDocumento'), 'type');
    if (each['medico'] === null) continue;
    const medico = recordIn(each, 'medico');
    demand(medico['nit'] !== null || medico['docIdentificacion'] !== null, at('medico/nit'), 'type');
  }
};

/** The number of a NIT (36) and of a DUI (13) has its form. */
export function documentNumber(party: string, isDui: Format): Condition {
  return (document, demand) => {
    const who = recordIn(document, party);
    const kind = textIn(who, 'tipoDocumento');
    const number = textIn(who, 'numDocumento');
    const path = `#/${party}/numDocumento`;
    if (kind === '36') demand(number !== null && isNit(number), path, 'format');
    if (kind === '13') demand(number !== null && isDui(number), path, 'format');
  };
}

/** On credit, every payment has its term. */
export const termOfEachPayment: Condition = (document, demand) => {
  const resumen = recordIn(document, 'resumen');
  if (integerIn(resumen, 'condicionOperacion') !== 2) return;
  for (const [index, pago] of recordsIn(resumen, 'pagos').entries()) {
    demand(pago['plazo'] !== null, `#/resumen/pagos/${index}/plazo`, 'type');
    demand(pago['periodo'] !== null, `#/resumen/pagos/${index}/periodo`, 'type');
  }
};

/** Lines of types 03 and 05: what is taxed lists taxes, among which a tax that is a line lists VAT alone. */
export function netLines(known: readonly string[]): Condition {
  return (document, demand) => {
    for (const [index, line] of recordsIn(document, 'cuerpoDocumento').entries()) {
      const at = (key: string) => `#/cuerpoDocumento/${index}/${key}`;
      const isTax = integerIn(line, 'tipoItem') === 4;
      const tributos = line['tributos'];
      const listed = Array.isArray(tributos);
      const codes: readonly unknown[] = listed ? tributos : [];
      demand(listed === !isZero(amountIn(line, 'ventaGravada')), at('tributos'), 'type');
      demand(!isTax || listed, at('tributos'), 'type');
      demand(
        codes.every((code) => (isTax ? code === '20' : isOneOf(known, code))),
        at('tributos'),
      );
      demand((line['codTributo'] !== null) === isTax, at('codTributo'), 'type');
      demand(!isTax || integerIn(line, 'uniMedida') === 99, at('uniMedida'));
    }
  };
}

export function isOneOf(known: readonly string[], code: unknown): boolean {
  return typeof code === 'string' && known.includes(code);
}

/** Where nothing is taxed, none of these is more than zero. */
export function nothingOf(...keys: readonly string[]): Condition {
  return (document, demand) => {
    const resumen = recordIn(document, 'resumen');
    const untaxed = isZero(amountIn(resumen, 'totalGravada'));
    for (const key of keys) {
      demand(!untaxed || isZero(amountIn(resumen, key)), `#/resumen/${key}`, 'above_maximum');
    }
  };
}
