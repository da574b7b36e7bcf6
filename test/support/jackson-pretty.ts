/**
 * The text that the official signer makes of a JSON text before it signs it: Jackson's default pretty printer over
 * maps that keep their order, line end LF. It is an oracle for tests; the product signs compact text.
 */
export function jacksonPretty(json: string): string {
  const tokens = json.match(TOKEN) ?? [];
  if (tokens.join('') !== json.replace(BLANKS_OUTSIDE_STRINGS, '$1')) throw new SyntaxError('not JSON');
  const cursor: Cursor = { tokens, next: 0 };
  const value = parseValue(cursor);
  if (cursor.next !== tokens.length) throw new SyntaxError('text after the value');
  return print(value, 0);
}

type Value =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'map'; readonly members: ReadonlyMap<string, Value> };

interface Cursor {
  readonly tokens: readonly string[];
  next: number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{},:]/g;
const BLANKS_OUTSIDE_STRINGS = /("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g;
const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\f', '\\f'],
  ['\r', '\\r'],
]);

function take(cursor: Cursor, expected?: string): string {
  const token = cursor.tokens[cursor.next];
  if (token === undefined || (expected !== undefined && token !== expected)) {
    throw new SyntaxError(`expected ${expected ?? 'a value'}, found ${token ?? 'the end'}`);
  }
  cursor.next += 1;
  return token;
}

function parseValue(cursor: Cursor): Value {
  const token = take(cursor);
  if (token === '{') return { kind: 'map', members: new Map(parseAll(cursor, '}', parseMember)) };
  if (token === '[') return { kind: 'list', items: parseAll(cursor, ']', parseValue) };
  if (token.startsWith('"')) return { kind: 'scalar', text: quote(stringOf(token)) };
  if (/^[-\d]/.test(token)) return { kind: 'scalar', text: numberText(token) };
  if (/^[a-z]/.test(token)) return { kind: 'scalar', text: token };
  throw new SyntaxError(`unexpected ${token}`);
}

function parseAll<Item>(cursor: Cursor, end: string, parse: (cursor: Cursor) => Item): Item[] {
  const items: Item[] = [];
  while (cursor.tokens[cursor.next] !== end) {
    if (items.length > 0) take(cursor, ',');
    items.push(parse(cursor));
  }
  take(cursor, end);
  return items;
}

function parseMember(cursor: Cursor): readonly [string, Value] {
  const key = stringOf(take(cursor));
  take(cursor, ':');
  return [key, parseValue(cursor)];
}

function stringOf(token: string): string {
  const value: unknown = JSON.parse(token);
  if (typeof value !== 'string') throw new SyntaxError(`not a string: ${token}`);
  return value;
}

function quote(text: string): string {
  const escaped = Array.from(text, (character) => {
    const short = SHORT_ESCAPES.get(character);
    if (short !== undefined || character >= ' ') return short ?? character;
    return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  });
  return `"${escaped.join('')}"`;
}

/** Integers keep their digits; a number with a point or an exponent goes through Java's double. */
function numberText(token: string): string {
  return /[.eE]/.test(token) ? doubleText(Number(token)) : BigInt(token).toString();
}

/** Java's Double.toString: plain from 0.001 up to, but not including, ten million; else `d.dddE-n`. */
function doubleText(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('not a finite double');
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-3 && magnitude < 1e7) return withPoint(String(value));
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${withPoint(mantissa)}E${Number(exponent)}`;
}

function withPoint(digits: string): string {
  return digits.includes('.') ? digits : `${digits}.0`;
}

function print(value: Value, depth: number): string {
  if (value.kind === 'scalar') return value.text;
  if (value.kind === 'list') {
    const items = value.items.map((item) => print(item, depth));
    return items.length === 0 ? '[ ]' : `[ ${items.join(', ')} ]`;
  }
  if (value.members.size === 0) return '{ }';
  const indent = '  '.repeat(depth + 1);
  const members = Array.from(
    value.members,
    ([key, member]) => `${indent}${quote(key)} : ${print(member, depth + 1)}`,
  );
  return `{\n${members.join(',\n')}\n${'  '.repeat(depth)}}`;
}
