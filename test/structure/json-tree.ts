/** The members of a JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export type Path = readonly (string | number)[];

/** What a change answers where the value is to disappear. */
export const GONE = Symbol('gone');

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The path of the value and of everything in it, the value's own first. */
export function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (isList(value)) return [path, ...value.flatMap((entry, index) => pathsIn(entry, [...path, index]))];
  if (!isObject(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => pathsIn(member, [...path, key]))];
}

/** What stands at the path; undefined where nothing does. */
export function valueAt(value: unknown, path: Path): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (isList(value)) return valueAt(value[Number(step)], rest);
  return isObject(value) && Object.hasOwn(value, step) ? valueAt(value[step], rest) : undefined;
}

/** The value with one place of it changed, sharing everything else. */
export function changedAt(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (isList(value)) {
    const entries = value.map((entry, index) => (index === step ? changedAt(entry, rest, change) : entry));
    return entries.filter((entry) => entry !== GONE);
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(
    ([key, member]) => [key, key === step ? changedAt(member, rest, change) : member] as const,
  );
  return Object.fromEntries(members.filter(([, member]) => member !== GONE));
}

/** The document with the values that the paths name, in the Ministry's notation, added or put in place of the old. */
export function overlaid(document: unknown, values: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(values).reduce<unknown>((result, [pointer, value]) => {
    const steps = pointer.split('/').slice(1);
    return put(result, steps, value);
  }, document);
}

function put(target: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (isList(target))
    return target.map((entry, index) => (String(index) === step ? put(entry, rest, value) : entry));
  const members = isObject(target) ? target : {};
  return { ...members, [step]: put(members[step], rest, value) };
}
