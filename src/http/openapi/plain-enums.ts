import { isJsonObject } from '../../core/json/read-json.ts';

/**
 * Takes the types from enumerations of several types, whose values say as much: generators of clients make an enumeration
 * of each type, with all values in each, and of those one with every value twice.
 */
export function plainEnums(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plainEnums);
  if (!isJsonObject(node)) return node;
  const members = Object.entries(node).filter(([name]) => name !== 'type' || !isMixedEnum(node));
  return Object.fromEntries(members.map(([name, member]) => [name, plainEnums(member)]));
}

function isMixedEnum({ enum: values, type }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(values) && Array.isArray(type) && type.filter((one) => one !== 'null').length > 1;
}
