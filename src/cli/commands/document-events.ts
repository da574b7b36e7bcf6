import { formatInstant } from '../../core/calendar/instant.ts';
import type { AttemptOnRecord, LifeEvent } from '../../operations/life/ports.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany, withInstallation } from '../installation.ts';
import type { Office } from '../program.ts';
import { tableLines } from '../table.ts';

export const documentEvents: Command = {
  name: 'document events',
  places: ['COMPANY', 'ID_OR_REF'],
  options: {},
  summary:
    'Tell what happened to a document, in order, and every version of its bytes that was signed, with its hash and what the authority answered.',
  async run({ places: [slug = '', idOrRef = ''] }, { program }) {
    const { life, attempts } = await withInstallation(program(), ({ office }) =>
      lifeWithAttempts(office, slug, idOrRef),
    );
    return {
      json: {
        document_id: life.documentId,
        external_ref: life.externalRef,
        events: life.events.map(({ kind, atMs, detail }) => ({ event: kind, at: shown(atMs), detail })),
        attempts: attempts.map((one) => ({
          attempt: one.number,
          generation_code: one.codigoGeneracion,
          outcome: one.outcome,
          sends: one.sends,
          sha256: one.sha256,
          sent_at: shown(one.sentMs),
          answer_status: one.answerStatus,
          answer: one.answerBody,
        })),
      },
      text: [
        ...tableLines(['WHEN', 'WHAT', 'DETAIL'], life.events.map(eventRow)),
        '',
        ...tableLines(['ATTEMPT', 'CODE', 'OUTCOME', 'SENDS', 'SHA-256', 'ANSWER'], attempts.map(attemptRow)),
      ],
    };
  },
};

async function lifeWithAttempts(office: Office, slug: string, idOrRef: string) {
  const { companyId } = await findCompany(office, slug);
  const life = await office.lives.life(companyId, idOrRef);
  if (life === null)
    throw new CommandFailure('unknown_document', `The company ${slug} has no document ${idOrRef}.`);
  return { life, attempts: await office.lives.attempts(companyId, life.documentId) };
}

const shown = (atMs: number) => formatInstant(Math.floor(atMs));

function eventRow({ kind, atMs, detail }: LifeEvent): readonly string[] {
  return [shown(atMs), kind, JSON.stringify(detail)];
}

function attemptRow(one: AttemptOnRecord): readonly string[] {
  const answer = one.answerStatus === null ? '' : `${one.answerStatus} ${one.answerBody ?? ''}`;
  return [String(one.number), one.codigoGeneracion, one.outcome, String(one.sends), one.sha256, answer];
}
