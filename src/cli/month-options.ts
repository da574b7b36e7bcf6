import { type Period, parsePeriod } from '../core/declaring/period.ts';
import type { StoredCompany } from '../operations/companies/ports.ts';
import { monthOrder } from '../operations/declarations/closings.ts';
import { CRITERIA_WORDS, type Criteria, criteriaAsked } from '../operations/declarations/criteria-words.ts';
import type { MonthOrder } from '../operations/declarations/declared-documents.ts';
import type { MonthArchive } from '../operations/declarations/month-ports.ts';
import { UsageFailure } from './failure.ts';

type Options = ReadonlyMap<string, string>;

/** The month that was typed. Throws UsageFailure where it is none. */
export function periodTyped(text = ''): Period {
  const period = parsePeriod(text);
  if (period === null) throw new UsageFailure(`${text} is no month: write it like 2026-11.`);
  return period;
}

/** A month of a company, as whoever types these options declares it now. */
export async function orderIn(
  options: Options,
  { months }: { readonly months: Pick<MonthArchive, 'closings'> },
  stored: StoredCompany,
  period: Period,
): Promise<MonthOrder> {
  const asked = {
    notes: wordOf(options, 'notes'),
    exports: wordOf(options, 'exports'),
    codes: wordOf(options, 'codes'),
    names: wordOf(options, 'names'),
  };
  const decide = (before: Criteria) => criteriaAsked(asked, before);
  return monthOrder(months, stored, { period, madeMs: Date.now(), decide });
}

/** A word of the interface's; undefined where none is given. Throws UsageFailure on any other. */
export function wordOf<Name extends keyof typeof CRITERIA_WORDS>(
  options: Options,
  name: Name,
): (typeof CRITERIA_WORDS)[Name][number] | undefined {
  const given = options.get(name);
  if (given === undefined) return undefined;
  const words: readonly (typeof CRITERIA_WORDS)[Name][number][] = CRITERIA_WORDS[name];
  const word = words.find((one) => one === given);
  if (word === undefined) throw new UsageFailure(`--${name} is ${words.join(' or ')}, not ${given}.`);
  return word;
}
