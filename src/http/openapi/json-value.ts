/** A JSON object whose members are not known. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under a name; empty where there is none. */
export function objectAt(value: JsonObject, name: string): JsonObject {
  const member = value[name];
  return isJsonObject(member) ? member : {};
}

/** The same names with other values. */
export function mapValues(
  value: JsonObject,
  change: (member: JsonObject, name: string) => unknown,
): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isJsonObject(member) ? change(member, name) : member,
    ]),
  );
}
