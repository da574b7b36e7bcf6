type Json = Readonly<Record<string, unknown>>;

/** The types of the client, as modules. */
export interface ClientTypes {
  readonly requests: string;
  readonly answers: string;
  /** Enumerations that are too long for a line of the others. */
  readonly codes: string;
}

const HEADER = '// Generated from docs/openapi.json by `npm run docs`; do not edit.\n';
const REFERENCE = '#/components/schemas/';

/** Writes the schemas of the interface's description as TypeScript: what requests consist of, and everything else. */
export function clientTypes(document: Json): ClientTypes {
  const schemas = at(at(document, 'components'), 'schemas');
  const bodies = Object.values(at(document, 'paths')).flatMap((item) =>
    Object.values(isJson(item) ? item : {}).map((operation) =>
      at(isJson(operation) ? operation : {}, 'requestBody'),
    ),
  );
  const sent = reachable(schemas, bodies);
  const enumerations: Enumerations = new Map();
  const shapes = Object.entries(schemas).map(([name, schema]) =>
    shapeOf(name, isJson(schema) ? schema : {}, enumerations),
  );
  const requests = shapes.filter(({ name }) => sent.has(name));
  const answers = shapes.filter(({ name }) => !sent.has(name));
  const taken = answers.flatMap(({ name }) => namesIn(schemas[name])).filter((name) => sent.has(name));
  const codes = [...enumerations].map(([text, name]) => `export type ${name} =${text};\n`);
  return {
    requests: moduleText(importsOf(codesOf(requests), 'codes'), requests),
    answers: moduleText([...importsOf(codesOf(answers), 'codes'), ...importsOf(taken, 'requests')], answers),
    codes: `${HEADER}\n${codes.join('\n')}`,
  };
}

function moduleText(imports: readonly string[], shapes: readonly Shape[]): string {
  const head = imports.length === 0 ? '' : `${imports.join('\n')}\n\n`;
  return `${HEADER}\n${head}${interfaceTexts(shapes).join('\n')}`;
}

/** What a module takes from another one; nothing where it needs nothing. */
function importsOf(names: readonly string[], module: string): readonly string[] {
  const sorted = [...new Set(names)].sort();
  if (sorted.length === 0) return [];
  const line = `import type { ${sorted.join(', ')} } from './${module}.ts';`;
  if (line.length <= LINE_WIDTH) return [line];
  return ['import type {', ...sorted.map((name) => `  ${name},`), `} from './${module}.ts';`];
}

function codesOf(shapes: readonly Shape[]): readonly string[] {
  return shapes.flatMap(({ fields }) => [...fields.values()].flatMap(({ codes }) => codes ?? []));
}

/** The names that these nodes refer to, and those that these refer to. */
function reachable(schemas: Json, nodes: readonly unknown[]): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = nodes.flatMap(namesIn);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    pending.push(...namesIn(schemas[name]));
  }
  return found;
}

function namesIn(node: unknown): readonly string[] {
  const text = JSON.stringify(node) ?? '';
  return [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
}

/** An interface with its fields, each with its comment and its type. */
interface Shape {
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
}

interface Field {
  readonly comment: readonly string[];
  readonly line: string;
  /** The enumeration that it names; null where it says its type itself. */
  readonly codes: string | null;
}

/** The names of long enumerations by their text, so that those of the same codes have one name. */
type Enumerations = Map<string, string>;

function shapeOf(name: string, schema: Json, enumerations: Enumerations): Shape {
  const required = schema['required'];
  const fields = Object.entries(at(schema, 'properties')).map(([field, node]): [string, Field] => {
    const isRequired = Array.isArray(required) && required.includes(field);
    const path = { owner: name, field, isRequired };
    return [field, fieldOf(path, isJson(node) ? node : {}, enumerations)];
  });
  return { name, fields: new Map(fields) };
}

function interfaceTexts(shapes: readonly Shape[]): readonly string[] {
  return shapes.map((shape) => {
    const parent = parentOf(shape, shapes);
    const heading = parent === null ? shape.name : `${shape.name} extends ${parent.name}`;
    const own = [...shape.fields].filter(([name, field]) => !isSame(field, parent?.fields.get(name)));
    const lines = own.flatMap(([, { comment, line }]) => [...comment, line]);
    return `export interface ${heading} {\n${lines.join('\n')}\n}\n`;
  });
}

/** Answers that have in common what is said of every document; what shares less is told apart. */
const LEAST_IN_COMMON = 10;

/** The largest of the others that has nothing but fields of this one, of the same types. */
function parentOf({ fields }: Shape, shapes: readonly Shape[]): Shape | null {
  const parents = shapes.filter(
    (other) =>
      other.fields.size >= LEAST_IN_COMMON &&
      other.fields.size < fields.size &&
      [...other.fields].every(([name, { line }]) => fields.get(name)?.line === line),
  );
  return parents.toSorted((one, other) => other.fields.size - one.fields.size)[0] ?? null;
}

function isSame({ comment, line }: Field, other: Field | undefined): boolean {
  return other?.line === line && other.comment.join() === comment.join();
}

interface FieldPath {
  readonly owner: string;
  readonly field: string;
  readonly isRequired: boolean;
}

function fieldOf({ owner, field, isRequired }: FieldPath, node: Json, enumerations: Enumerations): Field {
  const { description } = node;
  const comment = typeof description === 'string' ? [`  /** ${description} */`] : [];
  const type = typeText(node);
  const lineOf = (text: string) =>
    isRequired ? `  readonly ${field}: ${text};` : `  readonly ${field}?: ${text} | undefined;`;
  if (lineOf(type).length <= LINE_WIDTH) return { comment, line: lineOf(type), codes: null };
  const text = type
    .split(' | ')
    .map((one) => `\n  | ${one}`)
    .join('');
  const codes = enumerations.get(text) ?? `${owner}${capital(field)}`;
  enumerations.set(text, codes);
  return { comment, line: lineOf(codes), codes };
}

/** As the formatter has it: what is too long for a line gets one for each of its alternatives. */
const LINE_WIDTH = 110;

/** `dte_state` as `DteState`. */
function capital(name: string): string {
  return name
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function typeText(node: Json): string {
  const reference = node['$ref'];
  if (typeof reference === 'string') return reference.replace(REFERENCE, '');
  if (Array.isArray(node['anyOf']))
    return node['anyOf'].map((one) => typeText(isJson(one) ? one : {})).join(' | ');
  if (Array.isArray(node['enum'])) return node['enum'].map(literal).join(' | ');
  const types = [node['type'] ?? []].flat().map(String);
  return types.length === 0
    ? 'unknown'
    : types.map((type) => PLAIN[type] ?? structure(type, node)).join(' | ');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function structure(type: string, node: Json): string {
  if (type === 'array') {
    const items = typeText(at(node, 'items'));
    return `readonly ${/ /.test(items) ? `(${items})` : items}[]`;
  }
  const fields = Object.entries(at(node, 'properties')).map(
    ([name, field]) => `readonly ${name}: ${typeText(isJson(field) ? field : {})}`,
  );
  return fields.length === 0 ? 'Readonly<Record<string, unknown>>' : `{ ${fields.join('; ')} }`;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function at(value: Json, name: string): Json {
  const member = value[name];
  return isJson(member) ? member : {};
}
