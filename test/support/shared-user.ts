import { beforeAll } from 'vitest';
import { type ConsoleUser, type ConsoleUserOptions, signedIn } from './console-caller.ts';
import type { House } from './house.ts';

/** A user whom the tests of a file or of a suite share. */
export function sharedUser(house: House, options: ConsoleUserOptions): ConsoleUser {
  const user: ConsoleUser = Object.create(null);
  beforeAll(async () => {
    Object.assign(user, await signedIn(house, options));
  });
  return user;
}
