import { changedAt, GONE, isList, isObject, type Path, valueAt } from './json-tree.ts';
import { type Mutant, type Original, SPOILINGS } from './mutations.ts';
import { TEXTS } from './probes.ts';

type SchemaNode = Readonly<Record<string, unknown>>;

/** One place of one document, and what the official schema says of it there. */
interface Spot {
  readonly original: Original;
  readonly path: Path;
  readonly value: unknown;
  readonly node: SchemaNode;
}

/**
 * Mutants at every edge that the official schema names: each limit, just inside and just outside, each listed value
 * and its neighbours, each pattern, at each place and for each type of value that some document has there.
 */
export function* edgeMutants(originals: readonly Original[], schema: unknown): Generator<Mutant> {
  for (const spot of spotsOf(originals, schema)) {
    for (const value of edgeValues(spot)) {
      const document = changedAt(spot.original.document, spot.path, () => value);
      yield { document, name: 'edge', at: `#/${spot.path.join('/')}` };
    }
  }
}

/** The smallest document for each place and type of value; the lines of a document are alike. */
function spotsOf(originals: readonly Original[], schema: unknown): readonly Spot[] {
  const spots = new Map<string, Spot>();
  for (const original of originals.toSorted((one, other) => one.paths.length - other.paths.length)) {
    for (const path of original.paths) {
      const value = valueAt(original.document, path);
      const key = `${path.join('/').replace(/^cuerpoDocumento\/\d+/, 'line')} ${typeOf(value)}`;
      if (!spots.has(key)) spots.set(key, { original, path, value, node: schemaAt(schema, path) });
    }
  }
  return [...spots.values()];
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : isList(value) ? 'list' : typeof value;
}

/** What the schema says of a place, its conditions aside. */
function schemaAt(schema: unknown, path: Path): SchemaNode {
  const node = path.reduce<unknown>((at, step) => {
    if (!isObject(at)) return null;
    if (typeof step === 'number') return at['items'];
    return isObject(at['properties']) ? at['properties'][step] : null;
  }, schema);
  return isObject(node) ? node : {};
}

function edgeValues({ value, node }: Spot): readonly unknown[] {
  const always = [GONE, null, true, ...listed(node)];
  if (typeof value === 'string') return [...always, ...textEdges(value, node)];
  if (typeof value === 'number') return [...always, ...numberEdges(value, node)];
  if (isList(value)) return [...always, ...listEdges(value, node)];
  if (isObject(value)) return [...always, {}, { ...value, extra: null }];
  return [...always, '', 'x', 'XYZXYZ', 0, 1, 1.5, [], {}];
}

function listed(node: SchemaNode): readonly unknown[] {
  return [...(isList(node['enum']) ? node['enum'] : []), ...('const' in node ? [node['const']] : [])];
}

/** The numbers that the schema gives for some of its keywords, and their neighbours. */
function around(
  node: SchemaNode,
  keywords: readonly string[],
  distances: readonly number[],
): readonly number[] {
  const limits = keywords.map((keyword) => node[keyword]).filter((limit) => typeof limit === 'number');
  return limits.flatMap((limit) => distances.map((distance) => limit + distance));
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'));
const LETTER_CODES = ['A', 'B', 'C', 'D'].flatMap((letter) =>
  TWO_DIGITS.slice(0, 10).map(([, digit]) => letter + digit),
);
const LONG = 5000;

function textEdges(value: string, node: SchemaNode): readonly string[] {
  const lengths = [0, 1, 2, LONG, ...around(node, ['minLength', 'maxLength'], [-1, 0, 1])];
  const filler = value === '' ? 'x' : value.slice(-1);
  const resized = lengths.map((length) => value.slice(0, Math.max(0, length)).padEnd(length, filler));
  const isPatterned = 'pattern' in node || 'format' in node;
  const spoilt = SPOILINGS.map((spoiling) => spoiling(value));
  const codes = [...value].length === 2 ? [...TWO_DIGITS, ...LETTER_CODES] : [];
  return [...resized, ...spoilt, ...(isPatterned ? TEXTS : []), ...codes];
}

const RANGE = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const DECIMALS = [0.01, 0.25, 0.001, 1e-8, 1e-9, 1.005, 12_345.12, 1.5];
const SMALL = Array.from({ length: 102 }, (_, index) => index - 1);

function numberEdges(value: number, node: SchemaNode): readonly number[] {
  const edges = [...around(node, RANGE, [-1, -0.01, -1e-8, 0, 1e-8, 0.01, 1]), -1e11, 1e11, -1, -0.01, 0, 1];
  const smallOnes = 'multipleOf' in node ? [] : SMALL;
  return [...edges, ...smallOnes, ...DECIMALS, -value, value + 1e-9];
}

function listEdges(value: readonly unknown[], node: SchemaNode): readonly unknown[] {
  const counts = around(node, ['minItems', 'maxItems'], [-1, 0, 1]);
  const resized = [0, 1, ...counts].map((length) =>
    Array.from({ length: Math.max(0, length) }, (_, index) => value[index % value.length]),
  );
  const codes = value.every((entry) => typeof entry === 'string') ? [...TWO_DIGITS, ...LETTER_CODES] : [];
  return [...resized, [...value, ...value], ...codes.map((code) => [code]), [...value, null]];
}
