import type { Authority, Reception, Stamp } from '../../../src/operations/authority/ports.ts';
import {
  FOREIGN_STAMP,
  inPart,
  type PlantedBug,
  RAW,
  REJECTION,
  signedAgain,
  waiting,
} from './planted-bug.ts';

/** The answers to submissions are read in another way. */
function reading(name: string, nearSeed: number, read: (reception: Reception) => Reception): PlantedBug {
  return inPart('authority', name, nearSeed, ({ submit }) => ({
    submit: async (submission) => read(await submit(submission)),
  }));
}

/** Gives each document the stamp that the one before it got. */
function swapped({ submit }: Authority): Partial<Authority> {
  let latest: Stamp | null = null;
  return {
    async submit(submission) {
      const reception = await submit(submission);
      if (reception.kind !== 'stamped') return reception;
      const { stamp } = reception;
      const before = latest ?? stamp;
      latest = stamp;
      return { ...reception, stamp: before };
    },
  };
}

/** Mistakes in what the authority is told, and in what its answers are taken for. */
export const BUGS_AT_THE_AUTHORITY: readonly PlantedBug[] = [
  inPart('authority', 'nobody asks before resending', 1, () => ({
    consult: async () => ({ kind: 'absent', raw: RAW }),
  })),
  waiting('"absent" is trusted at once', 1, 0),
  waiting('the quarantine is too short', 654, 600_000),
  inPart('authority', 'bytes are signed again for a resend', 1, ({ submit }) => ({
    submit: (submission) => submit(signedAgain(submission)),
  })),
  reading('a rejection is taken for silence', 70, (reception) =>
    reception.kind === 'rejected' ? { kind: 'silent', reason: 'rejected', raw: null } : reception,
  ),
  reading('silence is taken for a rejection', 1, (reception) =>
    reception.kind === 'silent' ? { kind: 'rejected', rejection: REJECTION, raw: RAW } : reception,
  ),
  reading('a broken answer is taken for a request that never left', 1, (reception) =>
    reception.kind === 'silent' ? { ...reception, kind: 'not_delivered' } : reception,
  ),
  reading('a number taken by somebody else is adopted', 1, (reception) =>
    reception.kind === 'already_registered' && reception.field === 'numeroControl'
      ? { kind: 'stamped', stamp: FOREIGN_STAMP, raw: RAW }
      : reception,
  ),
  inPart('authority', 'the stamp of another document is adopted', 1, swapped),
];
