import type { Meaning, Mending, Subject } from './codes.ts';
import type { Found } from './find-datum.ts';
import { filled, type Owner } from './owner.ts';

/** What is known of a statement of the authority when it is said what to do about it. */
export interface Trouble {
  /** Null for a code that nobody knows. */
  readonly meaning: Meaning | null;
  readonly subject: Subject;
  /** Null where the authority names no datum, or none that is known. */
  readonly found: Found | null;
  /** Whether it names one that is not known. */
  readonly isLost: boolean;
}

const OPERATOR = 'avise a quien administra Sello, con el número de control';

/** What to do about a statement of the authority, in Spanish sentences. */
export function remedyFor({ meaning, subject, found, isLost }: Trouble): string {
  const again = `repita la misma ${repeatedThing(subject)}`;
  if (meaning?.remedy !== undefined)
    return meaning.remedy.replaceAll(/(repita la misma) referencia/gi, `$1 ${repeatedThing(subject)}`);
  if (isLost)
    return `Sello no reconoce el dato que nombra Hacienda. Lea su texto: si el dato es de su solicitud, corríjalo y ${again}; si no, ${OPERATOR}.`;
  if (found === null)
    return `Hacienda no dice en qué dato. Compare su texto con lo que usted envió: si ve el error, corríjalo y ${again}; si no, ${OPERATOR}.`;
  const { owner } = found;
  if (owner.origin === 'request')
    return mended(owner, found, meaning?.mending ?? 'correct').concat(` Luego ${again}.`);
  return `Su programa no envía este dato: ${whoMends(owner, found)}; después ${again}.`;
}

/** An invalidation has no reference of its own. */
function repeatedThing(subject: Subject): string {
  return subject === 'invalidation' ? 'solicitud' : 'referencia';
}

const VERBS: Readonly<Record<Mending, string>> = {
  correct: 'Corrija',
  send: 'Envíe',
  remove: 'Quite, o cambie,',
};

function mended(
  { fields, expects, otherwise }: Extract<Owner, { origin: 'request' }>,
  { indexes }: Found,
  mending: Mending,
): string {
  const [main = '', ...others] = fields.map((field) => filled(field, indexes));
  const also = others.length === 0 ? '' : ` (o ${others.join(' o ')}, si lo envió con ese nombre)`;
  const right = expects === undefined ? '' : `: ${expects}`;
  const whose = otherwise === undefined ? '' : ` ${capital(otherwise)}.`;
  return `${VERBS[mending]} ${main}${also}${right}.${whose}`;
}

/** Whose a datum is that the caller does not send, and who mends it. */
function whoMends(owner: Exclude<Owner, { origin: 'request' }>, { indexes }: Found): string {
  switch (owner.origin) {
    case 'computed': {
      const fields = owner.from.map((field) => filled(field, indexes));
      return `lo calcula Sello de ${new Intl.ListFormat('es').format(fields)}. Revise esos campos; si están bien, ${OPERATOR}`;
    }
    case 'company':
      return `es ${owner.file} del archivo de la empresa. Avise a quien administra Sello, que lo corrige y lo aplica con «sello company apply»`;
    case 'ccf':
      return `la nota lo copia del crédito fiscal que ajusta. No cambia con la solicitud: ${OPERATOR}`;
    case 'document':
      return `la invalidación lo copia del documento que se invalida. No cambia con la solicitud: ${OPERATOR}`;
    case 'sello':
      if (owner.isPlaceholder === true)
        return `el documento no lo lleva, y lo pone Sello porque el esquema lo exige. Repita la misma solicitud: Sello lo envía con otro valor. Si Hacienda tampoco lo acepta, ${OPERATOR}`;
      return `lo pone Sello, y su solicitud está bien. ${capital(OPERATOR)}`;
  }
}

function capital(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}
