import { parseDocumentId } from '../../../core/identifiers/document-id.ts';
import { trimmed } from '../../../core/identifiers/text.ts';
import { refuse } from '../../../core/refusals/refusal.ts';
import { eventsOutlook } from '../../../core/rehearsing/events-outlook.ts';
import { Type } from '../../../schema/schema.ts';
import { REFUSED_OR_NOT_FOUND } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { sendRefusal } from '../../problems.ts';
import { MOST_INCOMPLETE, RehearsalSchema, rehearsalAnswer } from '../../rehearsal-answers.ts';
import { callerOf } from '../../visit.ts';

const ParamsSchema = Type.Object({
  id: Type.String({ description: 'Identificador del ensayo (UUID).' }),
});

/** GET /rehearsals/{id}: how far a rehearsal has come, and what it has found so far. */
export function registerRehearsalsGet(app: App, { rehearsals, issuing }: ServerParts): void {
  const schema = { params: ParamsSchema, response: { 200: RehearsalSchema, ...REFUSED_OR_NOT_FOUND } };
  app.get('/rehearsals/:id', { schema }, async (request, reply) => {
    const { companyId, company } = callerOf(request);
    const rehearsalId = parseDocumentId(trimmed(request.params.id));
    const rehearsal = rehearsalId === null ? null : await rehearsals.find(companyId, rehearsalId);
    if (rehearsal === null) return sendRefusal(reply, refuse('rehearsal_not_found'));
    const incomplete = await rehearsals.incomplete(companyId, rehearsal.rehearsalId, MOST_INCOMPLETE);
    return rehearsalAnswer({
      rehearsal,
      incomplete,
      events: eventsOutlook(company, issuing.clock.now()),
    });
  });
}
