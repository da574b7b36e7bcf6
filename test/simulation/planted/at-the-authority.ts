import type { Authority, Reception, Stamp } from '../../../src/operations/authority/ports.ts';
import {
  type Change,
  FOREIGN_STAMP,
  inNode,
  inPart,
  type PlantedBug,
  RAW,
  REJECTION,
  signedAgain,
  waiting,
} from './planted-bug.ts';

/** The authority with its answers to submissions read in another way. */
function reading(read: (reception: Reception) => Reception): Change {
  return inPart('authority', ({ submit }) => ({
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
  inNode(
    'nobody asks before resending',
    1,
    inPart('authority', () => ({ consult: async () => ({ kind: 'absent', raw: RAW }) })),
  ),
  waiting('"absent" is trusted at once', 1, 0),
  waiting('the quarantine is too short', 453, 600_000),
  inNode(
    'bytes are signed again for a resend',
    1,
    inPart('authority', ({ submit }) => ({ submit: (submission) => submit(signedAgain(submission)) })),
  ),
  inNode(
    'a rejection is taken for silence',
    70,
    reading((reception) =>
      reception.kind === 'rejected' ? { kind: 'silent', reason: 'rejected', raw: null } : reception,
    ),
  ),
  inNode(
    'silence is taken for a rejection',
    1,
    reading((reception) =>
      reception.kind === 'silent' ? { kind: 'rejected', rejection: REJECTION, raw: RAW } : reception,
    ),
  ),
  inNode(
    'a broken answer is taken for a request that never left',
    1,
    reading((reception) =>
      reception.kind === 'silent' ? { ...reception, kind: 'not_delivered' } : reception,
    ),
  ),
  inNode(
    'a number taken by somebody else is adopted',
    1,
    reading((reception) =>
      reception.kind === 'already_registered' && reception.field === 'numeroControl'
        ? { kind: 'stamped', stamp: FOREIGN_STAMP, raw: RAW }
        : reception,
    ),
  ),
  inNode('the stamp of another document is adopted', 1, inPart('authority', swapped)),
];
