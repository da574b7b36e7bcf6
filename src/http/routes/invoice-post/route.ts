import { whyNotExternalRef } from '../../../core/identifiers/external-ref.ts';
import { refuseProblems } from '../../../core/refusals/refusal.ts';
import { issueDocument } from '../../../operations/issue-document.ts';
import { callerOf, requireKey } from '../../access.ts';
import { ErrorSchema, IssuedSchema, issuedAnswer } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { sendRefusal } from '../../problems.ts';
import { orderOf } from './order-of.ts';
import { InvoiceBodySchema } from './schema.ts';

/** POST /invoice (specification 4.1): issues a document, once per company and reference. */
export function registerInvoicePost(app: App, parts: ServerParts): void {
  app.post(
    '/invoice',
    {
      onRequest: (request, reply) => requireKey(parts, request, reply),
      schema: {
        body: InvoiceBodySchema,
        response: {
          200: IssuedSchema,
          400: ErrorSchema,
          401: ErrorSchema,
          429: ErrorSchema,
          500: ErrorSchema,
        },
      },
    },
    async (request, reply) => {
      const { companyId, company } = callerOf(request);
      const externalRef = request.body.external_ref ?? parts.issuing.identities.documentId();
      const why = whyNotExternalRef(externalRef);
      if (why !== null) return sendRefusal(reply, refuseProblems([{ path: 'external_ref', message: why }]));
      const order = orderOf(request.body);
      const outcome = await issueDocument(parts.issuing, {
        issuer: { companyId, company },
        externalRef,
        order,
        payload: JSON.stringify(order),
      });
      if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
      return issuedAnswer(outcome.record, outcome.isDuplicate, parts);
    },
  );
}
