/** Why the authority does not stamp a document. */
export interface Refusal {
  /** What part the refusal is about; see `ClasificaMsg`. */
  readonly clasificaMsg: ClasificaMsg;
  readonly codigoMsg: string;
  readonly descripcionMsg: string;
  readonly observaciones: readonly string[];
}

/**
 * `clasificaMsg` as the integration manual lists it: 10 received, 11 data of the document, 12 issuer, 13 receiver,
 * 14 related documents, 15 lines, 16 summary, 17 extension, 18 appendix, 19 security, 20 signature, 21 sale on
 * behalf of a third party, 98 structure, 99 general.
 */
export type ClasificaMsg =
  | '10'
  | '11'
  | '12'
  | '13'
  | '14'
  | '15'
  | '16'
  | '17'
  | '18'
  | '19'
  | '20'
  | '21'
  | '98'
  | '99';

/** The texts of all codes (Manual Tecnico para la Integracion, 02/2023, page 25). */
export const TEXT_BY_CODE = {
  '001': 'RECIBIDO',
  '002': 'RECIBIDO CON OBSERVACIONES',
  '003': 'VALOR NO VALIDO',
  '004': 'YA EXISTE UN REGISTRO CON ESE VALOR',
  '005': 'DEBE PROPORCIONAR UN VALOR',
  '006': 'FORMATO NO VALIDO',
  '007': 'VALOR NO ES PERMITIDO',
  '008': 'NO CORRESPONDE A CONTRIBUYENTE',
  '009': 'NIT CONTRIBUYENTE NO EXISTE',
  '010': 'CONTRIBUYENTE NO SE ENCUENTRA ACTIVO',
  '011': 'NO ES CONTRIBUYENTE IVA',
  '012': 'NO EXISTE EVENTO DE CONTINGENCIA',
  '013': 'NO ESTA ENTRE PERIODO REPORTADO EN EVENTO DE CONTINGENCIA',
  '014': 'NO EXISTE UN REGISTRO CON ESTE DATO',
  '015': 'DOCUMENTO SE ENCUENTRA ANULADO',
  '016': 'MONTO DE OPERACIÓN ES MAYOR AL DOCUMENTO RELACIONADO',
  '017': 'FECHA NO ES CORRECTA',
  '018': 'FECHA FUERA DE PLAZO PERMITIDO',
  '019': 'ERROR EN CORRELATIVO',
  '020': 'CALCULO INCORRECTO',
  '021': 'NO SE PUEDE VALIDAR CAMPO',
  '022': 'SERVICIO DE VALIDACION DE FIRMA NO DISPONIBLE',
  '023': 'FALTAN DATOS PARA VALIDAR INFORMACION',
  '024': 'VALOR EN CAMPO NO APLICA',
  '025': 'VALORES REPETIDOS',
  '026': 'NO SE PERMITEN VALORES DIFERENTES',
  '027': 'DATO NO COINCIDE CON DTE',
  '028': 'DTE ESTA RELACIONADO CON OTRO DTE',
  // Its words are not public; the meaning is.
  '095': 'EMISOR O TIPO DE DTE NO AUTORIZADO',
  '096': 'DOCUMENTO NO CUMPLE ESQUEMA JSON',
  '097': 'NO SE HA PROPORCIONADO DATOS PARA VALIDAR',
  '098': 'DATOS NO CUMPLEN ESTANDAR JSON',
  '099': 'ERROR NO CATALOGADO',
  '802': 'Firma no válida',
} as const;

export type KnownCode = keyof typeof TEXT_BY_CODE;

/** A refusal about one field: `[resumen.totalIva] CALCULO INCORRECTO`. */
export function refuseField(clasificaMsg: ClasificaMsg, codigoMsg: KnownCode, field: string): Refusal {
  return {
    clasificaMsg,
    codigoMsg,
    descripcionMsg: `[${field}] ${TEXT_BY_CODE[codigoMsg]}`,
    observaciones: [],
  };
}

/** A refusal about the document as a whole, with what was observed in it. */
export function refuse(
  clasificaMsg: ClasificaMsg,
  codigoMsg: KnownCode,
  observaciones: readonly string[] = [],
): Refusal {
  return { clasificaMsg, codigoMsg, descripcionMsg: TEXT_BY_CODE[codigoMsg], observaciones };
}

/** As the authority says it of an event; documents are told 008. */
export const NOT_OF_USER = '[emisor.nit] NO CORRESPONDE A USUARIO';

/** A field, and whether it is wrong. */
export type Check = readonly [
  wrong: boolean,
  clasificaMsg: ClasificaMsg,
  codigoMsg: KnownCode,
  field: string,
];

/** The refusal of the first check that finds something wrong; null where none does. */
export function firstOf(checks: readonly Check[]): Refusal | null {
  const found = checks.find(([wrong]) => wrong);
  return found === undefined ? null : refuseField(found[1], found[2], found[3]);
}

/** How the authority names the line of an index: `Cuerpodocumento.item.1` is the first. */
export function lineName(index: number): string {
  return `Cuerpodocumento.item.${index + 1}`;
}
