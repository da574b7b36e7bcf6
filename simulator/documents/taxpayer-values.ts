import { integerIn, recordIn, recordsIn, textIn } from '../exact/json.ts';
import { isGenerationCode } from '../shapes/formats.ts';
import { firstOf, lineName, refuseField } from '../verdict/refusal.ts';
import { among, type CodedField, coded, inCatalog } from './coded-fields.ts';
import type { Rule } from './document-kind.ts';

/** Documents to which a CCF may refer (CAT-002): nota de remision and two of liquidation. */
export const CCF_RELATED = ['04', '08', '09'];

/** Documents that a note may adjust: a CCF, or a comprobante de retencion. */
export const NOTE_RELATED = ['03', '07'];

export const CCF_RELATED_CODE: CodedField = coded(
  'documentoRelacionado',
  'tipoDocumento',
  among(CCF_RELATED),
);
export const NOTE_RELATED_CODE: CodedField = coded(
  'documentoRelacionado',
  'tipoDocumento',
  among(NOTE_RELATED),
);
export const RETENTION_CODE: CodedField = coded('resumen', 'codigoRetencionMH', inCatalog('CAT-006'));

/** The receiver of a CCF, and of a note on one, is registered for VAT. */
export const registeredReceptor: Rule = (document) => {
  const nrc = textIn(recordIn(document, 'receptor'), 'nrc');
  return firstOf([[nrc === null, '13', '005', 'receptor.nrc']]);
};

/** Nobody issues a CCF to themselves. */
export const anotherReceptor: Rule = (document) => {
  const [receptor, emisor] = ['receptor', 'emisor'].map((part) => textIn(recordIn(document, part), 'nit'));
  return firstOf([[receptor === emisor, '13', '007', 'receptor.nit']]);
};

/** An electronic document is named by its generation code; the schemas of 2026 do not say so. */
export const relatedNumbers: Rule = (document) => {
  const wrong = recordsIn(document, 'documentoRelacionado').some(
    (each) =>
      integerIn(each, 'tipoGeneracion') === 2 && !isGenerationCode(textIn(each, 'numeroDocumento') ?? ''),
  );
  return wrong ? refuseField('14', '003', 'documentoRelacionado.numeroDocumento') : null;
};

/** A note adjusts documents of one type, and each of its lines one of them. */
export const adjustedDocuments: Rule = (document) => {
  const related = recordsIn(document, 'documentoRelacionado');
  const types = new Set(related.map((each) => each['tipoDocumento']));
  if (types.size > 1) return refuseField('14', '026', 'documentoRelacionado.tipoDocumento');
  const numbers = new Set(related.map((each) => each['numeroDocumento']));
  const wrong = recordsIn(document, 'cuerpoDocumento').findIndex(
    (line) => !numbers.has(line['numeroDocumento']),
  );
  return wrong < 0 ? null : refuseField('15', '003', lineName(wrong));
};

/** What a comprobante de retencion withheld has a code (CAT-006); a CCF has none. */
export const retentionCode: Rule = (document) => {
  const related = recordsIn(document, 'documentoRelacionado');
  const adjustsCcf = related.some((each) => each['tipoDocumento'] === '03');
  const code = recordIn(document, 'resumen')['codigoRetencionMH'];
  return firstOf([
    [adjustsCcf && code !== null, '16', '024', 'resumen.codigoRetencionMH'],
    [!adjustsCcf && code === null, '16', '005', 'resumen.codigoRetencionMH'],
  ]);
};
