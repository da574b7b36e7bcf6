import { fiscalTime, toLocalIso } from '../core/calendar/el-salvador-time.ts';
import { FINDING_REASONS, LIST_OF, RECONCILED_LISTS } from '../core/declaring/told-difference.ts';
import type { ReconciledMonth } from '../operations/declarations/reconciled-month.ts';
import type {
  FoundDifference,
  MonthReconciliation,
} from '../operations/declarations/reconciliation-ports.ts';
import { type Static, Type, titled } from '../schema/schema.ts';
import { count, text, textOrNull } from './described.ts';

const FindingSchema = titled('ReconciliationFinding', {
  list: Type.Enum(RECONCILED_LISTS, {
    description:
      'only_here: solo aquí; only_there: solo en Hacienda; different: distinto; unanswered: sin respuesta que diga algo.',
  }),
  reason: Type.Enum(FINDING_REASONS, {
    description:
      'absent_there: Hacienda dice que no lo conoce; stamped_there: sellado allá y no aquí; known_there: invalidado allá y sin sello aquí; earlier_code_there: sellado allá también con un código anterior; number_taken: su número lo tiene otro sistema; other_seal: otro sello; invalidated_there: invalidado allá y vigente aquí; unanswered: sin respuesta.',
  }),
  document_id: text('Identificador del documento.'),
  doc_type: text('Tipo de documento.'),
  control_number: text('Su número de control, o el que dejó por ser de otro sistema.'),
  generation_code: textOrNull('El código por el que se preguntó; null si se trata de un número.'),
  issued_on: text('Fecha de emisión, AAAA-MM-DD.'),
  stamp_here: textOrNull('El sello que Sello tiene.'),
  stamp_there: textOrNull('El sello que Hacienda dice; null si no dice ninguno.'),
});

const RunSchema = titled('ReconciliationRun', {
  begun_at: text('Cuándo se empezó, ISO 8601 con -06:00.'),
  begun_by: text('Quién la empezó.'),
  asked_at: text('Cuándo se preguntó por el último documento.'),
  ended_at: textOrNull('Cuándo terminó; null si está sin terminar.'),
  stopped: textOrNull('Por qué se interrumpió, si se sabe.'),
  documents: count('Documentos por los que se ha preguntado.'),
  total: count('Documentos del mes.'),
  only_here: count('Cuántos están solo aquí.'),
  only_there: count('Cuántos están solo en Hacienda.'),
  different: count('Cuántos son distintos.'),
  unanswered: count('Cuántos quedaron sin respuesta.'),
});

export const ReconciliationSchema = titled('Reconciliation', {
  month: text('El período, como 2026-11.'),
  runs: Type.Array(RunSchema, {
    description: 'La última que terminó y la que está sin terminar, las que haya.',
  }),
  changed_since: count(
    'Documentos del mes que se emitieron, se sellaron o se invalidaron desde la última que terminó, y los de meses anteriores que se invalidaron en este desde entonces; si los hay, conviene conciliar otra vez. 0 si ninguna terminó.',
  ),
  findings: Type.Array(FindingSchema, {
    description: 'Lo que encontró la primera de ellas, hasta 500.',
  }),
  next: textOrNull('Lo que se envía como after para los siguientes; null si no hay más.'),
});

/** Findings of one answer. */
export const FINDINGS_OF_ANSWER = 500;

export function reconciliationAnswer(
  month: string,
  { ended, open, changed, findings }: Omit<ReconciledMonth, 'told'>,
): Static<typeof ReconciliationSchema> {
  return {
    month,
    runs: [ended, open].filter((one) => one !== null).map(runAnswer),
    changed_since: changed,
    findings: findings.map(findingAnswer),
    next: findings.length < FINDINGS_OF_ANSWER ? null : (findings.at(-1)?.findingId ?? null),
  };
}

function runAnswer({
  begunMs,
  by,
  movedMs,
  endedMs,
  stopped,
  documents,
  total,
  found,
}: MonthReconciliation): Static<typeof RunSchema> {
  return {
    begun_at: toLocalIso(begunMs),
    begun_by: by,
    asked_at: toLocalIso(movedMs),
    ended_at: endedMs === null ? null : toLocalIso(endedMs),
    stopped,
    documents,
    total,
    only_here: found.only_here,
    only_there: found.only_there,
    different: found.different,
    unanswered: found.unanswered,
  };
}

function findingAnswer(one: FoundDifference): Static<typeof FindingSchema> {
  return {
    list: LIST_OF[one.reason],
    reason: one.reason,
    document_id: one.documentId,
    doc_type: one.tipoDte,
    control_number: one.numeroControl,
    generation_code: one.codigoGeneracion,
    issued_on: fiscalTime(one.issuedMs).fecEmi,
    stamp_here: one.selloHere,
    stamp_there: one.selloThere,
  };
}
