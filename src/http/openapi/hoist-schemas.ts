import { isJsonObject, type JsonObject } from '../../core/json/read-json.ts';

/**
 * Gives every object schema with a title a place of its own under that name, so that the description says it once.
 * What may be null becomes a choice of both. Throws where two different schemas have one title.
 */
export function hoistSchemas(paths: JsonObject) {
  const schemas = new Map<string, unknown>();
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (!isJsonObject(node)) return node;
    const inner = Object.fromEntries(Object.entries(node).map(([name, member]) => [name, walk(member)]));
    return isTitled(node) ? refer(schemas, node.title, inner) : inner;
  };
  const walked = walk(paths);
  return {
    paths: isJsonObject(walked) ? walked : {},
    schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function isTitled(node: JsonObject): node is JsonObject & { readonly title: string } {
  return typeof node['title'] === 'string' && [node['type']].flat().includes('object');
}

function refer(schemas: Map<string, unknown>, title: string, inner: JsonObject): JsonObject {
  const { title: _, description, type, ...rest } = inner;
  const schema = { type: 'object', ...rest };
  const known = schemas.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`two schemas have the title ${title}`);
  schemas.set(title, schema);
  const reference = { $ref: `#/components/schemas/${title}` };
  const said = description === undefined ? {} : { description };
  return [type].flat().includes('null')
    ? { anyOf: [reference, { type: 'null' }], ...said }
    : { ...reference, ...said };
}
