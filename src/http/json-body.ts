import type { Problem } from '../core/refusals/problem.ts';
import { type Refusal, refuse, refuseProblems } from '../core/refusals/refusal.ts';
import { endOfString, type Found, firstFinding, MOST_ITEMS, MOST_NAMES } from './json-scan.ts';

export type BodyReading = { readonly kind: 'json'; readonly value: unknown } | Refusal;

/** How many entries a list of the body may have, by its path; null where it is not known. */
export type MostItems = (path: string) => number | null;

/** Nesting that no document needs; deeper JSON makes serializers overflow. */
const DEPTH_LIMIT = 32;

/**
 * Reads a request body: fatal UTF-8, bounded depth and width, valid JSON in which every name stands once and every number
 * is what it prints, and no text that cannot be stored and signed as sent.
 */
export function readJsonBody(bytes: Uint8Array, mostItems: MostItems = () => null): BodyReading {
  const text = decodeUtf8(bytes);
  if (text === null) return refuse('invalid_encoding');
  if (depthOf(text) > DEPTH_LIMIT) return refuse('body_too_deep');
  const parsed = parse(text);
  if (parsed.kind === 'refused') return parsed;
  const loose = firstFinding(text);
  if (loose !== null) return refuseProblems([{ path: loose.path, message: messageOf(loose, mostItems) }]);
  const bad = firstBadText(parsed.value, '');
  return bad === null ? parsed : refuseProblems([bad]);
}

function messageOf({ finding, path }: Found, mostItems: MostItems): string {
  switch (finding) {
    case 'duplicate_name':
      return 'Aparece más de una vez.';
    case 'exponent':
      return 'Escriba el número sin exponente.';
    case 'inexact_number':
      return 'Tiene más dígitos de los que se conservan con exactitud.';
    case 'negative_zero':
      return 'Escriba el cero sin signo.';
    case 'long_list':
      return `Admite como máximo ${mostItems(path) ?? MOST_ITEMS} elementos.`;
    case 'crowded_object':
      return `Admite como máximo ${MOST_NAMES} campos.`;
  }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The deepest nesting of brackets outside strings; linear, and safe where parsing would overflow. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

function parse(text: string): BodyReading {
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'json', value };
  } catch (error) {
    return refuse('malformed_json', { reason: whereItFails(error instanceof Error ? error.message : '') });
  }
}

/** The engine tells the position only where it does not show the whole text. */
function whereItFails(message: string): string {
  if (/end of JSON input|Unterminated string/.test(message)) return 'termina antes de tiempo.';
  const [, position] = /position (\d+)/.exec(message) ?? [];
  return position === undefined ? 'hay un error de sintaxis.' : `error en la posición ${position}.`;
}

/** C0 and C1 controls, of which only tab and line feed have a meaning in a document's text; and halves of a character. */
const BAD = /[^\P{Cc}\t\n]|\p{Cs}/u;

/** The first text that cannot be kept, names of fields included; null where every text is fine. */
function firstBadText(value: unknown, path: string): Problem | null {
  if (typeof value === 'string') return badText(value, path);
  if (Array.isArray(value)) return firstOf(value.entries(), (key) => `${path}[${key}]`);
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  if (entries.some(([key]) => BAD.test(key)))
    return {
      path,
      message: 'El nombre de un campo contiene un carácter de control o medio carácter Unicode.',
    };
  return firstOf(entries, (key) => (path === '' ? key : `${path}.${key}`));
}

function firstOf<K>(entries: Iterable<readonly [K, unknown]>, pathOf: (key: K) => string): Problem | null {
  for (const [key, value] of entries) {
    const bad = firstBadText(value, pathOf(key));
    if (bad !== null) return bad;
  }
  return null;
}

/** Places are counted from 1, in characters as the limits count them. */
function badText(text: string, path: string): Problem | null {
  const at = text.search(BAD);
  if (at < 0) return null;
  const unit = text.charCodeAt(at);
  const place = [...text.slice(0, at)].length + 1;
  const name = `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`;
  if (unit === CARRIAGE_RETURN)
    return {
      path,
      message: `Contiene un retorno de carro (U+000D) en la posición ${place}; use solo saltos de línea (\\n).`,
    };
  const message =
    unit < FIRST_SURROGATE
      ? `Contiene el carácter de control ${name} en la posición ${place}.`
      : `Contiene medio carácter Unicode (${name}) en la posición ${place}.`;
  return { path, message };
}

const CARRIAGE_RETURN = 0x0d;
const FIRST_SURROGATE = 0xd800;
