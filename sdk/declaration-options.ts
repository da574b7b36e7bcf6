import type { CallOptions } from './options.ts';

/** How the open points of the Ministry's manual are taken; its own reading where nothing is said. */
export interface DeclarationOptions extends CallOptions {
  readonly notes?: 'positive' | 'negative' | undefined;
  readonly exports?: 'without_freight' | 'with_freight' | undefined;
  readonly codes?: '36' | '32' | undefined;
  readonly names?: 'plain' | 'accents' | undefined;
}

export interface ReconciliationOptions extends CallOptions {
  readonly after?: string | undefined;
}

/** Which part of a book, and as what. */
export interface BookOptions extends Pick<DeclarationOptions, 'exports'>, CallOptions {
  readonly format?: 'pdf' | 'xlsx' | undefined;
  /** The code of an establishment, like `M001`; all of them together where none is given. */
  readonly establishment?: string | undefined;
}
