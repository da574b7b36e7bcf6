import type { Company } from '../core/company/company.ts';
import type { Ambiente } from '../core/dte/kinds.ts';

/** Requests a key may make in the clock's minute and hour. */
export interface RateLimits {
  readonly perMinute: number;
  readonly perHour: number;
}

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
  matches(secret: string, storedHmac: Uint8Array | null): boolean;
}

/** A live key with the company it belongs to. */
export interface IdentifiedKey {
  readonly keyId: string;
  readonly ambiente: Ambiente;
  readonly secretHmac: Uint8Array;
  readonly limits: RateLimits;
  readonly companyId: string;
  readonly company: Company;
}

/** The public part of no key. */
export const NOBODYS_PUBLIC_ID = '';

export interface KeyReader {
  /**
   * Null for a key that does not exist or was revoked. Nobody's takes as long as an unknown one's, unless so many are
   * asked for at once that they would keep callers waiting.
   */
  identify(publicId: string): Promise<IdentifiedKey | null>;
  /** Notes that a genuine key is in use, at most once a minute; nobody waits for it, and it may fail unseen. */
  noteUse(key: { readonly companyId: string; readonly keyId: string }): void;
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

export interface RateLimiter {
  /** Checks both windows and counts the request in both, or in neither. */
  count(key: {
    readonly companyId: string;
    readonly keyId: string;
    readonly limits: RateLimits;
  }): Promise<RateStanding>;
}

/** Who is calling. */
export interface Caller {
  readonly keyId: string;
  readonly limits: RateLimits;
  readonly companyId: string;
  readonly company: Company;
}

export type FileType = 'ticket' | 'invoice' | 'invalidation' | 'json';

/** The one file that a link opens. */
export interface FileTarget {
  readonly companyId: string;
  readonly documentId: string;
  readonly type: FileType;
}

/** Tokens that open one file without a key; they fit no other company, document or type. */
export interface FileLinks {
  token(target: FileTarget): string;
  matches(token: string, target: FileTarget): boolean;
}
