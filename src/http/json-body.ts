import type { Fault, FieldProblem } from '../core/refusals/problem.ts';
import { type Refusal, refuse, refuseProblems } from '../core/refusals/refusal.ts';
import { endOfString, type Found, MOST_ITEMS, MOST_NAMES, scanJson } from './json-scan.ts';

/** A body that is fit to be validated. */
export interface JsonBody {
  readonly kind: 'json';
  readonly value: unknown;
  /** By their paths, the texts of the numbers of which `value` may keep less than they say. */
  readonly numbers: ReadonlyMap<string, string>;
}

export type BodyReading = JsonBody | Refusal;

/** How many entries a list of the body may have, by its path; null where it is not known. */
export type MostItems = (path: string) => number | null;

/** Nesting that no document needs; deeper JSON makes serializers overflow. */
const DEPTH_LIMIT = 32;

/**
 * Reads a request body: fatal UTF-8, bounded depth and width, valid JSON in which every name stands once, and no
 * text that cannot be stored and signed as sent. Line ends of other systems are line feeds.
 */
export function readJsonBody(bytes: Uint8Array, mostItems: MostItems = () => null): BodyReading {
  const text = decodeUtf8(bytes);
  if (text === null) return refuse('invalid_encoding');
  if (depthOf(text) > DEPTH_LIMIT) return refuse('body_too_deep');
  const parsed = parse(text);
  if (parsed.kind === 'refused') return parsed;
  const { found, numbers } = scanJson(text);
  if (found !== null) return refuseProblems([{ path: found.path, ...faultOf(found, mostItems) }]);
  const bad = firstBadText(parsed.value, '');
  return bad === null ? { ...parsed, numbers } : refuseProblems([bad]);
}

function faultOf({ finding, path }: Found, mostItems: MostItems): Fault {
  switch (finding) {
    case 'duplicate_name':
      return { code: 'repeated_field', message: 'Aparece más de una vez.' };
    case 'long_list':
      return {
        code: 'too_many_items',
        message: `Admite como máximo ${mostItems(path) ?? MOST_ITEMS} elementos.`,
      };
    case 'crowded_object':
      return { code: 'too_many_items', message: `Admite como máximo ${MOST_NAMES} campos.` };
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

/** Matches a text that may hold a carriage return, which JSON can only write escaped. */
const CARRIAGE_RETURN = /\\(?:r|u000d)/i;

function parse(text: string): Pick<JsonBody, 'kind' | 'value'> | Refusal {
  try {
    const value: unknown = CARRIAGE_RETURN.test(text) ? JSON.parse(text, withLineFeeds) : JSON.parse(text);
    return { kind: 'json', value };
  } catch (error) {
    return refuse('malformed_json', { reason: whereItFails(error instanceof Error ? error.message : '') });
  }
}

/** Values of texts end their lines as ours do, before anything counts their characters. */
function withLineFeeds(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value;
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
function firstBadText(value: unknown, path: string): FieldProblem | null {
  if (typeof value === 'string') return badText(value, path);
  if (Array.isArray(value)) return firstOf(value.entries(), (key) => `${path}[${key}]`);
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  if (entries.some(([key]) => BAD.test(key)))
    return {
      path,
      code: 'bad_character',
      message: 'El nombre de un campo contiene un carácter de control o medio carácter Unicode.',
    };
  return firstOf(entries, (key) => (path === '' ? key : `${path}.${key}`));
}

function firstOf<K>(
  entries: Iterable<readonly [K, unknown]>,
  pathOf: (key: K) => string,
): FieldProblem | null {
  for (const [key, value] of entries) {
    const bad = firstBadText(value, pathOf(key));
    if (bad !== null) return bad;
  }
  return null;
}

/** Places are counted from 1, in characters as the limits count them. */
function badText(text: string, path: string): FieldProblem | null {
  const at = text.search(BAD);
  if (at < 0) return null;
  const unit = text.charCodeAt(at);
  const place = [...text.slice(0, at)].length + 1;
  const name = `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`;
  const message =
    unit < FIRST_SURROGATE
      ? `Contiene el carácter de control ${name} en la posición ${place}.`
      : `Contiene medio carácter Unicode (${name}) en la posición ${place}.`;
  return { path, code: 'bad_character', message };
}

const FIRST_SURROGATE = 0xd800;
