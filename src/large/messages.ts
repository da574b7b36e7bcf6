import type { LargeAnswer, LargeRequest } from '../http/large-requests.ts';
import type { ConsultQuery, SilenceCause } from '../operations/authority/ports.ts';
import type { Meter } from '../operations/installation/metrics-ports.ts';

/** Whether the authority answers an account. */
export interface Circuit {
  readonly isOpen: boolean;
  /** Why not, as far as it is known. */
  readonly cause: SilenceCause | undefined;
}

/** A request that the thread is given. */
export interface Handed {
  readonly id: number;
  readonly request: Omit<LargeRequest, 'place'>;
  /** The circuit of the caller's company. */
  readonly circuit: Circuit;
}

/** What the thread is told: to answer a request, or to end. */
export type ToLarge = Handed | { readonly id: null };

/** What the meter is told, in the method of that name. */
export type ToldMeasure = {
  readonly [Name in keyof Meter]: {
    readonly kind: 'measure';
    readonly name: Name;
    readonly values: Parameters<Meter[Name]>;
  };
}[keyof Meter];

/** What the thread tells: its answers, and what the rest of the node is to know. */
export type Told =
  | { readonly kind: 'answered'; readonly id: number; readonly answer: LargeAnswer }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  /** The request waits for somebody outside, and has come back. */
  | { readonly kind: 'outside' | 'inside'; readonly id: number }
  | ToldMeasure
  | {
      readonly kind: 'circuit';
      readonly query: ConsultQuery;
      readonly answered: boolean;
      readonly cause: SilenceCause | undefined;
    }
  | { readonly kind: 'ended' };
