import { fiscalTime } from '../../src/core/calendar/el-salvador-time.ts';
import { NO_CLASSES } from '../../src/core/declaring/given-class.ts';
import { type Period, periodOf } from '../../src/core/declaring/period.ts';
import { USUAL_CRITERIA } from '../../src/operations/declarations/criteria-words.ts';
import type { Declaration, MonthOrder } from '../../src/operations/declarations/declared-documents.ts';
import type { Closing } from '../../src/operations/declarations/month-ports.ts';
import type { DeclarationReader, StampedDocument } from '../../src/operations/declarations/ports.ts';
import type { House } from './house.ts';
import { nitOf, nrcOf } from './identifiers.ts';

export const NOVEMBER: Period = { year: 2026, month: 11 };

/** The month of now. */
export function thisPeriod(): Period {
  return periodOf(fiscalTime(Date.now()).fecEmi);
}

/** What a company declares of November 2026, as the manual has it, with the changes given. */
export function exampleDeclaration(changes: Partial<Declaration> = {}): Declaration {
  const { encoding: _, ...criteria } = USUAL_CRITERIA;
  const month = { companyId: 'c', ambiente: '00', classes: NO_CLASSES, period: NOVEMBER } as const;
  return { ...month, ...criteria, ...changes };
}

/** The files of that. */
export function exampleMonthOrder(changes: Partial<Declaration> = {}): MonthOrder {
  return {
    declaration: exampleDeclaration(changes),
    declarer: { name: 'Tienda Ficticia', nit: nitOf('06141501901010'), nrc: nrcOf('12345') },
    encoding: 'plain',
    madeMs: 0,
  };
}

/** The first closing of November 2026, with the changes given. */
export function exampleClosing(changes: Partial<Closing> = {}): Closing {
  return {
    closingId: 'uno',
    period: NOVEMBER,
    version: 1,
    closedMs: 0,
    by: 'Ana',
    criteria: { ...USUAL_CRITERIA, classes: NO_CLASSES },
    files: [],
    ...changes,
  };
}

/** Stamped documents in memory, and nothing else; `asked` is told which types were read, and when what has no stamp was. */
export function readerOf(
  documents: readonly StampedDocument[] = [],
  asked: string[] = [],
): DeclarationReader {
  async function* nothing(): AsyncGenerator<never> {}
  return {
    async *stamped(_, { types }) {
      asked.push(types.join());
      yield* documents.filter(({ tipoDte }) => types.includes(tipoDte));
    },
    invalidated: nothing,
    invalidatedIn: nothing,
    unstamped() {
      asked.push('unstamped');
      return nothing();
    },
  };
}

/** Moves the issue of a document a month back: nobody may change it, and a month cannot be waited for. */
export async function movedBack(
  house: Pick<House, 'sql'>,
  document: Readonly<Record<string, unknown>>,
): Promise<void> {
  await house.sql('SET session_replication_role = replica');
  await house.sql`UPDATE documents SET posted_at = posted_at - interval '1 month'
    WHERE document_id = ${document['document_id']}`;
  await house.sql('RESET session_replication_role');
}

/** The files of a declared month, written as `2026-11`, in their order. */
export function declaredFileNames(month: string): readonly string[] {
  return [
    `anexo01-${month}.csv`,
    `anexo02-${month}.csv`,
    `anexo05-${month}.csv`,
    `anexo09-${month}.csv`,
    `anulados-${month}.csv`,
    `f14-${month}.csv`,
    `control-${month}.xlsx`,
    `control-${month}.pdf`,
  ];
}
