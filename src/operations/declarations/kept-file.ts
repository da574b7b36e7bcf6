import type { Closing } from './month-ports.ts';

/** The closing of that version, written as an address has it, where it keeps a file of that name; null else. */
export function closingWith(
  closings: readonly Closing[],
  { version, name }: { readonly version: string; readonly name: string },
): Closing | null {
  const closing = closings.find((one) => String(one.version) === version);
  return closing?.files.some((file) => file.name === name) === true ? closing : null;
}

/** A version of a closed month, and the one before it. */
export interface KeptVersions {
  readonly former: Closing;
  readonly closing: Closing;
}

/** That version, written as an address has it, with the one before; null where it is not kept, or is the first. */
export function versionsAt(closings: readonly Closing[], version: string): KeptVersions | null {
  const closing = closings.find((one) => String(one.version) === version);
  const former = closings.find((one) => one.version + 1 === closing?.version);
  return closing === undefined || former === undefined ? null : { former, closing };
}
