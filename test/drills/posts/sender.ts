import { Agent, type IncomingMessage, request } from 'node:http';
import type { FuzzedBody } from './bodies.ts';

/** A request of a browser, or of what passes itself off as one. */
export interface Sending {
  readonly method: string;
  readonly path: string;
  readonly cookie: string;
  /** On whose behalf, as a proxy would say. */
  readonly from: string;
  /** Who sends what, for whoever reads what went wrong. */
  readonly kind: string;
  readonly body: FuzzedBody | null;
  readonly isPartial?: boolean;
  /** Whether the text of the answer is wanted. */
  readonly isKept: boolean;
}

/** What became of it; the status is 0 where nothing was answered. */
export interface Sent {
  readonly what: string;
  readonly status: number;
  /** Whether it was turned away because of others, which is no failure. */
  readonly isBusy: boolean;
  readonly isSignedOut: boolean;
  /** Where it leads on to; null where it does not. */
  readonly location: string | null;
  readonly text: string;
}

const PATIENCE_MS = 70_000;
/** What a sign-in says while too many come in. */
const MANY_COME_IN = 'Hay demasiadas personas';

/** Sends requests to a node over so many connections. */
export function createSender(url: string, connections: number): (sending: Sending) => Promise<Sent> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return (sending) =>
    new Promise((resolve) => {
      const { method, path, kind, body, isKept } = sending;
      const what = `${method} ${path.slice(0, 200)} ${kind} ${body?.body.length ?? 0}`;
      const none: Sent = { what, status: 0, isBusy: false, isSignedOut: false, location: null, text: '' };
      const asked = request(`${url}${path}`, {
        method,
        agent,
        headers: headersOf(sending),
        timeout: PATIENCE_MS,
      });
      asked.on('error', () => resolve(none));
      asked.on('timeout', () => asked.destroy());
      asked.on('response', (response: IncomingMessage) => {
        const { statusCode: status = 0, headers } = response;
        const isWanted = isKept || status >= 500;
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          if (isWanted) text += piece;
        });
        response.on('error', () => resolve(none));
        response.on('end', () => {
          const isSignedOut = status === 401 || (headers.location ?? '').startsWith('/app/entrar');
          const isBusy =
            status === 503 && (headers['retry-after'] !== undefined || text.includes(MANY_COME_IN));
          resolve({ what, status, isBusy, isSignedOut, location: headers.location ?? null, text });
        });
        response.on('close', () => resolve(none));
      });
      if (body === null) return void asked.end();
      if (body.isCut !== true) return void asked.end(body.body);
      asked.write(body.body);
      setTimeout(() => asked.destroy(), 20);
    });
}

function headersOf({ cookie, from, kind, body, isPartial = false }: Sending): Record<string, string> {
  const length = body === null ? null : body.body.length + (body.isCut === true ? 1_000 : 0);
  return {
    cookie,
    'x-forwarded-for': from,
    'x-fuzz': kind,
    'sec-fetch-site': 'same-origin',
    ...(isPartial ? { 'hx-request': 'true' } : {}),
    ...(body?.type == null ? {} : { 'content-type': body.type }),
    ...(length === null ? {} : { 'content-length': String(length) }),
  };
}
