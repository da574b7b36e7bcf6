import { isJsonObject } from '../json/read-json.ts';
import { isPath, isSentence, isWord } from './authority-words.ts';
import type { MadeUpValues } from './made-up-values.ts';

/** Members that hold codes of the authority's catalogs or of its answers, and nobody's data. */
const CODED = new Set(
  `version ambiente versionApp estado clasificaMsg codigoMsg status tokenType tipoDte tdte tipoModelo tipoOperacion
  tipoContingencia tipoMoneda tipoEstablecimiento tipoItem tipoItemExpor tipoPersona tipoDocumento tipoGeneracion
  tipoAnulacion tipoDoc tipoDocResponsable tipDocResponsable tipDocSolicita tipoRegimen regimen recintoFiscal
  departamento municipio distrito codActividad codPais codIncoterms codTributo codDomiciliado codDocAsociado
  uniMedida condicionOperacion plazo tributos bienTitulo modoTransp codigoRetencionMH`.split(/\s+/),
);

/** Such a code; nothing longer is taken for one, whatever the member is called. */
const CODE = /^[\w.-]{1,13}$/;

/** A code of two characters, of a member that holds longer texts, too: of a payment or of a tax. */
const SHORT_CODE = /^(?:\d\d|[A-Z]\d)$/;

/** Members that hold what the authority says. */
const SAID = new Set(['descripcionMsg', 'mensaje', 'message', 'error', 'observaciones']);

/** Larger whole numbers are somebody's: a NIT, a telephone. */
const LARGEST_NUMBER = 10_000_000;

/**
 * A document or an answer with every value replaced but codes, amounts and what the authority says of a datum. Members
 * keep their names, which are the schema's; a name that looks like no name of a member is replaced, too.
 */
export function madeUpJson(value: unknown, values: MadeUpValues, name = ''): unknown {
  if (typeof value === 'string') return madeUpText(value, values, name);
  if (typeof value === 'number') return madeUpNumber(value, values);
  if (Array.isArray(value)) return value.map((one) => madeUpJson(one, values, name));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [nameOf(key, values), madeUpJson(held, values, key)]),
  );
}

function nameOf(key: string, values: MadeUpValues): string {
  return /^[a-z]+(?:[A-Z][a-z]*)*\d?$/i.test(key) && key.length <= 30 ? key : values.instead(key);
}

function madeUpNumber(value: number, values: MadeUpValues): number {
  return Number.isInteger(value) && value >= LARGEST_NUMBER ? Number(values.instead(String(value))) : value;
}

function madeUpText(text: string, values: MadeUpValues, name: string): string {
  if (SAID.has(name)) return saidOf(text, values);
  if (CODED.has(name) && CODE.test(text)) return text;
  if (name === 'codigo' && SHORT_CODE.test(text)) return text;
  return /^cod(?:Estable|PuntoVenta)/.test(name) ? placeOf(name) : values.instead(text);
}

/** The one establishment and the one point of sale of everything that is made up. */
function placeOf(name: string): string {
  return name.startsWith('codEstable') ? 'M001' : 'P001';
}

/** Only what is known of the authority is kept: a sentence of its own, else the paths and the words that are its own. */
function saidOf(text: string, values: MadeUpValues): string {
  return isSentence(text) ? text : values.within(text, (token) => isPath(token) || isWord(token));
}
