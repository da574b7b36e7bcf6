import type { Period } from '../core/declaring/period.ts';
import type { Caller } from '../operations/access/ports.ts';
import { monthOrder } from '../operations/declarations/closings.ts';
import {
  type AskedCriteria,
  CRITERIA_WORDS,
  type Criteria,
  criteriaAsked,
} from '../operations/declarations/criteria-words.ts';
import type { MonthOrder } from '../operations/declarations/declared-documents.ts';
import type { MonthArchive } from '../operations/declarations/month-ports.ts';
import { Type } from '../schema/schema.ts';
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

/** What a declaration goes by, as the parameters of an address. */
export const CRITERIA_QUERY = Type.Object(CRITERIA);

/** The order of a caller for a month. */
export function orderOf(
  months: Pick<MonthArchive, 'closings'>,
  caller: Caller,
  asked: { readonly period: Period; readonly query: AskedCriteria; readonly nowMs: number },
): Promise<MonthOrder> {
  const { period, query, nowMs } = asked;
  const decide = (before: Criteria) => criteriaAsked(query, before);
  return monthOrder(months, caller, { period, madeMs: nowMs, decide });
}
