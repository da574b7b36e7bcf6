import { requireKey } from '../../access.ts';
import { IssuedSchema, issuedAnswer, REFUSED } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { answerWithOriginal, issueFor } from '../../issue.ts';
import { conflictsOf, redirectOf } from '../../order-parts.ts';
import { sendRefusal } from '../../problems.ts';
import { orderOf, typesIn } from './order-of.ts';
import { InvoiceBodySchema } from './schema.ts';

/** POST /invoice (specification 4.1): issues a document of type 01, 03 or 11, once per company and reference. */
export function registerInvoicePost(app: App, parts: ServerParts): void {
  app.post(
    '/invoice',
    {
      onRequest: (request, reply) => requireKey(parts.access, request, reply),
      errorHandler: answerWithOriginal(parts, typesIn),
      schema: {
        body: InvoiceBodySchema,
        response: {
          200: IssuedSchema,
          ...REFUSED,
        },
      },
    },
    async (request, reply) => {
      const externalRef = request.body.external_ref ?? null;
      const order = orderOf(request.body);
      const conflicts = conflictsOf(request.body);
      const redirect = redirectOf(request.body);
      const outcome = await issueFor(parts, { request, externalRef, order, conflicts, redirect });
      if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
      return issuedAnswer(outcome.record, outcome.isDuplicate, parts);
    },
  );
}
