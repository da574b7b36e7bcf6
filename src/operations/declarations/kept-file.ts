import type { Closing } from './month-ports.ts';

/** The closing of that version, written as an address has it, where it keeps a file of that name; null else. */
export function closingWith(
  closings: readonly Closing[],
  { version, name }: { readonly version: string; readonly name: string },
): Closing | null {
  const closing = closings.find((one) => String(one.version) === version);
  return closing?.files.some((file) => file.name === name) === true ? closing : null;
}
