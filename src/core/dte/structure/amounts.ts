import { amount, LIMIT } from './number.ts';

/** An amount of the summary. */
export const totalAmount = amount(2, { min: 0, below: LIMIT });
/** The same, but not zero. */
export const positiveTotal = amount(2, { above: 0, below: LIMIT });
/** An amount of the summary of any sign. */
export const signedTotal = amount(2, { above: -LIMIT, below: LIMIT });
/** A percentage of the summary. */
export const percentage = amount(2, { min: 0, max: 100 });

/** An amount of a line. */
export const lineAmount = amount(8, { min: 0, below: LIMIT });
/** The quantity of a line. */
export const quantity = amount(8, { above: 0, below: LIMIT });
/** An amount of a line of any sign. */
export const signedLineAmount = amount(8, { above: -LIMIT, below: LIMIT });
/** A price to which some schemas set no lower bound. */
export const unboundedPrice = amount(8, { below: LIMIT });

/** `saldoFavor` of v1, a credit and so never positive; v2 bounds it below. */
export const saldoFavorV1 = amount(2, { max: 0 });
export const saldoFavorV2 = amount(2, { max: 0, above: -LIMIT });
