import { isJsonObject, type JsonObject } from '../../core/json/read-json.ts';

/** The object under a name; empty where there is none. */
export function objectAt(value: JsonObject, name: string): JsonObject {
  const member = value[name];
  return isJsonObject(member) ? member : {};
}

/** An object of the same names with other values. */
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
