import type { ApiError } from './answers.ts';

/** The service understood the request and refuses it, in its own words: the same request gets the same answer. */
export class RequestRefused extends Error {
  /** 400, 401 or 404. */
  readonly status: number;
  readonly refusal: ApiError;

  constructor(status: number, refusal: ApiError) {
    super(`${status} ${refusal.code}: ${refusal.detail}`);
    this.name = 'RequestRefused';
    this.status = status;
    this.refusal = refusal;
  }
}

/**
 * No answer of the service within the patience of the client, or something between client and service that turns the
 * request away. Whether a document was issued is not known: repeat the call with the same reference, now or after a
 * restart, and it is issued once.
 */
export class NoAnswer extends Error {
  /** How often it was tried. */
  readonly tries: number;

  constructor(tries: number, reason: string) {
    super(`no answer after ${tries} ${tries === 1 ? 'try' : 'tries'}: ${reason}`);
    this.name = 'NoAnswer';
    this.tries = tries;
  }
}
