import type { ServerResponse } from 'node:http';
import type { Answer } from '../endpoints/endpoint.ts';

/** What goes over the wire, good or bad. */
export type Reply =
  | Whole
  | { readonly kind: 'drip'; readonly status: number; readonly text: string; readonly everyMs: number }
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset' };

interface Whole {
  readonly kind: 'whole';
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** The instant in the `Date` header; null where it is the machine's. */
  readonly datedMs: number | null;
}

const JSON_TYPE = 'application/json;charset=UTF-8';

export function jsonText(answer: Answer): string {
  return answer.body === null ? '' : JSON.stringify(answer.body);
}

export function whole(status: number, text: string, contentType: string = JSON_TYPE): Whole {
  return { kind: 'whole', status, contentType, text, datedMs: null };
}

export function replyOf(answer: Answer): Whole {
  return whole(answer.status, jsonText(answer));
}

/** Sends a reply. Silence leaves the connection open until the client or the end of the simulator closes it. */
export function send(response: ServerResponse, reply: Reply): void {
  if (reply.kind === 'silence' || response.destroyed) return;
  if (reply.kind === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (reply.kind === 'drip') {
    drip(response, reply);
    return;
  }
  if (reply.text !== '') response.setHeader('content-type', reply.contentType);
  if (reply.datedMs !== null) response.setHeader('date', new Date(reply.datedMs).toUTCString());
  response.writeHead(reply.status, { 'content-length': Buffer.byteLength(reply.text) });
  response.end(reply.text);
}

/** One byte at a time; a client that only limits the pause between bytes waits very long. */
function drip(response: ServerResponse, reply: Extract<Reply, { kind: 'drip' }>): void {
  const bytes = Buffer.from(reply.text);
  let sent = 0;
  response.writeHead(reply.status, { 'content-type': JSON_TYPE, 'content-length': bytes.length });
  const timer = setInterval(() => {
    response.write(bytes.subarray(sent, sent + 1));
    sent += 1;
    if (sent < bytes.length) return;
    clearInterval(timer);
    response.end();
  }, reply.everyMs);
  response.on('close', () => clearInterval(timer));
}
