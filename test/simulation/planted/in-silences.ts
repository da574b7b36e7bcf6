import type { Consultation } from '../../../src/operations/authority/ports.ts';
import type { ContingencyContext } from '../../../src/operations/contingencies/report-contingency.ts';
import type {
  HeldDocument,
  KeptRejection,
  StampedForGood,
  Verdict,
} from '../../../src/operations/documents/ports.ts';
import { FOREIGN_STAMP, inNode, inPart, inStore, type PlantedBug, RAW } from './planted-bug.ts';

const SHOWN: Consultation = { kind: 'stamped', stamp: FOREIGN_STAMP, raw: RAW };

/** The control question is asked, and whatever is answered counts as a good answer. */
function ignoresControl({ store, authority }: ContingencyContext): Partial<ContingencyContext> {
  let known: StampedForGood | null = null;
  return {
    store: {
      ...store,
      async stampedForGood(account) {
        known = await store.stampedForGood(account);
        return known;
      },
    },
    authority: {
      ...authority,
      async consult(query) {
        const answer = await authority.consult(query);
        return query.codigoGeneracion === known?.codigoGeneracion && answer.kind === 'absent'
          ? SHOWN
          : answer;
      },
    },
  };
}

/** Verdicts as they are written, where a rejection in doubt is changed first. */
function doubting(
  name: string,
  nearSeed: number,
  change: (doubt: KeptRejection, verdict: Verdict) => Verdict,
): PlantedBug {
  return inPart('store', name, nearSeed, ({ settle }) => ({
    settle: (lease, verdict) =>
      settle(lease, verdict.kind === 'doubted' ? change(verdict.doubt, verdict) : verdict),
  }));
}

/** The same doubt, about the present code alone. */
function present(doubt: KeptRejection, verdict: Verdict): Verdict {
  const codes = doubt.codes.slice(-1);
  return doubt.about === 'number' && verdict.kind === 'doubted'
    ? { ...verdict, doubt: { ...doubt, codes } }
    : verdict;
}

function holds({ attempt, rejection, raw }: KeptRejection): Verdict {
  return { kind: 'rejected', attempt, rejection, raw };
}

/** What the background takes up, changed where a rejection of it is in doubt. */
function takingDoubted(
  name: string,
  nearSeed: number,
  change: (document: HeldDocument) => HeldDocument,
): PlantedBug {
  return inPart('work', name, nearSeed, ({ take }) => ({
    async take(request) {
      const taking = await take(request);
      return taking.kind === 'held' && taking.held.doubt !== null
        ? { ...taking, held: change(taking.held) }
        : taking;
    },
  }));
}

const LONG_MS = 3_600_000;

function aged({ attempts, ...document }: HeldDocument): HeldDocument {
  return { ...document, attempts: attempts.map((one) => ({ ...one, lastSentMs: one.lastSentMs - LONG_MS })) };
}

/** Mistakes in what is made of an authority that says what is not so, or judges one copy otherwise than another. */
export const BUGS_IN_SILENCES: readonly PlantedBug[] = [
  inPart('store', '"absent" is believed without a control question', 1_134, () => ({
    stampedForGood: async () => null,
  })),
  inNode('the answer to the control question is ignored', 618, ignoresControl),
  doubting('a number that is taken is told as a rejection at once', 300, (doubt, verdict) =>
    doubt.about === 'number' ? holds(doubt) : verdict,
  ),
  takingDoubted('a document whose number is in doubt is sent again', 1_970, (document) => ({
    ...document,
    doubt: null,
  })),
  doubting('a rejection settles the bytes, not the sending', 1_712, (doubt, verdict) =>
    doubt.about === 'copy' ? holds(doubt) : verdict,
  ),
  takingDoubted('a rejection in doubt is upheld before the quarantine is over', 777, aged),
  takingDoubted('a number counts as another system’s before the quarantine is over', 777, (document) =>
    document.doubt?.about === 'number' ? aged(document) : document,
  ),
  doubting('a document gets another number although an earlier code of it may be stamped', 11_633, present),
  inStore('a document gets the next number, and the series stays where it is', 1, () => ({
    renumber: () => undefined,
  })),
  inPart('store', 'a seal is tied to the last version', 5_467, ({ versions }) => ({
    versions: async (companyId, documentId) =>
      (await versions(companyId, documentId)).map((one) => ({
        ...one,
        firstSentMs: one.firstSentMs === null ? null : 0,
      })),
  })),
  inStore('a note whose rejection is in doubt takes nothing', 286, () => ({
    stateOfNote: ({ record, doubt }) => (doubt?.about === 'copy' ? 'rejected' : record.state),
  })),
];
