import type { FastifySchema } from 'fastify';
import { isJsonObject, type JsonObject } from '../../core/json/read-json.ts';
import { mapValues, objectAt } from './json-value.ts';

/**
 * The operation of OpenAPI that a route's schemas make: its parameters, its body and its answers. `credentials` are
 * parameters that a security scheme describes.
 */
export function describeRoute(route: FastifySchema, credentials: readonly string[] = []): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(route), withoutConst);
  const schemas = isJsonObject(json) ? json : {};
  const parameters = [
    ...parametersOf(objectAt(schemas, 'querystring'), 'query').filter(
      ({ name }) => !credentials.includes(name),
    ),
    ...parametersOf(objectAt(schemas, 'params'), 'path'),
  ];
  return {
    ...('body' in schemas ? { requestBody: { content: asJson(schemas['body']) } } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: mapValues(objectAt(schemas, 'response'), describeAnswer),
  };
}

/** The page at `/docs` shows an enumeration of one value, and nothing of a constant. */
function withoutConst(_name: string, value: unknown): unknown {
  if (!isJsonObject(value) || !('const' in value)) return value;
  const { const: only, ...rest } = value;
  return { ...rest, enum: [only] };
}

function parametersOf(schema: JsonObject, place: 'query' | 'path') {
  const required = [schema['required']].flat();
  return Object.entries(objectAt(schema, 'properties')).map(([name, property]) => {
    const { description, ...rest } = isJsonObject(property) ? property : {};
    return { schema: rest, in: place, name, required: required.includes(name), description };
  });
}

function describeAnswer(schema: JsonObject): JsonObject {
  const { description, content, type } = schema;
  if (type === 'null') return { description };
  return { description, content: content ?? asJson(schema) };
}

function asJson(schema: unknown): JsonObject {
  return { 'application/json': { schema } };
}
