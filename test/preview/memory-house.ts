import type { Reception, Submission } from '../../src/operations/authority/ports.ts';
import { createCircuitBreaker } from '../../src/operations/background/circuit-breaker.ts';
import type { CreditNoteContext } from '../../src/operations/credit-notes/issue-credit-note.ts';
import { openSimulatedRig } from '../simulation/database/simulated-rig.ts';
import { IDENTITIES } from '../support/document-codes.ts';
import { handClock, REJECTED, STAMPED, TIMES } from '../support/issuing-bench.ts';
import { NO_COMPLETIONS } from '../support/no-completions.ts';

/** Everything that issues, over a storage in memory, with a signature that is the text itself and an authority that takes all. */
export interface MemoryHouse {
  readonly context: CreditNoteContext;
  readonly companyId: string;
  /** The texts that were signed, in their order. */
  readonly signed: readonly string[];
  /** What was sent. */
  readonly sent: readonly Submission[];
  /** Does something while the authority refuses everything. */
  refusing(work: () => Promise<unknown>): Promise<void>;
  /** All that is kept of the company. */
  everything(): Promise<unknown>;
}

export async function openMemoryHouse(): Promise<MemoryHouse> {
  const clock = handClock();
  const rig = openSimulatedRig();
  const companyId = await rig.addCompany();
  const { store, standings } = rig.anotherNode(clock);
  const signed: string[] = [];
  const sent: Submission[] = [];
  let verdict: Reception = STAMPED;
  const context: CreditNoteContext = {
    clock,
    store,
    completions: NO_COMPLETIONS,
    standings,
    payloadOf: (jws) => jws,
    identities: IDENTITIES,
    signer: {
      ready: async () => null,
      async sign(_identity, payload) {
        signed.push(payload);
        return { kind: 'signed', jws: payload };
      },
    },
    authority: {
      async submit(submission) {
        sent.push(submission);
        return verdict;
      },
      consult: async () => STAMPED,
    },
    breaker: createCircuitBreaker(clock),
    times: TIMES,
    log: { warn: () => undefined },
  };
  return {
    context,
    companyId,
    signed,
    sent,
    async refusing(work) {
      verdict = REJECTED;
      await work();
      verdict = STAMPED;
    },
    everything: () => rig.everything(companyId),
  };
}
