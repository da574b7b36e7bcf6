import { orderOf, typesIn } from '../../../requests/invoice/order-of.ts';
import { InvoiceBodySchema } from '../../../requests/invoice/schema.ts';
import { IssuedSchema, REFUSED } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { answerIssued, answerWithOriginal, issueFor } from '../../issue.ts';
import { sendRefusal } from '../../problems.ts';

/** POST /invoice (specification 4.1): issues a document of type 01, 03 or 11, once per company and reference. */
export function registerInvoicePost(app: App, parts: ServerParts): void {
  const errorHandler = answerWithOriginal(parts, typesIn);
  const schema = { body: InvoiceBodySchema, response: { 200: IssuedSchema, ...REFUSED } };
  app.post('/invoice', { errorHandler, schema }, async (request, reply) => {
    const outcome = await issueFor(parts, request, orderOf(request.body));
    if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
    return answerIssued(parts, outcome);
  });
}
