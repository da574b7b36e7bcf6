/** One thing wrong with the structure of an official document; neither path nor message carries a value. */
export interface StructureProblem {
  /** Where, as the Ministry writes it: `#/resumen/pagos/0/periodo`. */
  readonly path: string;
  /** What is wrong, in English, for our own log. */
  readonly message: string;
}

/** Where a value stands: a key or an index in something else. It is spelled out only when there is a problem. */
export interface Place {
  readonly parent: Place | null;
  readonly step: string | number;
}

/** What a value must look like: adds to `found` whatever is wrong with it. */
export type Shape = (value: unknown, at: Place, found: StructureProblem[]) => void;

/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** What the members of an object must look like, by key. */
export type Fields = Readonly<Record<string, Shape>>;

/** What the members of an object must observe among themselves. */
export type Rule = (members: Members, at: Place, found: StructureProblem[]) => void;

/** Where a document begins. */
export const ROOT: Place = { parent: null, step: '#' };

/** The place in the Ministry's notation; keys are escaped as in RFC 6901. */
export function pathOf(place: Place): string {
  const steps: string[] = [];
  for (let at: Place | null = place; at !== null; at = at.parent) {
    steps.push(String(at.step).replaceAll('~', '~0').replaceAll('/', '~1'));
  }
  return steps.reverse().join('/');
}

/** Notes a problem. */
export function report(found: StructureProblem[], at: Place, message: string): void {
  found.push({ path: pathOf(at), message });
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value that passes the test. */
export function value<T>(isRight: (candidate: unknown) => candidate is T, message: string): Shape {
  return (candidate, at, found) => {
    if (!isRight(candidate)) report(found, at, message);
  };
}

/** Nothing but null. */
export const nothing: Shape = value((candidate): candidate is null => candidate === null, 'must be null');

/** Null, or what the shape says. */
export function nullable(shape: Shape): Shape {
  return (candidate, at, found) => {
    if (candidate !== null) shape(candidate, at, found);
  };
}

/** One of the listed texts or integers. */
export function oneOf(...choices: readonly (string | number)[]): Shape {
  const listed: ReadonlySet<unknown> = new Set(choices);
  const message =
    choices.length === 1 ? 'must be the one value it may have' : 'must be one of the listed values';
  return (candidate, at, found) => {
    if (!listed.has(candidate)) report(found, at, message);
  };
}

/** An object with exactly these keys; every official object demands all of its keys and admits no other. */
export function object(fields: Fields, ...rules: readonly Rule[]): Shape {
  const shapes = Object.entries(fields);
  const known: ReadonlySet<string> = new Set(Object.keys(fields));
  return (candidate, at, found) => {
    if (!isMembers(candidate)) {
      report(found, at, 'must be an object');
      return;
    }
    for (const [key, shape] of shapes) {
      const place = { parent: at, step: key };
      if (Object.hasOwn(candidate, key)) shape(candidate[key], place, found);
      else report(found, place, 'is missing');
    }
    for (const key of Object.keys(candidate)) {
      if (!known.has(key)) report(found, { parent: at, step: key }, 'is not a key of this object');
    }
    for (const rule of rules) rule(candidate, at, found);
  };
}

/** An object of which only these members are looked at, where they are there. */
export function members(fields: Fields): Shape {
  return (candidate, at, found) => {
    if (isMembers(candidate)) checkPresent(fields, { members: candidate, at }, found);
    else report(found, at, 'must be an object');
  };
}

/** Holds the members that are there against their shapes; the others are somebody else's business. */
export function checkPresent(
  fields: Fields,
  site: { readonly members: Members; readonly at: Place },
  found: StructureProblem[],
): void {
  for (const [key, shape] of Object.entries(fields)) {
    if (Object.hasOwn(site.members, key)) shape(site.members[key], { parent: site.at, step: key }, found);
  }
}
