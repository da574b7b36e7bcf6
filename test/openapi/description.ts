import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isJson } from '../support/http-caller.ts';
import { asPromised } from './as-promised.ts';

type Json = Readonly<Record<string, unknown>>;

/** One operation of docs/openapi.json, as tests ask about it. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST';
  /** With its parameters as `{name}`. */
  readonly path: string;
  readonly parameters: readonly Json[];
  /** References resolved where they stand; null without a body. */
  readonly bodySchema: Json | null;
  readonly statuses: readonly number[];
  /** The headers of a status by name. */
  headers(status: number): readonly string[];
  example(status: number, name: string): unknown;
  /** What breaks the schema of the status' JSON; says so where the status is not described. */
  answerProblems(status: number, body: unknown): readonly string[];
  /** What breaks the schema of the body, read as the description promises. */
  bodyProblems(body: unknown): readonly string[];
}

export interface Description {
  readonly document: Json;
  readonly operations: readonly DescribedOperation[];
  operation(operationId: string): DescribedOperation;
  /** The example of a shared response. */
  sharedExample(response: string, name: string): unknown;
  /** A node with the reference that it is, if it is one, followed. */
  follow(node: unknown): Json;
}

const FILE = resolve(import.meta.dirname, '../../docs/openapi.json');

/** Reads the committed description. */
export function readDocument(): Description {
  const document: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
  if (!isJson(document)) throw new Error('docs/openapi.json is no object');
  const follow = (node: unknown): Json => followed(document, node);
  const ajv = new Ajv2020({ strict: false, allErrors: false, formats: { binary: true } });
  ajv.addSchema({ $id: 'interface', components: document['components'] });
  const validators = new Map<string, ValidateFunction>();
  const problemsOf = (schema: unknown, value: unknown): readonly string[] => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"interface#/components/');
    const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
    validators.set(text, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  const operations = Object.entries(at(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(isJson(item) ? item : {}).map(([method, node]) =>
      operationOf({ path, method, node: follow(node), follow, problemsOf }),
    ),
  );
  return {
    document,
    operations,
    follow,
    operation: (operationId) => {
      const found = operations.find((one) => one.operationId === operationId);
      if (found === undefined) throw new Error(`no operation ${operationId}`);
      return found;
    },
    sharedExample: (response, name) => exampleIn(at(at(document, 'components'), 'responses')[response], name),
  };
}

function operationOf({
  path,
  method,
  node,
  follow,
  problemsOf,
}: {
  readonly path: string;
  readonly method: string;
  readonly node: Json;
  readonly follow: (node: unknown) => Json;
  readonly problemsOf: (schema: unknown, value: unknown) => readonly string[];
}): DescribedOperation {
  const responses = at(node, 'responses');
  const body = at(at(at(node, 'requestBody'), 'content'), 'application/json')['schema'];
  const jsonSchema = (status: number): unknown =>
    at(at(follow(responses[status]), 'content'), 'application/json')['schema'];
  return {
    operationId: String(node['operationId']),
    method: method === 'post' ? 'POST' : 'GET',
    path,
    parameters: Array.isArray(node['parameters']) ? node['parameters'].filter(isJson) : [],
    bodySchema: isJson(body) ? body : null,
    statuses: Object.keys(responses).map(Number),
    headers: (status) => Object.keys(at(follow(responses[status]), 'headers')),
    example: (status, name) => exampleIn(follow(responses[status]), name),
    answerProblems: (status, value) => {
      const schema = jsonSchema(status);
      return schema === undefined ? [`${status} has no JSON`] : problemsOf(schema, value);
    },
    bodyProblems: (value) => {
      if (body === undefined) return ['takes no body'];
      return problemsOf(body, asPromised(value, body, follow));
    },
  };
}

function exampleIn(response: unknown, name: string): unknown {
  const media = at(at(isJson(response) ? response : {}, 'content'), 'application/json');
  return at(at(media, 'examples'), name)['value'];
}

function followed(document: Json, node: unknown): Json {
  if (!isJson(node)) return {};
  const reference = node['$ref'];
  if (typeof reference !== 'string') return node;
  const target = reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((inner, name) => (isJson(inner) ? inner[name] : undefined), document);
  return followed(document, target);
}

/** The object under a name; empty where there is none. */
export function at(value: Json, name: string): Json {
  const member = value[name];
  return isJson(member) ? member : {};
}
