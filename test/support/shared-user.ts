import { type ConsoleUser, type ConsoleUserOptions, signedIn } from './console-caller.ts';
import type { House } from './house.ts';
import { shared } from './shared.ts';

/** A user whom the tests of a file or of a suite share. */
export function sharedUser(house: House, options: ConsoleUserOptions): ConsoleUser {
  return shared(() => signedIn(house, options));
}
