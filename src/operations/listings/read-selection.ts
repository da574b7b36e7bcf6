import { foldText } from '../../catalogs/fold.ts';
import {
  localDayEndMs,
  localDayStartMs,
  OFFSET_TEXT,
  parseCivilDate,
} from '../../core/calendar/el-salvador-time.ts';
import { type Ambiente, isTipoDte, TIPOS_DTE } from '../../core/dte/kinds.ts';
import {
  parseEstablishmentCode,
  whyNotEstablishmentCode,
} from '../../core/identifiers/establishment-code.ts';
import { referencesNamedBy, whyNotExternalRef } from '../../core/identifiers/external-ref.ts';
import {
  parseCodigoGeneracion,
  parseSelloRecibido,
  whyNotCodigoGeneracion,
  whyNotSelloRecibido,
} from '../../core/identifiers/official.ts';
import { parsePointOfSaleCode, whyNotPointOfSaleCode } from '../../core/identifiers/point-of-sale-code.ts';
import { withoutSeparators } from '../../core/identifiers/text.ts';
import { FLAGS, flagIn } from '../../core/json/flag.ts';
import type { FieldProblemCode } from '../../core/refusals/field-problems.ts';
import type { FieldProblem } from '../../core/refusals/refusal.ts';
import { LISTED_STATES, type ListedState, type Selection } from './ports.ts';

/** The parameters of a selection by name, as whoever calls writes them; each may be left out. */
export const SELECTION_PARAMETERS = {
  from: 'Emitidos desde esta fecha, YYYY-MM-DD, o desde este momento, YYYY-MM-DDTHH:MM:SS, hora de El Salvador.',
  to: 'Emitidos hasta esta fecha, inclusive, o hasta este segundo, inclusive.',
  doc_type: `Tipos de documento separados por comas: ${TIPOS_DTE.join(', ')}.`,
  state: `Estados separados por comas: ${LISTED_STATES.join(', ')}. contingency es todo lo que no tiene respuesta todavía.`,
  establishment: 'Código del establecimiento, como M001.',
  point_of_sale: 'Código del punto de venta, como P001.',
  customer: 'Parte del nombre del cliente, de 3 caracteres o más, sin distinguir acentos ni mayúsculas.',
  nit: 'NIT del cliente, con o sin guiones.',
  nrc: 'NRC del cliente, con o sin guion.',
  dui: 'DUI del cliente, con o sin guion.',
  amount: 'Total a pagar exacto, en dólares.',
  amount_min: 'Total a pagar mínimo, en dólares.',
  amount_max: 'Total a pagar máximo, en dólares.',
  control_number: 'Parte del número de control, de 3 caracteres o más.',
  generation_code: 'Código de generación.',
  reception_stamp: 'Sello de recepción.',
  external_ref: 'La referencia, completa.',
  invalidated: 'true: los invalidados; false: los demás.',
  adjusted: 'true: los CCF que una nota de crédito vigente ajusta; false: los demás.',
  contingency:
    'true: los que se emitieron mientras Hacienda no respondía, sellados después o no; false: los demás.',
} as const;

export type SelectionParameter = keyof typeof SELECTION_PARAMETERS;
export type SelectionTexts = { readonly [Name in SelectionParameter]?: string | undefined };

/** What the parameters ask for, or everything that is wrong with them. */
export function readSelection(
  texts: SelectionTexts,
  ambiente: Ambiente,
):
  | { readonly kind: 'selection'; readonly selection: Selection }
  | { readonly kind: 'problems'; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const read = <T>(name: SelectionParameter, form: Form<T>): T | null => {
    const text = texts[name];
    if (text === undefined) return null;
    const value = form.parse(text);
    if (value === null)
      problems.push({ path: name, code: form.code ?? 'bad_format', message: form.why(text) });
    return value;
  };
  const exact = read('amount', CENTS);
  const selection: Selection = {
    ambiente,
    sinceMs: read('from', FIRST_INSTANT),
    untilMs: read('to', LAST_INSTANT),
    types: read('doc_type', TYPES),
    states: read('state', STATES),
    establishment: read('establishment', checked(parseEstablishmentCode, whyNotEstablishmentCode)),
    pointOfSale: read('point_of_sale', checked(parsePointOfSaleCode, whyNotPointOfSaleCode)),
    customer: read('customer', NAME_PART),
    nit: read('nit', digits([9, 14])),
    nrc: read('nrc', digits([1, 2, 3, 4, 5, 6, 7, 8])),
    dui: read('dui', digits([9])),
    leastCents: read('amount_min', CENTS) ?? exact,
    mostCents: read('amount_max', CENTS) ?? exact,
    controlNumber: read('control_number', NUMBER_PART),
    generationCode: read('generation_code', CODE),
    receptionStamp: read('reception_stamp', STAMP),
    externalRef: read('external_ref', REFERENCE),
    invalidated: read('invalidated', YES_OR_NO),
    adjusted: read('adjusted', YES_OR_NO),
    contingency: read('contingency', YES_OR_NO),
  };
  for (const other of ['amount_min', 'amount_max'] as const)
    if (texts.amount !== undefined && texts[other] !== undefined)
      problems.push({ path: other, code: 'contradiction', message: 'No va junto con amount.' });
  return problems.length > 0 ? { kind: 'problems', problems } : { kind: 'selection', selection };
}

/** The selection of parameters that we write ourselves. Throws where anything is wrong with them. */
export function selectionOf(texts: SelectionTexts, ambiente: Ambiente): Selection {
  const reading = readSelection(texts, ambiente);
  if (reading.kind === 'problems') throw new Error(`no selection: ${JSON.stringify(texts)}`);
  return reading.selection;
}

/** How a parameter is read: null where it is wrong, and why. */
interface Form<T> {
  parse(text: string): T | null;
  why(text: string): string;
  readonly code?: FieldProblemCode;
}

function checked<T>(parse: Form<T>['parse'], whyNot: (text: string) => string | null): Form<T> {
  return { parse, why: (text) => whyNot(text) ?? 'no es válido.' };
}

const FIRST_INSTANT: Form<number> = {
  parse: (text) => instantOf(text)?.firstMs ?? null,
  why: () => 'Debe ser una fecha, como 2026-11-01, o un momento, como 2026-11-01T08:00:00.',
};
const LAST_INSTANT: Form<number> = {
  parse: (text) => instantOf(text)?.afterMs ?? null,
  why: FIRST_INSTANT.why,
};

const MOMENT = new RegExp(
  String.raw`^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:${OFFSET_TEXT})?)?$`,
);
const SECOND_MS = 1_000;

/** The first millisecond of a day or second, and the first one behind it; null where the text is neither. */
function instantOf(text: string): { readonly firstMs: number; readonly afterMs: number } | null {
  const [, day, hours, minutes, seconds] = MOMENT.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return null;
  if (hours === undefined) return { firstMs: localDayStartMs(day), afterMs: localDayEndMs(day) + 1 };
  const second = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const firstMs = localDayStartMs(day) + second * SECOND_MS;
  return { firstMs, afterMs: firstMs + SECOND_MS };
}

function isDay(text: string): boolean {
  const year = Number(text.slice(0, 4));
  return year >= 2000 && year < 2200 && parseCivilDate(text) !== null;
}

const TYPES = listOf(isTipoDte, TIPOS_DTE);
const STATES = listOf(
  (text): text is ListedState => LISTED_STATES.some((state) => state === text),
  LISTED_STATES,
);

function listOf<T extends string>(isOne: (text: string) => text is T, all: readonly T[]): Form<readonly T[]> {
  return {
    parse(text) {
      const parts = text.split(',');
      const known = parts.filter(isOne);
      return known.length === parts.length ? [...new Set(known)] : null;
    },
    code: 'not_an_option',
    why: () => `Debe ser uno o varios de estos valores, separados por comas: ${all.join(', ')}.`,
  };
}

const LEAST_PART = 3;
const MOST_PART = 250;

const NAME_PART: Form<string> = {
  parse: (text) => (isNamePart(text, foldText(text).length) ? text : null),
  why: () => `Debe ser un texto de ${LEAST_PART} a ${MOST_PART} caracteres, sin caracteres de control.`,
};

/** `length` is that of what is compared, in which accents do not count. */
function isNamePart(text: string, length: number): boolean {
  return length >= LEAST_PART && length <= MOST_PART && text.isWellFormed() && !/\p{Cc}/u.test(text);
}

const NUMBER_PART: Form<string> = {
  parse: (text) => (/^[A-Z0-9-]{3,31}$/i.test(text) ? text.toUpperCase() : null),
  why: () => 'Debe ser una parte de un número de control, de 3 a 31 letras, cifras y guiones.',
};

function digits(lengths: readonly number[]): Form<string> {
  return {
    parse(text) {
      const bare = withoutSeparators(text);
      return /^\d+$/.test(bare) && lengths.includes(bare.length) ? bare : null;
    },
    why: () => `Debe tener ${lengths.length > 2 ? `hasta ${lengths.at(-1)}` : lengths.join(' o ')} cifras.`,
  };
}

const DOLLARS = /^\d{1,11}(?:\.\d{1,2})?$/;
const CENTS: Form<bigint> = {
  parse(text) {
    if (!DOLLARS.test(text)) return null;
    const [whole = '', cents = ''] = text.split('.');
    return BigInt(whole + cents.padEnd(2, '0'));
  },
  code: 'not_cents',
  why: () => 'Debe ser un monto en dólares con 2 decimales como máximo, como 12.50.',
};

/** Kept as it was written: its document may have it so. */
const REFERENCE = checked((text) => (referencesNamedBy(text).length === 0 ? null : text), whyNotExternalRef);
const CODE = checked((text) => parseCodigoGeneracion(text.toUpperCase()), whyNotCodigoGeneracion);
const STAMP = checked((text) => parseSelloRecibido(text.toUpperCase()), whyNotSelloRecibido);
const YES_OR_NO: Form<boolean> = {
  parse: flagIn,
  code: 'not_an_option',
  why: () => `Debe ser uno de estos valores: ${FLAGS.join(', ')}.`,
};
