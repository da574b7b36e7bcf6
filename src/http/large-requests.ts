import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Place } from '../operations/access/places.ts';
import type { Caller } from '../operations/access/ports.ts';
import { holderOf } from './held.ts';
import { noteCode } from './problems.ts';
import { callerOf, visitOf } from './visit.ts';

/** A request whose caller was admitted and whose body was received, but not read. */
export interface LargeRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** JSON, as far as its type says. */
  readonly body: Uint8Array;
  readonly caller: Caller;
  /** The caller's place, in this thread: others have it while the request waits for somebody outside. */
  readonly place: Place;
}

export interface LargeAnswer {
  readonly status: number;
  readonly type: string;
  /** As it goes to the caller: JSON, or a PDF. */
  readonly body: Uint8Array;
  /** The refusal's code; null where there is none. */
  readonly code: string | null;
}

/** Reads and answers large requests where nobody else waits for it. */
export interface LargeRequests {
  answer(request: LargeRequest): Promise<LargeAnswer>;
  close(): Promise<void>;
}

/** Some 450 lines: to read and draft more takes the thread of all others more than 5 ms in one go. */
export const LARGE_BYTES = 64 * 1024;

/** Stands for the body of a request that is not read in this thread. */
export class LargeBody {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** Whether the body of an admitted caller is to be read elsewhere. */
export function isLarge(request: FastifyRequest, body: Uint8Array): boolean {
  return body.length > LARGE_BYTES && visitOf(request).caller !== null;
}

/** Answers a request whose body was left; undefined for all others. */
export async function answerElsewhere(
  large: LargeRequests | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (large === null || !(request.body instanceof LargeBody)) return undefined;
  const { method, url } = request;
  const { place } = visitOf(request);
  const { bytes } = request.body;
  const order = { method, url, body: bytes, caller: callerOf(request), place };
  const answer = await holderOf(reply.raw).during(() => large.answer(order));
  const { status, type, body, code } = answer;
  if (code !== null) noteCode(request, code);
  return reply
    .code(status)
    .type(type)
    .send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}
