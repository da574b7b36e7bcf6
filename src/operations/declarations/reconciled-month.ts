import { dayText } from '../../core/calendar/day-text.ts';
import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import type { CompanyMonth } from './ports.ts';
import type {
  FoundDifference,
  MonthReconciliation,
  MonthStand,
  ReconciliationReader,
} from './reconciliation-ports.ts';

/** How a month was compared, and a part of what was found. */
export interface ReconciledMonth extends MonthStand {
  /** The one that is told of: what has ended says how the month compares, and what goes on says so only where nothing has. */
  readonly told: MonthReconciliation | null;
  /** What that one has found; nothing where there is none. */
  readonly findings: readonly FoundDifference[];
}

/** Reads how a month was compared, with what was found behind the finding `after`. */
export async function readReconciliation(
  reader: ReconciliationReader,
  month: CompanyMonth,
  part: { readonly after: string; readonly limit: number },
): Promise<ReconciledMonth> {
  const { ended, open, changed } = await reader.ofMonth(month);
  const told = ended ?? open;
  const findings = told === null ? [] : await reader.found(month.companyId, told.reconciliationId, part);
  return { ended, open, changed, told, findings };
}

/** Findings that are read at a time. */
const FINDINGS = 500;

/** Everything that a reconciliation has found, in that order. */
export async function* everyFinding(
  reader: ReconciliationReader,
  companyId: string,
  { reconciliationId }: MonthReconciliation,
): AsyncGenerator<FoundDifference> {
  for (let after = '0'; ; ) {
    const some = await reader.found(companyId, reconciliationId, { after, limit: FINDINGS });
    yield* some;
    const last = some.at(-1);
    if (last === undefined || some.length < FINDINGS) return;
    after = last.findingId;
  }
}

/** `24/11/2026 09:30:00`, local time. */
export function momentText(atMs: number): string {
  const { fecEmi, horEmi } = fiscalTime(atMs);
  return `${dayText(fecEmi)} ${horEmi}`;
}

/** What no status query tells (Manual Técnico V1.0, pages 26 and 27), and what is not asked. */
export const UNKNOWABLE =
  'Hacienda responde por código de generación y no da una lista, ni montos, ni fecha de emisión: no se ve lo que otro sistema haya emitido, ni si lo que aquí se invalidó sigue vigente allá. Se pregunta por los documentos con fecha del mes, y no por los de meses anteriores que se invalidaron en este y que este resta.';

/** Whether and when a month was compared, and what came of it. */
export function reconciledInWords({ ended, open, changed }: MonthStand): string {
  if (ended === null) return open === null ? 'Nunca' : unended('Sin terminar', open);
  const { documents, found, endedMs } = ended;
  const done = `${momentText(endedMs ?? ended.movedMs)}: ${documents} documentos; ${found.only_here} solo aquí, ${found.only_there} solo en Hacienda, ${found.different} distintos, ${found.unanswered} sin respuesta. ${changedInWords(changed)}`;
  return open === null ? done : `${done} ${unended('Otra, sin terminar', open)}`;
}

/** Whether a comparison still tells how a month stands. */
export function changedInWords(changed: number): string {
  if (changed === 0)
    return 'Desde entonces no cambió ningún documento del mes, ni de uno anterior que este reste.';
  const counted = changed === 1 ? 'cambió 1 documento' : `cambiaron ${changed} documentos`;
  return `Desde entonces ${counted} del mes, o de uno anterior que este resta: concilie otra vez.`;
}

/** One that is under way or was interrupted; why, where it is known. */
function unended(what: string, { movedMs, documents, total, stopped }: MonthReconciliation): string {
  const stand = `${what}: ${momentText(movedMs)}, ${documents} de ${total} documentos`;
  return stopped === null ? stand : `${stand}. ${stopped}`;
}
