import type { Consultation } from '../../../src/operations/authority/ports.ts';
import { inPart, type PlantedBug } from './planted-bug.ts';

/** A refusal comes with 400; that a document is unknown, with 404. */
function silenced(answer: Consultation): Consultation {
  const isRefusal = answer.kind !== 'silent' && answer.raw.status === 400;
  return isRefusal ? { kind: 'silent', reason: 'a refusal', raw: answer.raw } : answer;
}

/** Mistakes in what is made of an answer, and in what is written down before bytes leave. */
export const BUGS_IN_ANSWERS: readonly PlantedBug[] = [
  inPart('authority', 'a query’s refusal is silence', 1, ({ consult }, { breaker }) => ({
    async consult(query) {
      const answer = silenced(await consult(query));
      if (answer.kind === 'silent') breaker.note(query, false);
      return answer;
    },
  })),
  inPart('breaker', 'the probe keeps its document', 1, ({ dueProbes }) => ({
    dueProbes: () => dueProbes().map(({ query }) => ({ query, turn: 0 })),
  })),
  inPart('store', 'the archive keeps the bytes of the last attempt', 5_467, ({ settle, versions }) => ({
    async settle(lease, verdict) {
      if (verdict.kind !== 'stamped') return settle(lease, verdict);
      const sent = await versions(lease.companyId, lease.documentId);
      const attempt = sent.findLast(({ firstSentMs }) => firstSentMs !== null)?.number ?? verdict.attempt;
      return settle(lease, { ...verdict, attempt });
    },
  })),
  {
    name: 'the journal is not awaited',
    nearSeed: 1,
    sabotage: { journal: (journal) => ({ ...journal, write: async (line) => void journal.write(line) }) },
  },
];
