import type { Subject } from '../core/explaining/codes.ts';
import { gapsIn } from '../core/explaining/explain.ts';
import type { AuthorityAccount, Rejection } from '../operations/authority/ports.ts';
import type { Meter } from '../operations/installation/metrics-ports.ts';
import type { WholeAuthority } from './metered-authority.ts';

export interface RejectionWatch {
  readonly meter: Pick<Meter, 'unexplained'>;
  readonly log: { warn(event: string, detail: Readonly<Record<string, string>>): void };
}

/** What was rejected under which code of generation; the subject is null where only documents of any type are meant. */
interface Rejected {
  readonly account: AuthorityAccount;
  readonly codigoGeneracion: string;
  readonly subject: Subject | null;
  readonly rejection: Rejection;
}

/** A code that can be shown in a log: the authority may send any text. */
const CODE = /^\w{1,10}$/;

/** The authority, with the operator told of every rejection of which callers get no full explanation. */
export function watchedRejections(authority: WholeAuthority, { meter, log }: RejectionWatch): WholeAuthority {
  const note = ({ account, codigoGeneracion, subject, rejection }: Rejected): void => {
    const { codigoMsg, descripcionMsg: message, observaciones } = rejection;
    for (const gap of gapsIn({ codigoMsg, message, observaciones }, subject)) {
      meter.unexplained(gap);
      const code = CODE.test(codigoMsg) ? codigoMsg : '';
      log.warn('rejection_not_explained', { companyId: account.companyId, codigoGeneracion, code, gap });
    }
  };
  return {
    ...authority,
    async submit(submission) {
      const reception = await authority.submit(submission);
      const { account, codigoGeneracion, tipoDte: subject } = submission;
      if (reception.kind === 'rejected')
        note({ account, codigoGeneracion, subject, rejection: reception.rejection });
      return reception;
    },
    async invalidate(submission) {
      const answer = await authority.invalidate(submission);
      const { account, codigoGeneracion } = submission;
      if (answer.kind === 'rejected' && answer.already === null)
        note({ account, codigoGeneracion, subject: 'invalidation', rejection: answer.rejection });
      return answer;
    },
    async consultLote(query) {
      const verdicts = await authority.consultLote(query);
      for (const [codigoGeneracion, reception] of verdicts ?? [])
        if (reception.kind === 'rejected')
          note({ account: query.account, codigoGeneracion, subject: null, rejection: reception.rejection });
      return verdicts;
    },
  };
}
