import { DOCUMENT_TYPES } from '../dte/kinds.ts';
import { CODES } from '../explaining/codes.ts';
import { OWNERS_IN_INVALIDATIONS } from '../explaining/owners-in-invalidations.ts';
import { isJsonObject } from '../json/read-json.ts';

/** Messages of the authority beside those of its codes (Manual Técnico V1.0, pages 19 to 31; Lineamientos V8.0, page 32; cases/verdicts). */
const MESSAGES = [
  'Unauthorized',
  'Usuario no valido',
  'Token inválido o expirado',
  'RECIBIDO Y PROCESADO',
  'LOTE RECIBIDO, VALIDADO Y PROCESADO',
  'Documento recibido',
  'Validaciones no superadas',
  'Invalidación Recibida y Procesada',
  'La fecha y hora de transmision, esta fuera del rango permitido de (+ o -) 30 minutos',
  'TEXTO DESCONOCIDO',
  'código generación ya existe',
  'NO CORRESPONDE A USUARIO',
  'NO CORRESPONDE AL VALOR',
  'Campo no cumple el formato requerido',
  'Campo no cumple el mínimo exclusivo',
  'Difiere de la fecha de envío.',
  'Forma de pago difiere del Total a Pagar.',
] as const;

const SENTENCES: readonly string[] = [...[...CODES.values()].map(({ text }) => text), ...MESSAGES];

/** Names in paths that no table of a document has: those of events, of queries, and as the authority misspells them. */
const OTHER_MEMBERS = `item firma nitEmisor codigoLote totalVentaGra detalleDTE noItem tipoDoc numDocumento
  fTransmision hTransmision fInicio fFin hInicio hFin motivoContingencia nombreResponsable tipoDocResponsable
  numeroDocResponsable codigoGeneracionR fecAnula horAnula periodo`.split(/\s+/);

const SENTENCES_FOLDED: ReadonlySet<string> = new Set(SENTENCES.map(folded));

const WORDS: ReadonlySet<string> = new Set(
  SENTENCES.flatMap((text) => text.match(/[\p{L}\p{M}]+/gu) ?? []).map(folded),
);

const MEMBERS: ReadonlySet<string> = new Set(
  [
    ...DOCUMENT_TYPES.flatMap(({ structure }) => namesIn(structure)),
    ...Object.keys(OWNERS_IN_INVALIDATIONS).flatMap((path) => path.split('.')),
    ...OTHER_MEMBERS,
  ].map(folded),
);

/** The keys of every block of a table. */
function namesIn(table: unknown): readonly string[] {
  if (Array.isArray(table)) return table.flatMap(namesIn);
  if (!isJsonObject(table)) return [];
  const own = isJsonObject(table['keys']) ? Object.keys(table['keys']) : [];
  return [...own, ...Object.values(table).flatMap(namesIn)];
}

/** Whether a whole text is a message of the authority that names no datum. */
export function isSentence(text: string): boolean {
  return SENTENCES_FOLDED.has(folded(text.trim()));
}

/** Whether the authority's own messages have a word, or a document has it as the name of a member. */
export function isWord(word: string): boolean {
  return WORDS.has(folded(word)) || MEMBERS.has(folded(word));
}

/** A step is a member of a document, or the index of an entry behind one. */
const STEPS = /^(?:#?\/)?[a-z]\w*(?:[./][a-z]\w*|[./]\d{1,4}(?![./]?\d)|\[\d{0,4}\])*$/i;

/** Whether a text is the way to a datum: `receptor.nit`, `#/resumen/pagos/0/periodo`, `cuerpoDocumento[2].cantidad`. */
export function isPath(text: string): boolean {
  const names = text.match(/[a-z]\w*/gi) ?? [];
  return STEPS.test(text) && names.every((name) => MEMBERS.has(folded(name)));
}

/** In capitals without accents, as the authority may quote it. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
}
