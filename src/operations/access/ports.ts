import type { Company } from '../../core/company/company.ts';
import type { Ambiente } from '../../core/dte/kinds.ts';
import type { CompanyAccount } from '../authority/ports.ts';
import type { DocumentKey } from '../documents/ports.ts';
import type { DocumentRead, DocumentView } from '../documents/reading-ports.ts';

/** Requests a key may make in the clock's minute and hour. */
export interface RateLimits {
  readonly perMinute: number;
  readonly perHour: number;
}

/** The limits of a key that is made without any of its own (specification part 8). */
export const DEFAULT_LIMITS: RateLimits = { perMinute: 120, perHour: 5000 };

/** The public part of a presented key and its secret. */
export interface PresentedKey {
  readonly ambiente: Ambiente;
  readonly publicId: string;
  readonly secret: string;
}

export interface KeyCheck {
  /** Null where form or checksum is wrong. */
  parse(text: string): PresentedKey | null;
  /** In the same time for every answer; null stands for a key that does not exist. */
  matches(secret: string, stored: KnownKey | null): boolean;
  /** Reads what judging this key takes, where it was made since this node has read it. */
  learn(found: KnownKey): Promise<void>;
}

/** A key with the hash of its secret, which is bound to it; whether it still lives, its admission tells. */
export interface KnownKey extends CompanyAccount {
  readonly keyId: string;
  readonly secretHmac: Uint8Array;
}

/** The public part of no key. */
export const NOBODYS_PUBLIC_ID = '';

/** Finds the keys that callers present. */
export interface KeyReader {
  /** A key that this node has found before; null for others. */
  remembered(publicId: string): KnownKey | null;
  /** Asks the database, which takes as long for nobody's key as for an unknown one. Null for a key that does not live. */
  lookUp(publicId: string): Promise<KnownKey | null>;
}

/** Where a caller stands in both windows after a request. */
export interface RateStanding {
  /** The window that is exceeded, the longer one first; null when the request may pass. */
  readonly exceeded: 'minute' | 'hour' | null;
  readonly remainingMinute: number;
  readonly remainingHour: number;
  /** Seconds until the minute window ends, at least 1. */
  readonly resetMinute: number;
  /** Seconds until the hour window ends, at least 1. */
  readonly resetHour: number;
  /** Seconds until the exceeded window ends; 0 when none is. */
  readonly retryAfter: number;
}

/** A live key that asked for something, and what became of it. */
export interface Admission {
  readonly caller: Caller;
  readonly standing: RateStanding;
  /** What was asked for in the same breath; null where nothing was, it was not found, or the request may not pass. */
  readonly found: DocumentView | null;
}

/** Lets the requests of keys pass. */
export interface Gate {
  /** The refusal of a key of which this node remembers that a window is used up; null where `admit` must be asked. */
  refusal(key: KnownKey): Promise<Admission | null>;
  /**
   * Counts the request in both windows of its key, or in neither, and reads what it asks for; exact over several nodes.
   * Null where the key lives no longer.
   */
  admit(key: KnownKey, read: DocumentRead | null): Promise<Admission | null>;
}

/** Who is calling. */
export interface Caller {
  readonly keyId: string;
  readonly limits: RateLimits;
  readonly companyId: string;
  readonly company: Company;
  /** In which the company's links are made that open its files. */
  readonly linksEpoch: number;
}

export type FileType = 'ticket' | 'invoice' | 'invalidation' | 'json';

/** The one file that a link opens. */
export interface FileTarget extends DocumentKey {
  readonly type: FileType;
}

/** What a link's token proves, and of when it is. */
export interface LinkProof {
  readonly mac: string;
  /** How often the company had revoked its links before. */
  readonly epoch: number;
}

/** Tokens that open one file without a key; they fit no other company, document or type. */
export interface FileLinks {
  /** In the epoch of the company as it was last read. */
  proof(target: FileTarget): LinkProof;
  /** Whether the link was made by us, be it revoked or not. */
  matches(proof: LinkProof, target: FileTarget): boolean;
  /** Whether the company has revoked no link since that epoch. */
  holds(companyId: string, epoch: number): Promise<boolean>;
}
