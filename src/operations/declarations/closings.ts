import type { Company } from '../../core/company/company.ts';
import type { Period } from '../../core/declaring/period.ts';
import { type Criteria, USUAL_CRITERIA } from './criteria-words.ts';
import type { MonthOrder } from './declared-documents.ts';
import type { Closing, MonthArchive } from './month-ports.ts';

/**
 * The files of a month as somebody wants them. `decide` is shown how the month is declared where nobody says otherwise: as it
 * was closed last, so that neither an amendment nor a change of the company's rules turns what was presented into something
 * else; as the manual and the company have it where the month is open.
 */
export async function monthOrder(
  months: Pick<MonthArchive, 'closings'>,
  { companyId, company }: { readonly companyId: string; readonly company: Company },
  {
    period,
    madeMs,
    decide,
  }: { readonly period: Period; readonly madeMs: number; readonly decide: (before: Criteria) => Criteria },
): Promise<MonthOrder> {
  const month = { companyId, ambiente: company.ambiente, period };
  const [last] = await months.closings(month);
  const { classes, ...before } = last?.criteria ?? { ...USUAL_CRITERIA, classes: company.incomeClasses };
  const { encoding, ...decided } = decide(before);
  return { declaration: { ...month, classes, ...decided }, declarer: company, encoding, madeMs };
}

/** The closing of that version, written as an address has it, where it keeps a file of that name; null else. */
export function closingWith(
  closings: readonly Closing[],
  { version, name }: { readonly version: string; readonly name: string },
): Closing | null {
  const closing = closings.find((one) => String(one.version) === version);
  return closing?.files.some((file) => file.name === name) === true ? closing : null;
}

/** A version of a closed month, and the one before it. */
export interface KeptVersions {
  readonly former: Closing;
  readonly closing: Closing;
}

/** That version, written as an address has it, with the one before; null where it is not kept, or is the first. */
export function versionsAt(closings: readonly Closing[], version: string): KeptVersions | null {
  const closing = closings.find((one) => String(one.version) === version);
  const former = closings.find((one) => one.version + 1 === closing?.version);
  return closing === undefined || former === undefined ? null : { former, closing };
}
