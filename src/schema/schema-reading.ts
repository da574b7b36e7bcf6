/** A member of a JSON schema; undefined where there is none. */
function member(schema: unknown, name: string): unknown {
  return typeof schema === 'object' && schema !== null && Object.hasOwn(schema, name)
    ? Reflect.get(schema, name)
    : undefined;
}

/** The JSON types that a JSON schema admits, as far as it names them. */
export function typesOf(schema: unknown): readonly string[] {
  const type = member(schema, 'type');
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
}

/** What a JSON schema says of each entry of a list. */
export function itemsOf(schema: unknown): unknown {
  return member(schema, 'items');
}

/** What a JSON schema says of a field; null where it does not know the field. */
export function propertyOf(schema: unknown, field: string): unknown {
  return member(member(schema, 'properties'), field) ?? null;
}

/** The names of the fields that a JSON schema describes. */
export function fieldsOf(schema: unknown): readonly string[] {
  return Object.keys(Object(member(schema, 'properties')));
}

/** How many entries a JSON schema, or the first of its choices that knows the field, allows its list; null where none says. */
export function mostItemsOf(schema: unknown, field: string): number | null {
  const choices = member(schema, 'anyOf');
  const known = [schema, ...(Array.isArray(choices) ? choices : [])].map((one) => propertyOf(one, field));
  const most = member(
    known.find((property) => property !== null),
    'maxItems',
  );
  return typeof most === 'number' ? most : null;
}

/** The path of a field inside of what another path names. */
export function fieldAt(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}
