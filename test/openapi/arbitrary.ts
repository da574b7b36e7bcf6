import fc from 'fast-check';
import { isJson } from '../support/http-caller.ts';

type Json = Readonly<Record<string, unknown>>;
type Follow = (node: unknown) => Json;

/** More would only take time: what matters of a limit is tried by the mutations. */
const MOST_ITEMS = 4;
const MOST_LETTERS = 60;
/** One optional field in so many is there. */
const RARITY = 4;

const LETTERS = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz ABCDEFGHIJ 0123456789-.@,') },
  { weight: 3, arbitrary: fc.constantFrom(...'áéíóúñÑü¿¡«»€/\\"\'<>&%#{}[]()=+*') },
  { weight: 1, arbitrary: fc.constantFrom('😀', '中', '\n', '\t', '\u200b', 'ß', 'İ', '\u00ad') },
);

/** Amounts as people write them, and some that nobody should. */
const NUMBERS: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 1_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -1_000, max: 1_000_000_000 }).map((parts) => parts / 1e8) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 0.000001, 99999999999, 123456789012, 0.1, 1e-9, 1e21) },
);

/** Values that a schema of the description admits. */
export function admitted(schema: unknown, follow: Follow): fc.Arbitrary<unknown> {
  const node = follow(schema);
  const choices = node['anyOf'];
  if (Array.isArray(choices)) return fc.oneof(...choices.map((choice) => admitted(choice, follow)));
  if (Array.isArray(node['enum'])) return fc.constantFrom(...node['enum']);
  const types = [node['type'] ?? []].flat().map(String);
  if (types.length === 0) return fc.jsonValue();
  const [first = 'null'] = types.filter((type) => type !== 'null');
  const value = ofType(first, node, follow);
  return types.includes('null') && first !== 'null'
    ? fc.oneof({ weight: 7, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })
    : value;
}

function ofType(type: string, node: Json, follow: Follow): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return textOf(node);
    case 'number':
      return NUMBERS;
    case 'integer':
      return fc.integer({ min: numberAt(node, 'minimum', -5), max: numberAt(node, 'maximum', 1_000) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(admitted(node['items'], follow), {
        minLength: numberAt(node, 'minItems', 0),
        maxLength: Math.min(MOST_ITEMS, numberAt(node, 'maxItems', MOST_ITEMS)),
      });
    case 'object':
      return objectOf(node, follow);
    default:
      return fc.constant(null);
  }
}

function textOf(node: Json): fc.Arbitrary<string> {
  const most = numberAt(node, 'maxLength', MOST_LETTERS);
  const minLength = numberAt(node, 'minLength', 0);
  const some = fc.string({ unit: LETTERS, minLength, maxLength: Math.min(MOST_LETTERS, most) });
  const full = fc.constant('x'.repeat(most));
  const pattern = new RegExp(typeof node['pattern'] === 'string' ? node['pattern'] : '', 'u');
  const either = fc.oneof(
    { weight: 15, arbitrary: some.map((text) => text.slice(0, most)) },
    { weight: 1, arbitrary: full },
  );
  return either.filter((text) => pattern.test(text));
}

function objectOf(node: Json, follow: Follow): fc.Arbitrary<Json> {
  const { properties } = node;
  const required = Array.isArray(node['required']) ? node['required'] : [];
  const fields = Object.entries(isJson(properties) ? properties : {}).map(([name, schema]) => {
    const value = admitted(schema, follow);
    return [name, required.includes(name) ? value : sometimes(value)] as const;
  });
  return fc.record(Object.fromEntries(fields)).map(withoutAbsent);
}

const ABSENT = Symbol('absent');

function sometimes(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: RARITY - 1, arbitrary: fc.constant(ABSENT) }, { weight: 1, arbitrary: value });
}

function withoutAbsent(value: Json): Json {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== ABSENT));
}

function numberAt(node: Json, name: string, otherwise: number): number {
  const value = node[name];
  return typeof value === 'number' ? value : otherwise;
}
