import { type Refusal, refuse, refuseProblems } from '../core/refusals/refusal.ts';
import { endOfString, type Finding, firstFinding, MOST_ITEMS, MOST_NAMES } from './json-scan.ts';

export type BodyReading = { readonly kind: 'json'; readonly value: unknown } | Refusal;

/** Nesting that no document needs; deeper JSON makes serializers overflow. */
const DEPTH_LIMIT = 32;

/**
 * Reads a request body: fatal UTF-8, bounded depth and width, valid JSON in which every name stands once and every number
 * is what it prints, and no text that cannot be stored and signed as sent.
 */
export function readJsonBody(bytes: Uint8Array): BodyReading {
  const text = decodeUtf8(bytes);
  if (text === null) return refuse('invalid_encoding');
  if (depthOf(text) > DEPTH_LIMIT) return refuse('body_too_deep');
  const parsed = parse(text);
  if (parsed.kind === 'refused') return parsed;
  const loose = firstFinding(text);
  if (loose !== null) return refuseProblems([{ path: loose.path, message: MESSAGES[loose.finding] }]);
  const path = firstBadText(parsed.value, '');
  if (path !== null)
    return refuseProblems([{ path, message: 'Contiene caracteres de control o texto Unicode incompleto.' }]);
  return parsed;
}

const MESSAGES: Readonly<Record<Finding, string>> = {
  duplicate_name: 'Aparece más de una vez.',
  exponent: 'Escriba el número sin exponente.',
  inexact_number: 'Tiene más dígitos de los que se conservan con exactitud.',
  negative_zero: 'Escriba el cero sin signo.',
  long_list: `Admite como máximo ${MOST_ITEMS} elementos.`,
  crowded_object: `Admite como máximo ${MOST_NAMES} campos.`,
};

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

/** C0 and C1 controls; only tab and line feed have a meaning in a document's text. */
const CONTROL = /[^\P{Cc}\t\n]/u;

/** The path of the first text that cannot be kept, names of fields included; null where every text is fine. */
function firstBadText(value: unknown, path: string): string | null {
  if (typeof value === 'string') return isBad(value) ? path : null;
  if (Array.isArray(value)) return firstOf(value.entries(), (key) => `${path}[${key}]`);
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  if (entries.some(([key]) => isBad(key))) return path;
  return firstOf(entries, (key) => (path === '' ? key : `${path}.${key}`));
}

function firstOf<K>(entries: Iterable<readonly [K, unknown]>, pathOf: (key: K) => string): string | null {
  for (const [key, value] of entries) {
    const bad = firstBadText(value, pathOf(key));
    if (bad !== null) return bad;
  }
  return null;
}

function isBad(text: string): boolean {
  return CONTROL.test(text) || !text.isWellFormed();
}
