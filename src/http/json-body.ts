import { type Refusal, refuse, refuseProblems } from '../core/refusals/refusal.ts';

export type BodyReading = { readonly kind: 'json'; readonly value: unknown } | Refusal;

/** Nesting that no document needs; deeper JSON makes serializers overflow. */
const DEPTH_LIMIT = 32;

/** Reads a request body: fatal UTF-8, bounded depth, valid JSON, and no text that cannot be stored and signed as sent. */
export function readJsonBody(bytes: Uint8Array): BodyReading {
  const text = decodeUtf8(bytes);
  if (text === null) return refuse('invalid_encoding');
  if (depthOf(text) > DEPTH_LIMIT) return refuse('body_too_deep');
  const parsed = parse(text);
  if (parsed.kind === 'refused') return parsed;
  const path = firstBadText(parsed.value, '');
  if (path !== null)
    return refuseProblems([{ path, message: 'Contiene caracteres de control o texto Unicode incompleto.' }]);
  const exponent = firstExponent(text);
  if (exponent !== null)
    return refuseProblems([{ path: exponent, message: 'Escriba el número sin exponente.' }]);
  return parsed;
}

/** A string, or a number with an exponent; JSON's own grammar, so strings are never mistaken for numbers. */
const STRING_OR_EXPONENT = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?[eE][+-]?\d+/g;
/** No body can hold this text: controls have been refused before. */
const MARK = '"\\u0000"';

/** The path of the first number written with an exponent (design section 6 refuses them); null where there is none. */
function firstExponent(text: string): string | null {
  if (!/\d[eE]/.test(text)) return null;
  const marked = text.replace(STRING_OR_EXPONENT, (token) => (token.startsWith('"') ? token : MARK));
  return marked === text ? null : firstBadText(JSON.parse(marked), '');
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

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
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
