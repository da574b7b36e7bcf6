/** A value of an official document as paper reads it: a number is its own digits, so that none of them is lost. */
export type OfficialValue = string | boolean | null | readonly OfficialValue[] | Members;

/** The members of an object of an official document. */
export interface Members {
  readonly [key: string]: OfficialValue | undefined;
}

/** Reads the text of a signed document or event. Throws where it is no JSON object. */
export function readOfficial(text: string): Members {
  const value: unknown = JSON.parse(text, digitsOf);
  if (!isMembers(value)) throw new TypeError('an official document is a JSON object');
  return value;
}

/** Beside a value, the parser gives the text that it has read it from. */
function digitsOf(_key: string, value: unknown, context: { readonly source?: string } = {}): unknown {
  return typeof value === 'number' ? (context.source ?? String(value)) : value;
}

/** After the reviver, everything in an object is an `OfficialValue`. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text or the digits under a key; null for what is absent, null or blank. */
export function textAt(members: Members | null, key: string): string | null {
  const value = members?.[key];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The object under a key, or null. */
export function membersAt(members: Members | null, key: string): Members | null {
  const value = members?.[key];
  return isMembers(value) ? value : null;
}

/** The objects of the list under a key; none where there is no list. */
export function listAt(members: Members | null, key: string): readonly Members[] {
  const value = members?.[key];
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

/** The digits of an amount; "0" for what is absent or null. */
export function amountAt(members: Members | null, key: string): string {
  return textAt(members, key) ?? '0';
}

/** Whether an amount is anything but nothing. */
export function isSomething(amount: string): boolean {
  return /[1-9]/.test(amount);
}
