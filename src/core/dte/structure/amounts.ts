/** An amount of the summary; every amount of the official documents is smaller than this, whatever its sign. */
export const TOTAL = 'number 2 decimals 0.. <1e11';
export const POSITIVE_TOTAL = 'number 2 decimals >0 <1e11';
export const SIGNED_TOTAL = 'number 2 decimals >-1e11 <1e11';

/** An amount of a line. */
export const AMOUNT = 'number 8 decimals 0.. <1e11';
export const SIGNED_AMOUNT = 'number 8 decimals >-1e11 <1e11';
/** A price to which some files set no lower bound. */
export const PRICE = 'number 8 decimals <1e11';
