import type { TipoDte } from '../dte/kinds.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { NOTA_CREDITO } from '../dte/types/nota-credito.ts';

/** What a caller does with a datum of its own. */
export type Mending = 'correct' | 'send' | 'remove';

/** What a code of the authority means, in Spanish sentences. */
export interface Meaning {
  readonly why: string;
  readonly mending?: Mending;
  /** What to do, where that does not follow from whose the datum is. */
  readonly remedy?: string;
  /** Whose the fault is where the authority names no datum. */
  readonly origin?: 'request' | 'company' | 'sello';
  /** False where the same request would be rejected again whatever is corrected. */
  readonly sameReference?: false;
}

/** What was rejected: a document of a type, or the invalidation of one. */
export type Subject = TipoDte | 'invalidation';

/** What a code means of some subjects, or of one datum of theirs. */
interface Special extends Meaning {
  readonly of?: Subject;
  /** With what the official path begins, without indexes. */
  readonly at?: string;
}

/** A code of the authority. */
export interface Code extends Meaning {
  /** In the authority's words (Manual Técnico V1.0, page 25; LIN8, page 26). */
  readonly text: string;
  /**
   * What an answer that does not reject does: it stamps, or says nothing of the document, which is then sent or asked about
   * again. `access` says nothing of it only where it names neither the document nor a datum of it; where it does, it is a
   * rejection under a code that nobody knows.
   */
  readonly outcome?: 'stamped' | 'no_verdict' | 'access';
  readonly special?: readonly Special[];
  /** False where it is about no datum of the document: where the authority's words name one, these count. */
  readonly isOfData?: false;
}

const TELL_OPERATOR = 'Avise a quien administra Sello, con el número de control';
const AGAIN = 'repita la misma referencia';
const YOURS_IS_RIGHT = 'Su solicitud está bien.';

/** The codes of reception, consultation and invalidation. */
const MESSAGES: Readonly<Record<string, Code>> = {
  '001': { text: 'RECIBIDO', outcome: 'stamped', why: 'El documento tiene sello.', remedy: 'Nada.' },
  '002': {
    text: 'RECIBIDO CON OBSERVACIONES',
    outcome: 'stamped',
    why: 'El documento tiene sello y es válido; lo que Hacienda observa está en dte_message.',
    remedy: 'No lo repita. Lea dte_message y tómelo en cuenta en las próximas ventas.',
  },
  '003': {
    text: 'VALOR NO VALIDO',
    why: 'Hacienda no acepta este valor: no está en su catálogo, o contradice otro dato del documento.',
  },
  '004': {
    text: 'YA EXISTE UN REGISTRO CON ESE VALOR',
    why: 'Hacienda ya tiene un documento sellado con este valor.',
    special: [
      {
        at: 'identificacion.numeroControl',
        why: 'Hacienda ya tiene otro documento de la empresa con este número de control: otro sistema numera con la misma serie.',
        remedy: `${YOURS_IS_RIGHT} Repita la misma referencia, nunca otra: Sello comprueba de quién es el número y, si es de otro sistema, da el siguiente a esta venta. Avise a quien administra Sello: «sello numbers» nombra la serie.`,
      },
      {
        at: 'identificacion.codigoGeneracion',
        why: 'Hacienda ya tiene un documento con este código de generación: casi siempre es este mismo, de un envío cuya respuesta se perdió.',
        remedy: `${YOURS_IS_RIGHT} Repita la misma referencia: Sello pregunta por el código y, si tiene sello, lo toma. Con otra referencia la venta se emitiría dos veces.`,
      },
    ],
  },
  '005': {
    text: 'DEBE PROPORCIONAR UN VALOR',
    why: 'Falta un dato que Hacienda exige en este documento.',
    mending: 'send',
  },
  '006': { text: 'FORMATO NO VALIDO', why: 'El valor no tiene la forma que Hacienda exige.' },
  '007': {
    text: 'VALOR NO ES PERMITIDO',
    why: 'Hacienda no permite este valor en este documento.',
    mending: 'remove',
  },
  '008': {
    text: 'NO CORRESPONDE A CONTRIBUYENTE',
    why: 'El número existe, pero no es el del contribuyente que el documento dice.',
  },
  '009': { text: 'NIT CONTRIBUYENTE NO EXISTE', why: 'Hacienda no tiene ningún contribuyente con este NIT.' },
  '010': {
    text: 'CONTRIBUYENTE NO SE ENCUENTRA ACTIVO',
    why: 'El contribuyente existe, pero Hacienda lo tiene como inactivo.',
    special: [
      {
        of: CREDITO_FISCAL.code,
        at: 'receptor',
        why: 'Hacienda tiene al cliente como contribuyente inactivo.',
        remedy: `Pida al cliente su NIT y su NRC: si alguno está mal escrito, corríjalo y ${AGAIN}. Si están bien, mientras siga inactivo no se le emite crédito fiscal: emítale una factura (doc_type 01) con otra referencia.`,
      },
    ],
  },
  '011': {
    text: 'NO ES CONTRIBUYENTE IVA',
    why: 'La persona no está inscrita como contribuyente del IVA.',
    special: [
      {
        of: CREDITO_FISCAL.code,
        at: 'receptor',
        why: 'El cliente no está inscrito como contribuyente del IVA, y un crédito fiscal solo se emite a quien lo está.',
        remedy: `Pida al cliente su NIT y su NRC: si alguno está mal escrito, corríjalo y ${AGAIN}. Si no está inscrito, emítale una factura (doc_type 01) con otra referencia.`,
      },
    ],
  },
  '012': {
    text: 'NO EXISTE EVENTO DE CONTINGENCIA',
    origin: 'sello',
    why: 'El documento se emitió en contingencia, y Hacienda no tiene sellado ningún evento que lo reporte.',
    remedy: `${YOURS_IS_RIGHT} El evento es de Sello. ${TELL_OPERATOR}: «sello doctor» muestra los eventos sin sello. Después ${AGAIN}.`,
  },
  '013': {
    text: 'NO ESTA ENTRE PERIODO REPORTADO EN EVENTO DE CONTINGENCIA',
    origin: 'sello',
    why: 'El documento se emitió en contingencia, fuera de las horas que reporta el evento que lo lista.',
    remedy: `${YOURS_IS_RIGHT} El evento es de Sello. ${TELL_OPERATOR}: «sello doctor» compara los relojes y muestra los eventos. Después ${AGAIN}.`,
  },
  '014': {
    text: 'NO EXISTE UN REGISTRO CON ESTE DATO',
    why: 'Hacienda no encuentra ningún registro con este dato.',
    special: [
      {
        of: NOTA_CREDITO.code,
        why: 'Hacienda no encuentra el crédito fiscal que la nota ajusta.',
        remedy: `Consulte ese crédito fiscal en GET /status: si no tiene sello, espere a que lo tenga y ${AGAIN}. Si nombró otro por error, use otra referencia: una nota no cambia de crédito fiscal.`,
      },
      {
        of: 'invalidation',
        at: 'documento.codigoGeneracionR',
        why: 'Hacienda no encuentra sellado el documento que reemplaza al invalidado.',
      },
      {
        of: 'invalidation',
        why: 'Hacienda no encuentra sellado el documento que se quiere invalidar.',
        remedy: `${TELL_OPERATOR}: «sello verify» compara lo guardado con lo que selló Hacienda. Después repita la misma solicitud.`,
      },
    ],
  },
  '015': {
    text: 'DOCUMENTO SE ENCUENTRA ANULADO',
    why: 'El documento que se nombra ya está invalidado en Hacienda.',
    special: [
      {
        of: NOTA_CREDITO.code,
        why: 'El crédito fiscal que la nota ajusta ya está invalidado en Hacienda: no queda nada que ajustar.',
        remedy:
          'No repita esta nota: no cambia de crédito fiscal. Si quería ajustar otro, use otra referencia con su document_id. Si usted no lo invalidó, otro sistema lo hizo: avise a quien administra Sello.',
        sameReference: false,
      },
      {
        of: 'invalidation',
        at: 'documento.codigoGeneracionR',
        why: 'El documento que debía reemplazar al invalidado está, él mismo, invalidado.',
      },
    ],
  },
  '016': {
    text: 'MONTO DE OPERACIÓN ES MAYOR AL DOCUMENTO RELACIONADO',
    origin: 'request',
    why: 'La nota suma más de lo que Hacienda tiene por ajustar de ese crédito fiscal.',
    remedy: `Baje lines[].quantity o lines[].unit_price hasta lo que dice ccf_remaining_amount en GET /status del crédito fiscal, y ${AGAIN}. Si ya cabía, hay notas de otro sistema: consulte a su contador.`,
  },
  '017': {
    text: 'FECHA NO ES CORRECTA',
    origin: 'sello',
    why: 'Hacienda no acepta la fecha u hora de emisión: por su reloj todavía no ha llegado.',
    remedy: `${YOURS_IS_RIGHT} Sello pone la fecha con el número, y ya no cambian: espere a que pase la hora de emisión y ${AGAIN}. Avise a quien administra Sello, que revisa la hora del servidor con «sello doctor».`,
    special: [
      {
        of: 'invalidation',
        why: 'Hacienda no acepta la fecha u hora de la invalidación.',
        remedy:
          'Su solicitud está bien: Sello pone la fecha. Avise a quien administra Sello, que revisa la hora del servidor con «sello doctor», y repita la misma solicitud.',
      },
      {
        at: 'documentoRelacionado',
        why: 'La fecha no es la que Hacienda tiene del crédito fiscal que se ajusta.',
      },
    ],
  },
  '018': {
    text: 'FECHA FUERA DE PLAZO PERMITIDO',
    origin: 'sello',
    why: 'El documento llegó tarde a Hacienda: su fecha de emisión quedó fija con el número y está fuera de plazo.',
    remedy:
      'No repita esta referencia, que conserva su fecha: se rechazaría igual. Confirme en GET /status que sigue rechazado y emita la venta con otra referencia, que tendrá número y fecha de hoy.',
    sameReference: false,
    special: [
      {
        of: 'invalidation',
        why: 'Pasó el plazo en que Hacienda deja invalidar este documento.',
        remedy:
          'No lo repita: el documento sigue vigente y ya no se invalida. Un crédito fiscal se ajusta con una nota (POST /credit-memo) en el plazo de notas de su empresa, 90 días hábiles si no tiene otro; para otros, consulte a su contador.',
        sameReference: false,
      },
      {
        at: 'documentoRelacionado',
        why: 'El crédito fiscal es demasiado antiguo para una nota.',
        remedy: 'No la repita: ya no se ajusta con una nota. Consulte a su contador.',
        sameReference: false,
      },
    ],
  },
  '019': { text: 'ERROR EN CORRELATIVO', why: 'Las líneas no van numeradas 1, 2, 3 y así.' },
  '020': {
    text: 'CALCULO INCORRECTO',
    why: 'Hacienda calcula otro monto con los demás datos del documento.',
    special: [
      {
        at: 'cuerpoDocumento',
        why: 'Hacienda calcula otro monto en esta línea.',
        remedy: `Los montos de la línea los calcula Sello de quantity, unit_price, discount_percentage y sale_type. Revíselos; si están bien, avise a quien administra Sello, con el número de control. Después ${AGAIN}.`,
      },
    ],
  },
  '021': {
    text: 'NO SE PUEDE VALIDAR CAMPO',
    why: 'Hacienda no pudo comprobar este dato: falta otro del que depende, o no lo encuentra en sus registros.',
  },
  '022': {
    text: 'SERVICIO DE VALIDACION DE FIRMA NO DISPONIBLE',
    outcome: 'no_verdict',
    why: 'Hacienda no pudo comprobar la firma: falla suya, que no dice nada del documento.',
    remedy: 'Nada: la respuesta dice contingency y Sello lo intenta de nuevo.',
  },
  '023': {
    text: 'FALTAN DATOS PARA VALIDAR INFORMACION',
    why: 'A Hacienda le faltan datos para comprobar este.',
    mending: 'send',
  },
  '024': {
    text: 'VALOR EN CAMPO NO APLICA',
    why: 'Este dato no corresponde en este documento, o no junto con otro.',
    mending: 'remove',
  },
  '025': {
    text: 'VALORES REPETIDOS',
    why: 'El valor está más de una vez donde debe estar una.',
    special: [
      { at: 'documento.codigoGeneracionR', why: 'El documento que reemplaza es el mismo que se invalida.' },
    ],
  },
  '026': {
    text: 'NO SE PERMITEN VALORES DIFERENTES',
    why: 'Hay valores distintos donde Hacienda pide uno solo para todo el documento.',
  },
  '027': {
    text: 'DATO NO COINCIDE CON DTE',
    why: 'El dato no es el que Hacienda tiene del documento sellado.',
  },
  '028': {
    text: 'DTE ESTA RELACIONADO CON OTRO DTE',
    why: 'Otro documento vigente, casi siempre una nota de crédito, se apoya en este.',
    special: [
      {
        of: 'invalidation',
        why: 'El documento tiene notas de crédito vigentes en Hacienda.',
        remedy:
          'Invalide primero sus notas (POST /invalidate con el document_id de cada una) y repita la misma solicitud. Si no las conoce, las emitió otro sistema.',
      },
    ],
  },
  '095': {
    text: 'emisor o tipo de documento sin autorización (no son sus palabras, que no son públicas)',
    origin: 'company',
    why: 'Hacienda no tiene autorizada a la empresa para emitir este tipo de documento, o para emitir.',
    remedy: `${YOURS_IS_RIGHT} Quien administra la empresa pide la autorización del tipo en el portal de Hacienda; después ${AGAIN}.`,
  },
  '096': { text: 'DOCUMENTO NO CUMPLE ESQUEMA JSON', why: 'El dato no cumple el esquema del documento.' },
  '097': {
    text: 'NO SE HA PROPORCIONADO DATOS PARA VALIDAR',
    origin: 'sello',
    why: 'A Hacienda le llegó el envío sin alguno de los datos que van alrededor del documento.',
    remedy: `${YOURS_IS_RIGHT} El envío es de Sello. ${TELL_OPERATOR}; después ${AGAIN}.`,
  },
  '098': {
    text: 'DATOS NO CUMPLEN ESTANDAR JSON',
    origin: 'sello',
    why: 'A Hacienda le llegó algo que no es JSON: el envío se dañó en el camino.',
    remedy: `${YOURS_IS_RIGHT} Repita la misma referencia; si vuelve a pasar, avise a quien administra Sello, con el número de control.`,
  },
  '099': {
    text: 'ERROR NO CATALOGADO',
    outcome: 'no_verdict',
    why: 'Falla de Hacienda, que no dice nada del documento.',
    remedy: 'Nada: la respuesta dice contingency y Sello lo intenta de nuevo.',
  },
  '802': {
    text: 'FIRMA NO VÁLIDA',
    origin: 'company',
    why: 'Hacienda no reconoce la firma: el certificado de la empresa en Sello no es el que Hacienda tiene, o venció.',
    remedy: `${YOURS_IS_RIGHT} La firma es de Sello. Avise a quien administra Sello, que importa el certificado vigente con «sello certificate import»; después ${AGAIN}.`,
  },
};

/** What a company's sign-in is answered (MT1): its documents wait. */
const SIGN_IN: Readonly<Record<string, string>> = {
  '100': 'USUARIO INCORRECTO',
  '101': 'CONTACTAR SOPORTE',
  '102': 'NO SE PUDO AUTENTICAR',
  '103': 'CONTRASEÑA EXPIRADA',
  '104': 'ERROR EN ACTUALIZACIÓN',
  '105': 'CONTRASEÑA Y CONFIRMACIÓN DISTINTAS',
  '106': 'CREDENCIALES INVÁLIDAS',
  '107': 'TOKEN INVÁLIDO',
  '108': 'TOKEN REQUERIDO',
  '109': 'ERROR GENERANDO TOKEN',
  '110': 'TIPO REQUERIDO',
  '111': 'PARÁMETRO SOLICITADO',
};

/** What the official signer answers, which signs for others: Sello signs itself (svfe-api-firmador, Errores.java). */
const SIGNER: Readonly<Record<string, string>> = {
  '801': 'NO EXISTE CERTIFICADO ACTIVO',
  '803': 'NO EXISTE LLAVE PÚBLICA PARA EL NIT',
  '804': 'ERROR NO CATALOGADO',
  '805': 'YA EXISTE CERTIFICADO ACTIVO',
  '806': 'CERTIFICADO GENERADO',
  '807': 'DESCARGA DE ARCHIVO',
  '808': 'SUBIDA DE ARCHIVO',
  '809': 'DATOS REQUERIDOS',
  '810': 'JSON A TEXTO',
  '811': 'TEXTO A JSON',
  '812': 'ARCHIVO NO ENCONTRADO',
};

/** Further codes of the manual of v2.0, of which nothing but the number is public. */
const WITHOUT_WORDS = ['029', '030', '031', '032', '033', '034', '094', '112', '113', '114', '115', '116'];

function allMeaning(texts: Readonly<Record<string, string>>, meaning: Omit<Code, 'text'>) {
  return Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, { text, ...meaning }]));
}

/** Every code that the authority is known to give. */
export const CODES: ReadonlyMap<string, Code> = new Map(
  Object.entries({
    ...MESSAGES,
    ...allMeaning(SIGN_IN, {
      outcome: 'access',
      why: 'Hacienda no dejó entrar a la empresa; del documento no dice nada.',
      remedy:
        'Avise a quien administra Sello, que pone el usuario y la contraseña con «sello credentials set». Mientras, la respuesta dice contingency y Sello lo intenta de nuevo.',
    }),
    ...allMeaning(
      Object.fromEntries(WITHOUT_WORDS.map((code) => [code, 'las palabras del Ministerio no son públicas'])),
      {
        isOfData: false,
        why: 'El manual de Hacienda tiene este código, y las palabras del Ministerio no son públicas: vale lo que dice la respuesta.',
      },
    ),
    ...allMeaning(SIGNER, {
      isOfData: false,
      origin: 'sello',
      why: 'El servicio de firma de Hacienda no pudo con la firma del documento.',
      remedy: `${YOURS_IS_RIGHT} La firma es de Sello. ${TELL_OPERATOR}; después ${AGAIN}.`,
    }),
  }),
);

/** A code as that of a rejection; null for one that nobody knows, and for one that is known to speak of something else. */
export function rejectionCode(code: string): Code | null {
  const known = CODES.get(code);
  return known === undefined || known.outcome !== undefined ? null : known;
}

/** The code whose words these are, whatever number they came under; null for none that is about data. */
export function codeInWords(words: string): Code | null {
  const codes = [...CODES.values()].filter(
    ({ outcome, isOfData }) => outcome === undefined && isOfData !== false,
  );
  return codes.find(({ text }) => text === words.toUpperCase()) ?? null;
}

/** What a code means of a subject and of the datum that the authority names; null for a code of no rejection that is known. */
export function meaningOf(code: string, subject: Subject, official: string | null): Meaning | null {
  const known = rejectionCode(code);
  if (known === null) return null;
  const path = (official ?? '').replaceAll(/\[\d*\]/g, '');
  const special = known.special?.find(
    ({ of, at }) => (of === undefined || of === subject) && (at === undefined || isWithin(path, at)),
  );
  return special ?? known;
}

function isWithin(path: string, block: string): boolean {
  return path === block || path.startsWith(`${block}.`);
}
