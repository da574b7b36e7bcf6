/** Half of a character that takes two code units: it has no UTF-8 form. */
const LONE_SURROGATE = /\p{Surrogate}/u;
/** What the interface takes for no text at all: under no reference a repetition would be another sale. */
const ONLY_BLANKS = /^[\s\0]*$/;

/**
 * An identifier or a reference as one part of a path. Throws TypeError for what cannot be one: `.` and `..`, also written
 * as `%2E`, are taken away from every address before it is sent, and what is left leads somewhere else.
 */
export function partOf(name: string): string {
  refuseUnaddressable('the identifier or reference', name);
  return encodeURIComponent(name);
}

/** Throws TypeError, which begins with what the text is, where no address can carry it. */
export function refuseUnaddressable(what: string, text: unknown): void {
  if (typeof text !== 'string' || ONLY_BLANKS.test(text)) throw new TypeError(`${what} is required`);
  if (text === '.' || text === '..')
    throw new TypeError(`${what} is ${JSON.stringify(text)}, which no address can carry`);
  if (LONE_SURROGATE.test(text)) throw new TypeError(`${what} has half a character in it`);
}

/** What a query may say, by its name. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** The query with its question mark; empty where nothing is given. */
export function queryOf(values: Query): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return given.length === 0 ? '' : `?${given.join('&')}`;
}
