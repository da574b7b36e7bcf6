import { hostname, userInfo } from 'node:os';
import type { Environment } from './setting-values.ts';

/** Who runs a command, as far as the operating system knows. */
export interface Person {
  readonly osUser: string;
  /** Who became that user by sudo; null for nobody. */
  readonly sudoUser: string | null;
  readonly host: string;
  /** From where the user is logged in over SSH; null for a user of this machine. */
  readonly sshAddress: string | null;
}

export function personOf(environment: Environment): Person {
  return {
    osUser: userName(),
    sudoUser: environment['SUDO_USER'] ?? null,
    host: hostname(),
    sshAddress: environment['SSH_CONNECTION']?.split(' ')[0] ?? null,
  };
}

/** A user without an entry in the system's list has no name, but a number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
