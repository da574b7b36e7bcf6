/** What the manual leaves to the accountant; its own reading is the default. */
export interface Switches {
  /** Credit notes below zero in annex 1. */
  readonly negativeNotes: boolean;
  /** Freight and insurance in the value of an export. */
  readonly exportsWithFreight: boolean;
  /** Generation codes of 32 characters among the annulled documents. */
  readonly shortCodes: boolean;
  /** Names as they are, in Windows-1252. */
  readonly accents: boolean;
}

export const BY_THE_MANUAL: Switches = {
  negativeNotes: false,
  exportsWithFreight: false,
  shortCodes: false,
  accents: false,
};
