import type {
  Authority,
  Consultation,
  Reception,
  Rejection,
  Stamp,
} from '../../../src/operations/authority/ports.ts';
import type { ContingencyContext } from '../../../src/operations/contingencies/report-contingency.ts';
import { sealOf } from '../../support/identifiers.ts';
import { inNode, type PlantedBug, waiting } from './planted-bug.ts';

const RAW = { status: 200, body: '' };
const REJECTION: Rejection = {
  codigoMsg: '',
  clasificaMsg: null,
  descripcionMsg: 'time-out',
  observaciones: ['time-out'],
};
const ABSENT: Consultation = { kind: 'absent', raw: RAW };

/** The authority with its answers to submissions read in another way. */
function reading(
  read: (reception: Reception) => Reception,
): (context: ContingencyContext) => Partial<ContingencyContext> {
  return ({ authority }) => ({
    authority: { ...authority, submit: async (submission) => read(await authority.submit(submission)) },
  });
}

function foreignStamp(selloRecibido: string): Stamp {
  return {
    selloRecibido: sealOf(selloRecibido),
    fhProcesamiento: null,
    codigoMsg: '001',
    descripcionMsg: '',
    observaciones: [],
  };
}

/** Gives each document the stamp that the one before it got. */
function swapped(authority: Authority): Authority {
  let latest: Stamp | null = null;
  return {
    ...authority,
    async submit(submission) {
      const reception = await authority.submit(submission);
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
  inNode('nobody asks before resending', 1, ({ authority }) => ({
    authority: { ...authority, consult: async () => ABSENT },
  })),
  waiting('"absent" is trusted at once', 1, 0),
  waiting('the quarantine is too short', 453, 600_000),
  inNode('bytes are signed again for a resend', 1, ({ authority }) => ({
    authority: {
      ...authority,
      submit: (submission) =>
        authority.submit(
          submission.idEnvio > 1 ? { ...submission, jws: `${submission.jws}#again` } : submission,
        ),
    },
  })),
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
        ? { kind: 'stamped', stamp: foreignStamp('2026'.padEnd(40, 'F')), raw: RAW }
        : reception,
    ),
  ),
  inNode('the stamp of another document is adopted', 1, ({ authority }) => ({
    authority: swapped(authority),
  })),
];
