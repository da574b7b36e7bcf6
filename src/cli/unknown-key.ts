import { CommandFailure } from './failure.ts';

/** For an id that no key has, or only one that is refused already. */
export function unknownKey(id: string): CommandFailure {
  return new CommandFailure('unknown_key', `There is no live key "${id}": sello key list shows the ids.`);
}
