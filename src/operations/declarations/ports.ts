import type { StampedFacts } from '../../core/declaring/declared-document.ts';
import type { Period } from '../../core/declaring/period.ts';
import type { Ambiente, TipoDte } from '../../core/dte/kinds.ts';
import type { Cents } from '../../core/money/decimal.ts';
import type { CompanyAccount } from '../authority/ports.ts';

/** A month of a company. */
export interface CompanyMonth extends CompanyAccount {
  readonly period: Period;
}

/** Which documents are read: those issued from one instant on and before another, milliseconds since the epoch. */
export interface IssuedSpan {
  readonly ambiente: Ambiente;
  readonly types: readonly TipoDte[];
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** A stamped document and what of its official text is declared. */
export interface StampedDocument extends StampedFacts {
  /** Receiver and summary; of an export the issuer too, of a purchase the lines. Numbers have the digits that were signed. */
  readonly text: string;
}

/** A document without a stamp. */
export interface UnstampedDocument extends Pick<StampedFacts, 'tipoDte' | 'numeroControl' | 'establishment'> {
  readonly issuedMs: number;
  readonly state: 'contingency' | 'rejected';
  /** What it comes to, VAT included and before retentions. */
  readonly grossCents: Cents;
  /** What of it is VAT; zero where the type has none. */
  readonly vatCents: Cents;
}

/** Reads the documents that a month declares, without a lock, some at a time and in the order of their issue. */
export interface DeclarationReader {
  /** Stamped documents of a span, be they invalidated or not. */
  stamped(companyId: string, span: IssuedSpan): AsyncIterable<StampedDocument>;
  /** The stamped documents of a span that a sealed event invalidated, whenever it did. */
  invalidated(companyId: string, span: IssuedSpan): AsyncIterable<StampedDocument>;
  /** Documents issued before the span whose invalidation was asked for in it, and sealed. */
  invalidatedIn(companyId: string, span: IssuedSpan): AsyncIterable<StampedDocument>;
  /** Documents of a span that have no stamp. */
  unstamped(companyId: string, span: IssuedSpan): AsyncIterable<UnstampedDocument>;
}
