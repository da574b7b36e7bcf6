import type { Company } from '../../core/company/company.ts';
import type { Authority } from '../authority/ports.ts';
import type { CircuitBreaker } from '../background/circuit-breaker.ts';
import type { CompletionReader } from '../rehearsals/ports.ts';
import type { Clock, DocumentStore, Identities, Signer } from './ports.ts';

/** The limits of time that the installation sets; all in milliseconds. */
export interface IssuingTimes {
  /** Total deadline of one call to the authority. */
  readonly callTimeoutMs: number;
  /** From the request's arrival to its answer. */
  readonly requestBudgetMs: number;
  /** From the last sending of bytes until "absent" means that they will never be processed. */
  readonly quarantineMs: number;
}

/** Told about what the operator must see; never about amounts, names or secrets. */
export interface IssuingLog {
  warn(event: string, detail: Readonly<Record<string, string | number>>): void;
}

/** What issuing needs from outside. */
export interface IssuingContext {
  readonly clock: Clock;
  readonly identities: Identities;
  readonly store: DocumentStore;
  /** What companies have told of their customers and products. */
  readonly completions: CompletionReader;
  /** Tells `breaker` of every call. */
  readonly authority: Authority;
  readonly breaker: CircuitBreaker;
  readonly signer: Signer;
  readonly times: IssuingTimes;
  readonly log: IssuingLog;
}

/** A company under its identifier. */
export interface IssuingCompany {
  readonly companyId: string;
  readonly company: Company;
}
