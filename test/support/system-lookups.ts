import { createHook } from 'node:async_hooks';

/** Node's name for one call of the system's getaddrinfo. */
const KIND = 'GETADDRINFOREQWRAP';

/** The names that are looked up by the system while something runs, each of which occupies a thread of the pool. */
export async function systemLookups(run: () => Promise<unknown>): Promise<readonly string[]> {
  const requests: object[] = [];
  const hook = createHook({
    init: (_id, kind, _trigger, request) => {
      if (kind === KIND) requests.push(request);
    },
  });
  hook.enable();
  try {
    await run();
  } finally {
    hook.disable();
  }
  return requests.map((request) => String(Reflect.get(request, 'hostname')));
}
