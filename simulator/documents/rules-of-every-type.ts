import { integerIn, type JsonRecord, recordIn, recordsIn } from '../exact/json.ts';
import { firstOf, refuseField } from '../verdict/refusal.ts';
import { PAYMENT_CODES, PLAZOS, RECEPTOR_DOCUMENTS } from './catalogs.ts';
import { among, type CodedField, coded, inCatalog } from './coded-fields.ts';
import type { Rule } from './document-kind.ts';

/** Lines are numbered 1, 2, 3... without a gap. */
export const correlativeLines: Rule = (document) => {
  const lines = recordsIn(document, 'cuerpoDocumento');
  const wrong = lines.some((line, index) => integerIn(line, 'numItem') !== index + 1);
  return wrong ? refuseField('16', '019', 'Cuerpodocumento.numItem') : null;
};

/** `resumen.montoTotalOperacion`, the amount of the ledger for every type but 14. */
export function montoTotalOperacion(document: JsonRecord): unknown {
  return recordIn(document, 'resumen')['montoTotalOperacion'];
}

/**
 * Normal transmission goes with model 1 and no reason; contingency with model 2 and its type (Manual de Eventos).
 * Version 1 of type 11 misspells the field of the reason.
 */
export function contingencyValues(motivo: 'motivoContin' | 'motivoContigencia'): Rule {
  return (document) => {
    const identificacion = recordIn(document, 'identificacion');
    const normal = integerIn(identificacion, 'tipoOperacion') === 1;
    const kind = integerIn(identificacion, 'tipoContingencia');
    const reason = identificacion[motivo];
    const model = integerIn(identificacion, 'tipoModelo');
    return firstOf([
      [model !== (normal ? 1 : 2), '11', '024', 'identificacion.tipoModelo'],
      [normal && kind !== null, '11', '024', 'identificacion.tipoContingencia'],
      [!normal && kind === null, '11', '005', 'identificacion.tipoContingencia'],
      [normal && reason !== null, '11', '024', `identificacion.${motivo}`],
      [kind === 5 && reason === null, '11', '005', `identificacion.${motivo}`],
    ]);
  };
}

/** A sale on credit whose payments are listed names the term of at least one of them. */
export const creditTerms: Rule = (document) => {
  const resumen = recordIn(document, 'resumen');
  const pagos = recordsIn(resumen, 'pagos');
  const onCredit = integerIn(resumen, 'condicionOperacion') === 2 && pagos.length > 0;
  const hasTerm = pagos.some((each) => each['plazo'] !== null && each['periodo'] !== null);
  return firstOf([[onCredit && !hasTerm, '16', '005', 'resumen.pagos.plazo']]);
};

/** Codes that no schema lists, in both generations; a part that a type lacks holds no code. */
export const CODES_OF_EVERY_TYPE: readonly CodedField[] = [
  coded('emisor', 'codActividad', inCatalog('CAT-019')),
  coded('receptor', 'codActividad', inCatalog('CAT-019')),
  coded('sujetoExcluido', 'codActividad', inCatalog('CAT-019')),
  coded('resumen.pagos', 'codigo', among(PAYMENT_CODES)),
  coded('cuerpoDocumento', 'uniMedida', inCatalog('CAT-014')),
];

/** Codes that the schemas of 2026 leave open besides. */
export const CODES_OF_2026: readonly CodedField[] = [
  coded('documentoRelacionado', 'tipoGeneracion', inCatalog('CAT-007')),
  coded('receptor', 'tipoDocumento', among(RECEPTOR_DOCUMENTS)),
  coded('ventaTercero', 'codDomiciliado', inCatalog('CAT-032')),
  coded('resumen', 'condicionOperacion', inCatalog('CAT-016')),
  coded('resumen.pagos', 'plazo', among(PLAZOS)),
  coded('cuerpoDocumento', 'tipoItem', inCatalog('CAT-011')),
  ...CODES_OF_EVERY_TYPE,
];
