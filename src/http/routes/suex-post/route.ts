import { SUJETO_EXCLUIDO } from '../../../core/dte/types/sujeto-excluido.ts';
import { orderOf } from '../../../requests/suex/order-of.ts';
import { SuexBodySchema } from '../../../requests/suex/schema.ts';
import { IssuedSchema, REFUSED } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { answerIssued, answerWithOriginal, issueFor } from '../../issue.ts';
import { sendRefusal } from '../../problems.ts';

/** POST /suex (specification 4.2): issues a document of type 14, once per company and reference. */
export function registerSuexPost(app: App, parts: ServerParts): void {
  const errorHandler = answerWithOriginal(parts, () => [SUJETO_EXCLUIDO.code]);
  const schema = { body: SuexBodySchema, response: { 200: IssuedSchema, ...REFUSED } };
  app.post('/suex', { errorHandler, schema }, async (request, reply) => {
    const outcome = await issueFor(parts, request, orderOf(request.body));
    if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
    return answerIssued(parts, outcome);
  });
}
