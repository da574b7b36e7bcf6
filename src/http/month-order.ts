import type { Period } from '../core/declaring/period.ts';
import type { Caller } from '../operations/access/ports.ts';
import { CRITERIA_WORDS, criteriaAsked } from '../operations/declarations/criteria-words.ts';
import type { MonthOrder } from '../operations/declarations/declared-files.ts';
import { criteriaFor } from '../operations/declarations/month-criteria.ts';
import type { MonthArchive } from '../operations/declarations/month-ports.ts';
import { type Static, Type } from '../schema/schema.ts';
import { BY_DEFAULT, choice, EXPORTS_CHOICE } from './declaring.ts';

/** How a caller says what the manual leaves open. */
export const CRITERIA = {
  notes: choice(
    CRITERIA_WORDS.notes,
    `Las notas de crédito del anexo 1: positive, como dice el manual, ${BY_DEFAULT}; negative, con montos negativos.`,
  ),
  exports: EXPORTS_CHOICE,
  codes: choice(
    CRITERIA_WORDS.codes,
    `El código de generación de los anulados: 36 caracteres, con guiones, ${BY_DEFAULT}; 32, sin ellos.`,
  ),
  names: choice(
    CRITERIA_WORDS.names,
    `Los nombres: plain, en mayúsculas sin tildes, ${BY_DEFAULT}; accents, tal como son, en Windows-1252.`,
  ),
};

/** The same as the parameters of an address. */
export const CRITERIA_QUERY = Type.Object(CRITERIA);

export interface AskedMonth {
  readonly period: Period;
  readonly query: Static<typeof CRITERIA_QUERY>;
  readonly nowMs: number;
}

/** The order of a caller for a month. */
export async function orderOf(
  months: Pick<MonthArchive, 'closings'>,
  { companyId, company }: Caller,
  { period, query, nowMs }: AskedMonth,
): Promise<MonthOrder> {
  const month = { companyId, ambiente: company.ambiente, period };
  const { classes, ...before } = await criteriaFor(months, month, company);
  const { encoding, ...decided } = criteriaAsked(query, before);
  return {
    declaration: { ...month, classes, ...decided },
    declarer: company,
    encoding,
    madeMs: nowMs,
  };
}
