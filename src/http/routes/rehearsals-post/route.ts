import { parseCivilDate } from '../../../core/calendar/el-salvador-time.ts';
import { eventsOutlook } from '../../../core/rehearsing/events-outlook.ts';
import { beginRehearsal } from '../../../operations/rehearsals/run-rehearsal.ts';
import { REFUSED } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { InvalidRequest } from '../../errors.ts';
import { sendRefusal } from '../../problems.ts';
import { RehearsalSchema, rehearsalAnswer } from '../../rehearsal-answers.ts';
import { callerOf } from '../../visit.ts';
import { type RehearsalBody, RehearsalBodySchema } from './schema.ts';

/** POST /rehearsals: begins to try the company's issued documents in the other generation. */
export function registerRehearsalsPost(app: App, { rehearsals, issuing }: ServerParts): void {
  const schema = { body: RehearsalBodySchema, response: { 200: RehearsalSchema, ...REFUSED } };
  app.post('/rehearsals', { config: { bodyMayBeEmpty: true }, schema }, async (request, reply) => {
    const { companyId, company } = callerOf(request);
    const outcome = await beginRehearsal({ rehearsals, identities: issuing.identities }, companyId, {
      ambiente: company.ambiente,
      generation: request.body?.generation ?? 'v2',
      since: sinceIn(request.body),
    });
    if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
    const { rehearsal } = outcome;
    return rehearsalAnswer({
      rehearsal,
      incomplete: [],
      events: eventsOutlook(company, issuing.clock.now()),
    });
  });
}

function sinceIn(body: RehearsalBody): string | null {
  const { since = null } = body ?? {};
  if (since === null || parseCivilDate(since) !== null) return since;
  const message = 'Debe ser un día, como 2026-11-01.';
  throw new InvalidRequest([{ path: 'since', code: 'bad_format', message }]);
}
