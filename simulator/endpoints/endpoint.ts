import type { IncomingHttpHeaders } from 'node:http';
import type { RelatedMode } from '../reception/adjustment.ts';
import type { DateMode } from '../reception/dates.ts';
import type { Contingencies } from '../state/contingencies.ts';
import type { DemandsBook } from '../state/demands.ts';
import type { Invalidations } from '../state/invalidations.ts';
import type { Issuer, Issuers } from '../state/issuers.ts';
import type { Ledger } from '../state/ledger.ts';
import type { Lotes } from '../state/lotes.ts';
import type { OtherWordsBook } from '../state/other-words.ts';
import type { Verdict } from '../state/submission.ts';
import type { Tokens } from '../state/tokens.ts';

/** What the services of the authority share. */
export interface World {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly issuers: Issuers;
  readonly tokens: Tokens;
  readonly ledger: Ledger;
  readonly lotes: Lotes;
  readonly contingencies: Contingencies;
  readonly invalidations: Invalidations;
  /** What queries are told that the ledger does not say. */
  readonly otherWords: OtherWordsBook;
  readonly demands: DemandsBook;
  readonly dates: DateMode;
  readonly related: RelatedMode;
  /** How long a lote takes from its reception to its last verdict, in milliseconds. */
  readonly loteMs: number;
  /** Waits; rejects when the simulator closes meanwhile. */
  readonly pause: (delayMs: number) => Promise<void>;
}

/** One request, read to its end. */
export interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a service answers; a null body is an empty one. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Puts a made-up verdict into the shape of a service's answers; with a seal it looks good. */
export type Imitate = (verdict: Verdict, call: Call, ambiente: string) => Answer;

/** One service of the authority. A new one is a file of its own and one entry in the table. */
export interface Endpoint {
  /** The name in scripts, probabilities and counts. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  /** On whose behalf the call is made, as far as it can be told; scripts may single out one issuer. */
  readonly issuer: (call: Call, world: World) => Issuer | null;
  /** The code of the document that the call is about. */
  readonly codigoGeneracion: (call: Call) => string | null;
  /** Takes note of a call when it arrives, before anything can go wrong with it. */
  readonly arrived: (call: Call, world: World) => void;
  readonly handle: (call: Call, world: World) => Promise<Answer>;
  readonly imitate: Imitate;
}

export function answer(status: number, body: unknown): Answer {
  return { status, body };
}

/** A service as its file tells it: it is called with the issuer whose token the call carries. */
type OwnedService = Pick<Endpoint, 'name' | 'path' | 'imitate'> &
  Partial<Pick<Endpoint, 'method' | 'codigoGeneracion' | 'arrived'>> & {
    readonly handle: (call: Call, issuer: Issuer, world: World) => Promise<Answer>;
  };

/** A service that answers only the holder of a token. */
export function forOwner(service: OwnedService): Endpoint {
  return {
    method: 'POST',
    codigoGeneracion: () => null,
    arrived: () => {},
    ...service,
    issuer: tokenOwner,
    handle: async (call, world) => {
      const issuer = tokenOwner(call, world);
      if (issuer === null) return unauthorized(call.headers.authorization);
      return service.handle(call, issuer, world);
    },
  };
}

/** Tokens that are missing get an empty body; others that are not in force an explanation. */
export function unauthorized(authorization: string | undefined): Answer {
  if (authorization === undefined) return answer(401, null);
  return answer(401, { status: 401, error: 'Unauthorized', message: 'Token inválido o expirado' });
}

/** Whose token the call carries. */
export function tokenOwner(call: Call, world: World): Issuer | null {
  return world.tokens.ownerOf(call.headers.authorization, world.now());
}
