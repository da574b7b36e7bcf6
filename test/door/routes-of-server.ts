import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** A route as the server has registered it, like `GET /status/:id_or_ref`. */
export interface Route {
  readonly method: string;
  readonly url: string;
  /** Whom a page of the console is for. */
  readonly access: unknown;
}

const CHANNEL = 'fastify.initialization';

/** Notes every route of the servers that are created while `work` runs. */
export async function withRoutes<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly routes: readonly Route[] }> {
  const found = new Map<string, Route>();
  const end = noteRoutes(found);
  try {
    const result = await work();
    return { result, routes: [...found.values()] };
  } finally {
    end();
  }
}

/** Notes every route of the servers that are created from now on, until the function returned is called. */
export function noteRoutes(found: Map<string, Route>): () => void {
  const listen = (message: unknown) => {
    if (!isInitialization(message)) return;
    message.fastify.addHook('onRoute', ({ method, url, config }) => {
      const access = config?.access;
      for (const one of [method].flat()) found.set(`${one} ${url}`, { method: one, url, access });
    });
  };
  subscribe(CHANNEL, listen);
  return () => void unsubscribe(CHANNEL, listen);
}

function isInitialization(message: unknown): message is { readonly fastify: FastifyInstance } {
  return typeof message === 'object' && message !== null && 'fastify' in message;
}
