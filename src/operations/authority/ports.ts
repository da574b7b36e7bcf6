import type { Ambiente, SchemaGeneration, TipoDte } from '../../core/dte/kinds.ts';
import type { Nit } from '../../core/identifiers/nit.ts';
import type { CodigoGeneracion, SelloRecibido } from '../../core/identifiers/official.ts';

/** A company in one of the authority's environments. */
export interface CompanyAccount {
  readonly companyId: string;
  readonly ambiente: Ambiente;
}

/** Which company's account at the authority is meant. */
export interface AuthorityAccount extends CompanyAccount {
  /** Issuer's NIT, digits only. */
  readonly nit: Nit;
}

/**
 * How the authority answered a company that signed in. `refused`: it does not let this user in with this password;
 * `code` is the authority's own (100 to 111), null where it gave none. `unanswered`: it judged nothing.
 */
export type SignIn =
  | { readonly kind: 'granted' }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string | null }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** Told of everything that happens to the companies' sign-ins; never of a password or a token. */
export interface SignInWatch {
  /** A call of the sign-in service has ended. */
  ended(account: AuthorityAccount, signIn: SignIn, durationMs: number): void;
  /** Another service refused a token (401) that the authority had just given. */
  tokenRefused(account: AuthorityAccount): void;
}

/** What an answer without a verdict says all the same: a code, empty where it gives none, and a line without secrets. */
export interface Words {
  readonly code: string;
  readonly text: string;
}

/**
 * Why there is no answer about a document although the authority answers: it refused the company's sign-in, so that
 * nothing was sent.
 */
export type SilenceCause = 'sign_in_refused';

/** One document on its way to reception. The bytes of `jws` are sent exactly as they are. */
export interface Submission extends ConsultQuery {
  /** `identificacion.version` of the document. */
  readonly version: number;
  readonly jws: string;
  /** A number of ours for this sending; the Ministry's manual asks for an integer and attaches no rule to it. */
  readonly idEnvio: number;
}

export interface Stamp {
  /** `selloRecibido`, 40 characters. */
  readonly selloRecibido: SelloRecibido;
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

/** A rejection, and how it came. */
export interface Rejected {
  readonly rejection: Rejection;
  readonly raw: RawAnswer;
}

/**
 * Hacienda's answer to a submission. Everything without a recognised verdict is `silent`: the document may or may
 * not have been received. `not_delivered` means that not one byte of the document can have been processed.
 */
export type Reception =
  | { readonly kind: 'stamped'; readonly stamp: Stamp; readonly raw: RawAnswer }
  | ({ readonly kind: 'rejected' } & Rejected)
  | ({
      readonly kind: 'already_registered';
      readonly field: 'codigoGeneracion' | 'numeroControl';
      /** Another code than the one that was sent, where the answer names one. */
      readonly named: CodigoGeneracion | null;
      /** Whether it does so in the place of the code that was sent: unless that one is ours, too, the answer is not. */
      readonly strays: boolean;
    } & Rejected)
  | Silent
  | Unsent;

/** Why there is no answer; `reason` is for the audit, `cause` tells what the caller reads. */
export interface NoAnswer {
  readonly reason: string;
  readonly cause?: SilenceCause | undefined;
}

/** Why there is no answer, and what came back instead of one. */
export interface Unanswered extends NoAnswer {
  readonly raw: RawAnswer | null;
}

/** No verdict. */
export interface Silent extends Unanswered {
  readonly kind: 'silent';
  /** The authority's own words about the document's code came back, which decide nothing: the authority is there. */
  readonly spoke?: boolean;
}

/** Not one byte of what was to be sent can have been processed. */
export interface Unsent extends Unanswered {
  readonly kind: 'not_delivered';
}

/** Hacienda's answer to a status query: only a well-formed seal for our own code is a verdict. */
export type Consultation =
  | { readonly kind: 'stamped'; readonly stamp: Stamp; readonly raw: RawAnswer }
  | { readonly kind: 'absent'; readonly raw: RawAnswer }
  /** The authority says that the code is registered, or that its document is invalidated, and shows no seal. */
  | { readonly kind: 'known'; readonly invalidated: boolean; readonly raw: RawAnswer }
  | Silent;

/** What the authority's answer to a status query says of a document's state, for whoever compares and decides nothing by it. */
export type DocumentStatus =
  | Exclude<Consultation, { readonly kind: 'known' }>
  /** Its own word that the document is invalidated, without its seal. */
  | { readonly kind: 'invalidated'; readonly raw: RawAnswer };

/** Tells how documents stand. No call throws for anything the authority or the network does. */
export interface StatusAuthority {
  status(query: ConsultQuery): Promise<DocumentStatus>;
}

export interface ConsultQuery {
  readonly account: AuthorityAccount;
  readonly tipoDte: TipoDte;
  /** The document's; the address of a question differs by it. */
  readonly generation: SchemaGeneration;
  readonly codigoGeneracion: CodigoGeneracion;
}

/** The tax authority's reception services. No call throws for anything the authority or the network does. */
export interface Authority {
  submit(submission: Submission): Promise<Reception>;
  consult(query: ConsultQuery): Promise<Consultation>;
}
