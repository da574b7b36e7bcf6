import type { Reception } from '../../../src/operations/authority/ports.ts';
import type {
  ContingencyAuthority,
  HeldEvent,
  ReportAnswer,
} from '../../../src/operations/contingencies/ports.ts';
import type { ContingencyContext } from '../../../src/operations/contingencies/report-contingency.ts';
import type { HeldDocument } from '../../../src/operations/documents/ports.ts';
import { FOREIGN_STAMP, inNode, inPart, inStore, type PlantedBug, RAW } from './planted-bug.ts';

/** The answers to events are read in another way. */
function hearing(name: string, nearSeed: number, read: (answer: ReportAnswer) => ReportAnswer): PlantedBug {
  return inPart('contingencyAuthority', name, nearSeed, ({ report }) => ({
    report: async (account, jws) => read(await report(account, jws)),
  }));
}

function sealedUnless(answer: ReportAnswer, kind: ReportAnswer['kind']): ReportAnswer {
  const { selloRecibido } = FOREIGN_STAMP;
  return answer.kind === kind ? { kind: 'sealed', selloRecibido, raw: RAW } : answer;
}

/** A node that takes an event for another one than it is. */
function seeing(
  name: string,
  nearSeed: number,
  change: (event: HeldEvent) => Partial<HeldEvent>,
): PlantedBug {
  return inPart('contingencies', name, nearSeed, ({ take }) => ({
    async take(companyId, eventId, leaseMs) {
      const event = await take(companyId, eventId, leaseMs);
      return event === null ? null : { ...event, ...change(event) };
    },
  }));
}

/** Remembers the documents that a node has taken for a lote, as they were then. */
function boarding({ work }: ContingencyContext) {
  const aboard = new Map<string, HeldDocument>();
  const watched: ContingencyContext['work'] = {
    ...work,
    async take(request) {
      const taking = await work.take(request);
      aboard.delete(request.documentId);
      if (request.early === true && taking.kind === 'held') aboard.set(request.documentId, taking.held);
      return taking;
    },
  };
  return { aboard, watched };
}

/** A document of a lote without results counts as one that never left. */
function forgetsLotes(context: ContingencyContext): Partial<ContingencyContext> {
  const { aboard, watched } = boarding(context);
  const { store } = context;
  return {
    work: watched,
    store: {
      ...store,
      async settle(lease, verdict) {
        const sent = aboard.get(lease.documentId)?.attempts.at(-1);
        if (verdict.kind === 'silence' && sent !== undefined)
          await store.closeAttempt(lease, sent.number, 'not_delivered');
        aboard.delete(lease.documentId);
        return store.settle(lease, verdict);
      },
    },
  };
}

/** A lote leaves with documents whose sending is put on record when its answer is there. */
function recordsLotesAfterwards(context: ContingencyContext): Partial<ContingencyContext> {
  const { aboard, watched } = boarding(context);
  const { contingencyAuthority, store } = context;
  const unrecorded: (() => Promise<unknown>)[] = [];
  return {
    work: watched,
    store: {
      ...store,
      async recordResend(lease, attempt, leaseMs) {
        const document = aboard.get(lease.documentId);
        if (document === undefined) return store.recordResend(lease, attempt, leaseMs);
        unrecorded.push(() => store.recordResend(lease, attempt, leaseMs));
        return document;
      },
    },
    contingencyAuthority: {
      ...contingencyAuthority,
      async submitLote(lote) {
        const answer = await contingencyAuthority.submitLote(lote);
        for (const record of unrecorded.splice(0)) await record();
        return answer;
      },
    },
  };
}

/** Each document of a lote gets the verdict of the next. */
function mixesResults({ consultLote }: ContingencyAuthority): Partial<ContingencyAuthority> {
  return {
    async consultLote(query) {
      const results = await consultLote(query);
      if (results === null) return null;
      const verdicts: readonly Reception[] = [...results.values()];
      return new Map(
        [...results.keys()].flatMap((code, index) => {
          const verdict = verdicts[(index + 1) % verdicts.length];
          return verdict === undefined ? [] : [[code, verdict] as const];
        }),
      );
    },
  };
}

/** Mistakes in how a contingency is reported, and in how its documents follow. */
export const BUGS_IN_CONTINGENCIES: readonly PlantedBug[] = [
  hearing('silence about an event is taken for its seal', 1, (answer) => sealedUnless(answer, 'silent')),
  hearing('a rejected event is taken for sealed', 36, (answer) => sealedUnless(answer, 'rejected')),
  hearing('an event that the authority has is reported under another code', 303, (answer) =>
    answer.kind === 'rejected' ? { ...answer, known: null } : answer,
  ),
  seeing('an event leaves a document out', 40, ({ documents }) => ({ documents: documents.slice(1) })),
  seeing('an event begins with its end', 40, ({ endsMs }) => ({ startsMs: endsMs - 1_000 })),
  inPart('contingencies', 'an event is given up after silence', 270, ({ finish }) => ({ release: finish })),
  inNode('a lote is on record when its answer is there', 855, recordsLotesAfterwards),
  inPart('contingencyAuthority', 'silence about a lote is taken for its refusal', 384, ({ submitLote }) => ({
    async submitLote(lote) {
      const answer = await submitLote(lote);
      return answer.kind === 'silent' ? { ...answer, kind: 'refused' } : answer;
    },
  })),
  inNode('a lote without results counts as never sent', 131, forgetsLotes),
  inPart('contingencyAuthority', 'the results of a lote are mixed up', 115, mixesResults),
  inStore('a document follows its event before the seal', 1, () => ({
    isReported: ({ eventId }) => eventId !== null,
  })),
  inStore('two events list a document', 40, () => {
    let listings = 0;
    return {
      isListed: ({ transmitUntilMs }) => transmitUntilMs !== null,
      listingKey(companyId, { documentId }) {
        listings += 1;
        return `${companyId} ${documentId} ${listings}`;
      },
    };
  }),
];
