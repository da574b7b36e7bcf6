import { isJson } from '../support/http-caller.ts';

type Json = Readonly<Record<string, unknown>>;

/** Follows a reference of the description. */
type Follow = (node: unknown) => Json;

/**
 * A body in which what the description's introduction promises to count as absent is absent: the rest is what its schema
 * judges. `schema` is the body's own.
 */
export function asPromised(value: unknown, schema: unknown, follow: Follow): unknown {
  const { types, properties, items } = admitted(schema, follow);
  const isEmptyList = Array.isArray(value) && value.length === 0;
  if (types.includes('null') && (value === '' || (types.includes('object') && isEmptyList))) return null;
  if (Array.isArray(value)) return value.map((item) => asPromised(item, items, follow));
  if (!isJson(value)) return value;
  const fields = Object.entries(value).filter(
    ([name, sent]) => Object.hasOwn(properties, name) || (sent !== null && sent !== ''),
  );
  return Object.fromEntries(fields.map(([name, sent]) => [name, asPromised(sent, properties[name], follow)]));
}

/** What a schema says, of all that it admits. */
function admitted(schema: unknown, follow: Follow) {
  const { anyOf } = isJson(schema) ? schema : {};
  const nodes = (Array.isArray(anyOf) ? anyOf : [schema]).map(follow);
  const properties: Json = Object.assign({}, ...nodes.map((node) => node['properties']));
  return {
    types: nodes.flatMap((node) => node['type']),
    properties,
    items: nodes.find((node) => 'items' in node)?.['items'],
  };
}
