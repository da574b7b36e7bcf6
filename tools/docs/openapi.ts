import type { App, ServerParts } from '../../src/http/app.ts';
import type { Compilers } from '../../src/http/compilers.ts';
import { interfaceDocument } from '../../src/http/openapi/description.ts';
import { createServer } from '../../src/http/server.ts';
import { createLogger } from '../../src/telemetry/logger.ts';

/** A name that belongs to nobody (RFC 2606): where an installation is called, its own description says. */
const SERVER = 'https://sello.example';

/** A server behind which there is nothing. */
export function emptyInterface(compilers?: Compilers): App {
  const parts: unknown = new Proxy(
    {
      logger: createLogger('silent'),
      publicUrl: SERVER,
      trustedProxies: [],
      files: { endAll: () => undefined },
    },
    { get: partOf },
  );
  if (!standInForParts(parts)) throw new Error('there are no parts to describe');
  return createServer(parts, compilers);
}

/** The description of the interface as the server gives it. */
export async function openApiText(): Promise<string> {
  const app = emptyInterface();
  await app.ready();
  const text = JSON.stringify(interfaceDocument(app), null, 2);
  await app.close();
  return `${text}\n`;
}

/** A part of which any part can be taken. Routes that are described and never called do no more with it. */
const NOTHING: unknown = new Proxy({}, { get: () => NOTHING });

function partOf(given: object, name: string | symbol): unknown {
  return Reflect.get(given, name) ?? NOTHING;
}

function standInForParts(parts: unknown): parts is ServerParts {
  return typeof parts === 'object' && parts !== null && 'logger' in parts;
}
