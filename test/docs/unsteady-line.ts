import type { ServerResponse } from 'node:http';
import type { ReceivedRequest, Respond } from '../loopback/http-server.ts';

/** What goes wrong with one call on its way to the service, or on its way back. */
export type Trouble =
  /** The service turns it away, or fails. */
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfter?: number }
  /** Something in between answers in its place. */
  | { readonly kind: 'page'; readonly status: number }
  /** The connection is cut before the service hears the call; or after, with its answer; or in its middle. */
  | { readonly kind: 'cut' | 'lose' | 'halve' };

/** Passes each call on to the service at `url`, but the first ones meet these troubles, one each. */
export function callLike(url: string, troubles: readonly Trouble[]): Respond {
  const left = [...troubles];
  return async (request, response) => {
    const trouble = left.shift();
    if (trouble?.kind === 'cut') return void response.destroy();
    if (trouble?.kind === 'answer') return turnAway(trouble, response);
    if (trouble?.kind === 'page')
      return void response.writeHead(trouble.status).end('<html>Bad Gateway</html>');
    const answer = await passOn(url, request);
    if (trouble?.kind === 'lose') return void response.destroy();
    const { status, text } = answer;
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    if (trouble?.kind !== 'halve') return void response.end(text);
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  };
}

function turnAway(
  { status, retryAfter }: { readonly status: number; readonly retryAfter?: number },
  response: ServerResponse,
): void {
  const headers = { 'content-type': 'application/json' };
  const waits = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  const body = { detail: 'Espere y repita la misma solicitud.', code: 'busy' };
  response.writeHead(status, { ...headers, ...waits }).end(JSON.stringify(body));
}

async function passOn(
  url: string,
  { method, path, headers, body }: ReceivedRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  const { authorization = '' } = headers;
  const type = headers['content-type'] ?? '';
  const answer = await fetch(url + path, { method, body, headers: { authorization, 'content-type': type } });
  return { status: answer.status, text: await answer.text() };
}
