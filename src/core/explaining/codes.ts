import {
  AGAIN,
  type Code,
  MESSAGES,
  type Meaning,
  type Subject,
  TELL_OPERATOR,
  YOURS_IS_RIGHT,
} from './messages.ts';

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

function allMeaning(texts: Readonly<Record<string, string>>, meaning: Omit<Code, 'text'>) {
  return Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, { text, ...meaning }]));
}

/** Every code that the authority is known to give. */
export const CODES: ReadonlyMap<string, Code> = new Map(
  Object.entries({
    ...MESSAGES,
    ...allMeaning(SIGN_IN, {
      outcome: 'no_verdict',
      why: 'Hacienda no dejó entrar a la empresa; del documento no dice nada.',
      remedy:
        'Avise a quien administra Sello, que pone el usuario y la contraseña con «sello credentials set». Mientras, la respuesta dice contingency y Sello lo intenta de nuevo.',
    }),
    ...allMeaning(SIGNER, {
      outcome: 'rejected',
      isOfData: false,
      origin: 'sello',
      why: 'El servicio de firma de Hacienda no pudo con la firma del documento.',
      remedy: `${YOURS_IS_RIGHT} La firma es de Sello. ${TELL_OPERATOR}; después ${AGAIN}.`,
    }),
  }),
);

/** What a code means of a subject and of the datum that the authority names; null for a code that nobody knows. */
export function meaningOf(code: string, subject: Subject, official: string | null): Meaning | null {
  const known = CODES.get(code);
  if (known === undefined) return null;
  const path = (official ?? '').replaceAll(/\[\d*\]/g, '');
  const special = known.special?.find(
    ({ of, at }) => (of === undefined || of === subject) && (at === undefined || isWithin(path, at)),
  );
  return special ?? known;
}

function isWithin(path: string, block: string): boolean {
  return path === block || path.startsWith(`${block}.`);
}
