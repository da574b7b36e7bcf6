import type { IncomingMessage, RequestListener, Server } from 'node:http';

// To import this module by a name has Node load its own fetch as well, for 40 ms and 14 MB.
const { createServer } = process.getBuiltinModule('node:http');

/** Whoever else answers requests on the port of the interface. */
export interface Elsewhere {
  /** Whether a request is theirs, by its address alone. */
  takes(request: IncomingMessage): boolean;
  readonly answer: RequestListener;
}

/** A server that hands requests to whoever else takes them, and all others to the interface; times in milliseconds. */
export function sharedServer(
  elsewhere: Elsewhere,
  interfaceOf: RequestListener,
  times: Readonly<Record<'requestTimeout' | 'keepAliveTimeout', number>>,
): Server {
  const server = createServer({ requireHostHeader: false }, (request, response) =>
    elsewhere.takes(request) ? elsewhere.answer(request, response) : interfaceOf(request, response),
  );
  return Object.assign(server, times);
}
