import type { NoteMode } from '../../src/core/adjusting/standing.ts';
import type { Mark } from './signed-text.ts';

/** What a caller has asked for. */
export interface Asking extends Mark {
  readonly companyId: string;
  readonly tipoDte: string;
  /** Null for a sale or a purchase. */
  readonly note: NoteAsked | null;
}

/** What a note is to take from a CCF of ten breads. */
export interface NoteAsked {
  /** The reference of the CCF. */
  readonly ccf: string;
  readonly mode: NoteMode;
  /** How many breads are given back, in mode `lines`. */
  readonly quantity: number;
}

/** What somebody asks who wants a document invalidated; the mark is his own, not the document's. */
export interface CancelAsking extends Mark {
  /** Identifier or reference of the document. */
  readonly target: string;
  /** Whether he says anything of his own; else the company's settings speak, or what is on its way goes on. */
  readonly hasWill: boolean;
}
