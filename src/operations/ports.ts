import type { Ambiente, TipoDte } from '../core/dte/kinds.ts';

/** Time as the operations see it; a simulation replaces it. */
export interface Clock {
  /** The wall clock, milliseconds since the Unix epoch. */
  now(): number;
  /** A clock that never goes back, in milliseconds; for durations only. */
  monotonic(): number;
  /** Resolves after the given milliseconds. */
  sleep(delayMs: number): Promise<void>;
}

/** Which company's account at the authority is meant. */
export interface AuthorityAccount {
  readonly companyId: string;
  readonly ambiente: Ambiente;
  /** Issuer's NIT, digits only. */
  readonly nit: string;
}

/** One document on its way to reception. The bytes of `jws` are sent exactly as they are. */
export interface Submission {
  readonly account: AuthorityAccount;
  readonly tipoDte: TipoDte;
  /** `identificacion.version` of the document. */
  readonly version: number;
  readonly codigoGeneracion: string;
  readonly jws: string;
  /** A number of ours for this sending; the Ministry's manual asks for an integer and attaches no rule to it. */
  readonly idEnvio: number;
}

export interface Stamp {
  /** `selloRecibido`, 40 characters. */
  readonly selloRecibido: string;
  /** `fhProcesamiento` as the authority printed it, `dd/MM/yyyy HH:mm:ss`; null where it sent none. */
  readonly fhProcesamiento: string | null;
  readonly codigoMsg: string;
  readonly descripcionMsg: string;
  readonly observaciones: readonly string[];
}

export interface Rejection {
  readonly codigoMsg: string;
  readonly clasificaMsg: string | null;
  readonly descripcionMsg: string;
  /** Never empty: without observations of its own, a rejection carries its `descripcionMsg`. */
  readonly observaciones: readonly string[];
}

/** What came back on the wire, for the archive: at most 64 KiB of it. */
export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Hacienda's answer to a submission. Everything without a recognised verdict is `silent`: the document may or may
 * not have been received. `not_delivered` means that not one byte of the document can have been processed.
 */
export type Reception =
  | { readonly kind: 'stamped'; readonly stamp: Stamp; readonly raw: RawAnswer }
  | { readonly kind: 'rejected'; readonly rejection: Rejection; readonly raw: RawAnswer }
  | {
      readonly kind: 'already_registered';
      readonly field: 'codigoGeneracion' | 'numeroControl';
      readonly rejection: Rejection;
      readonly raw: RawAnswer;
    }
  | { readonly kind: 'silent'; readonly reason: string; readonly raw: RawAnswer | null }
  | { readonly kind: 'not_delivered'; readonly reason: string; readonly raw: RawAnswer | null };

/** Hacienda's answer to a status query: only a well-formed seal for our own code is a verdict. */
export type Consultation =
  | { readonly kind: 'stamped'; readonly stamp: Stamp; readonly raw: RawAnswer }
  | { readonly kind: 'absent'; readonly raw: RawAnswer }
  | { readonly kind: 'silent'; readonly reason: string; readonly raw: RawAnswer | null };

export interface ConsultQuery {
  readonly account: AuthorityAccount;
  readonly tipoDte: TipoDte;
  readonly codigoGeneracion: string;
}

/** The tax authority's reception services. No call throws for anything the authority or the network does. */
export interface Authority {
  submit(submission: Submission): Promise<Reception>;
  consult(query: ConsultQuery): Promise<Consultation>;
}

/** Why a document cannot be signed; `reason` is for the operator's log and never holds a secret. */
export type SigningFailure =
  | 'no_certificate'
  | 'certificate_not_yet_valid'
  | 'certificate_expired'
  | 'signature_failed';

export type SigningOutcome =
  | { readonly kind: 'signed'; readonly jws: string }
  | { readonly kind: 'failed'; readonly failure: SigningFailure; readonly reason: string };

/** The key of one company in one environment. */
export interface SigningIdentity {
  readonly companyId: string;
  readonly ambiente: Ambiente;
}

export interface Signer {
  /** Whether a document could be signed at this instant; called before a number is assigned. */
  ready(identity: SigningIdentity, nowMs: number): Promise<SigningFailure | null>;
  /** Signs the payload (RS512, header `{"alg":"RS512"}`) and verifies the signature before returning it. */
  sign(identity: SigningIdentity, payload: string, nowMs: number): Promise<SigningOutcome>;
}
