import type { DocumentStore } from '../../src/operations/documents/ports.ts';
import type { Ports } from '../support/composition.ts';

/** Where a process dies: between two phases of design section 3, or, for `none`, nowhere. */
export const CRASH_POINTS = [
  'none',
  'after_claim',
  'after_signing',
  'after_attempt_recorded',
  'while_authority_holds',
  'after_answer',
  'after_verdict',
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

export function isCrashPoint(text: unknown): text is CrashPoint {
  return CRASH_POINTS.some((point) => point === text);
}

/** Ends this process as a power cut would; what was awaited is never seen. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

/** The ports of a process that kills itself at the point; whoever watches kills it for `while_authority_holds`. */
export function dyingAt(point: CrashPoint, ports: Ports): Ports {
  const { store, authority, signer } = ports;
  return {
    store: dyingStore(point, store),
    signer: {
      ...signer,
      sign: async (identity, payload, nowMs) => {
        const outcome = await signer.sign(identity, payload, nowMs);
        return point === 'after_signing' ? die() : outcome;
      },
    },
    authority: {
      ...authority,
      submit: async (submission) => {
        const reception = await authority.submit(submission);
        return point === 'after_answer' ? die() : reception;
      },
    },
  };
}

function dyingStore(point: CrashPoint, store: DocumentStore): DocumentStore {
  return {
    ...store,
    claim: async (request) => {
      const claim = await store.claim(request);
      return point === 'after_claim' ? die() : claim;
    },
    recordAttempt: async (lease, attempt, leaseMs) => {
      const recorded = await store.recordAttempt(lease, attempt, leaseMs);
      return point === 'after_attempt_recorded' ? die() : recorded;
    },
    settle: async (lease, verdict) => {
      const settled = await store.settle(lease, verdict);
      return point === 'after_verdict' ? die() : settled;
    },
  };
}
