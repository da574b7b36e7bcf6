import { refuse } from '../../../core/refusals/refusal.ts';
import { findLife } from '../../../operations/documents/find-document.ts';
import { REFUSED_OR_NOT_FOUND } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { LifeSchema, lifeAnswer } from '../../life-answers.ts';
import { sendRefusal } from '../../problems.ts';
import { ID_OR_REF } from '../../status.ts';
import { callerOf } from '../../visit.ts';

/** GET /documents/{id_or_ref}/events: what happened to a document, in order. */
export function registerDocumentsEventsGet(app: App, { lives }: ServerParts): void {
  const schema = { params: ID_OR_REF, response: { 200: LifeSchema, ...REFUSED_OR_NOT_FOUND } };
  app.get('/documents/:id_or_ref/events', { schema }, async (request, reply) => {
    const life = await findLife(lives, callerOf(request).companyId, request.params.id_or_ref);
    return life === null ? sendRefusal(reply, refuse('document_not_found')) : lifeAnswer(life);
  });
}
