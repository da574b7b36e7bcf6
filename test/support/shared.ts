import { beforeAll, beforeEach } from 'vitest';

/**
 * What the tests of a suite share: it is made before the first of them, and whoever closes over it has it then. An instance of
 * a class would lose its methods.
 */
export function shared<Made extends object>(make: () => Made | Promise<Made>, timeoutMs?: number): Made {
  const made: Made = Object.create(null);
  beforeAll(async () => {
    Object.assign(made, await make());
  }, timeoutMs);
  return made;
}

/** What every test of a suite has for itself: it is made anew before each of them. */
export function anew<Made extends object>(make: () => Made | Promise<Made>): Made {
  const made: Made = Object.create(null);
  beforeEach(async () => {
    for (const name of Reflect.ownKeys(made)) Reflect.deleteProperty(made, name);
    Object.assign(made, await make());
  });
  return made;
}
