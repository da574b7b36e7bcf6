import type { Period } from '../core/declaring/period.ts';
import type { Caller } from '../operations/access/ports.ts';
import type { MonthOrder } from '../operations/declarations/declared-files.ts';
import { classesFor } from '../operations/declarations/month-classes.ts';
import type { MonthArchive } from '../operations/declarations/month-ports.ts';
import { type Static, Type } from '../schema/schema.ts';
import { choice, EXPORTS_CHOICE } from './declaring.ts';

/** How a caller says what the manual leaves open. */
export const CRITERIA = {
  notes: choice(
    ['positive', 'negative'],
    'Las notas de crédito del anexo 1: positive, como dice el manual y por defecto; negative, con montos negativos.',
  ),
  exports: EXPORTS_CHOICE,
  codes: choice(
    ['36', '32'],
    'El código de generación de los anulados: 36 caracteres, con guiones, por defecto; 32, sin ellos.',
  ),
  names: choice(
    ['plain', 'accents'],
    'Los nombres: plain, en mayúsculas sin tildes, por defecto; accents, tal como son, en Windows-1252.',
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
  return {
    declaration: {
      ...month,
      classes: await classesFor(months, month, company),
      notesAreNegative: query.notes === 'negative',
      exportsWithFreight: query.exports === 'with_freight',
      codesWithoutHyphens: query.codes === '32',
    },
    declarer: company,
    encoding: query.names === 'accents' ? 'windows-1252' : 'plain',
    madeMs: nowMs,
  };
}
