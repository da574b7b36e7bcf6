import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { Order } from '../../../core/drafting/order.ts';
import { typeOf } from '../../../core/dte/kinds.ts';
import { type Refusal, refuse, refuseProblems } from '../../../core/refusals/refusal.ts';
import { type NotePreview, previewCreditNote } from '../../../operations/credit-notes/preview-credit-note.ts';
import { type Preview, previewDocument } from '../../../operations/documents/preview-document.ts';
import type { DocumentForm, PaperOrder } from '../../../operations/files/ports.ts';
import { type AnyBody, AnyBodySchema, bodySchemaOf, orderIn } from '../../../requests/any-body.ts';
import { conflictsOf as noteConflictsOf, noteOf } from '../../../requests/credit-memo/note-of.ts';
import type { CreditMemoBody } from '../../../requests/credit-memo/schema.ts';
import type { IssuingBody } from '../../../requests/issuing-fields.ts';
import { conflictsOf } from '../../../requests/order-parts.ts';
import { requestProblemsIn } from '../../../schema/check.ts';
import { REFUSED_OR_NOT_FOUND } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { InvalidRequest } from '../../errors.ts';
import { referenceFor } from '../../issue.ts';
import { sendRefusal } from '../../problems.ts';
import { callerOf, pressAt } from '../../visit.ts';
import { previewAnswer } from './answer.ts';
import { type PreviewQuery, PreviewQuerySchema, PreviewSchema } from './schema.ts';

const RESPONSES = {
  200: {
    description: 'Lo que se emitiría.',
    content: {
      'application/json': { schema: PreviewSchema },
      'application/pdf': { schema: { type: 'string', format: 'binary' } },
    },
  },
  ...REFUSED_OR_NOT_FOUND,
};

/** POST /preview: what any issuing call would make of its body, and nothing of it is numbered, signed, sent or kept. */
export function registerPreviewPost(app: App, parts: ServerParts): void {
  const schema = { body: AnyBodySchema, querystring: PreviewQuerySchema, response: RESPONSES };
  const config = { bodySchemaOf };
  app.post('/preview', { config, schema, validatorCompiler: judgeByRoute }, async (request, reply) => {
    const preview = await previewFor(parts, request);
    if (preview.kind === 'refused') return sendRefusal(reply, preview);
    const { as = 'json' } = request.query;
    if (as === 'json') return previewAnswer(preview);
    return sendPaper(parts, { request, reply, preview });
  });
}

/** A body is judged by the schema of the route that would issue it, so that its mistakes are told in the same words. */
const judgeByRoute: FastifySchemaCompiler<unknown> = ({ schema, httpPart }) => {
  return (value) => {
    const problems = requestProblemsIn(value, httpPart === 'body' ? bodySchemaOf(value) : schema);
    return problems.length === 0 || { error: new InvalidRequest(problems) };
  };
};

type PreviewRequest = FastifyRequest<{ Body: AnyBody; Querystring: PreviewQuery }>;

function previewFor(parts: ServerParts, request: PreviewRequest): Promise<Preview | NotePreview | Refusal> {
  const { body } = request;
  if ('document_id' in body) return previewNote(parts, request, body);
  return previewOrder(parts, request, { body, order: orderIn(body) });
}

async function previewOrder(
  parts: ServerParts,
  request: PreviewRequest,
  { body, order }: { readonly body: IssuingBody; readonly order: Order },
): Promise<Preview | Refusal> {
  const externalRef = await referenceFor(parts, request, conflictsOf(body));
  const { companyId, company } = callerOf(request);
  return previewDocument(parts.issuing, { issuer: { companyId, company }, externalRef, order });
}

async function previewNote(
  parts: ServerParts,
  request: PreviewRequest,
  body: CreditMemoBody,
): Promise<NotePreview | Refusal> {
  const externalRef = await referenceFor(parts, request, noteConflictsOf(body));
  const { companyId, company } = callerOf(request);
  const { issuing, standings, payloadOf } = parts;
  const note = { issuer: { companyId, company }, externalRef, ...noteOf(body) };
  return previewCreditNote({ ...issuing, standings, payloadOf }, note);
}

const NO_TICKET = refuseProblems([
  { path: 'as', code: 'not_allowed', message: 'Solo una factura (01) se imprime en tiquete.' },
]);

async function sendPaper(
  parts: ServerParts,
  asked: { readonly request: PreviewRequest; readonly reply: FastifyReply; readonly preview: Preview },
): Promise<FastifyReply> {
  const { request, reply, preview } = asked;
  const form = formOf(request.query);
  if (form.kind === 'ticket' && !typeOf(preview.tipoDte).hasTicket) return sendRefusal(reply, NO_TICKET);
  const { companyId } = callerOf(request);
  const order: PaperOrder = {
    form,
    signedFile: preview.text,
    isPreview: true,
    rejection: null,
    cancellation: { kind: 'none' },
    branding: await parts.brandings.branding(companyId),
  };
  const pdf = await pressAt(request, parts.press).print(order, companyId);
  if (pdf === null) return sendRefusal(reply, refuse('paper_busy'));
  return reply.type('application/pdf').send(pdf);
}

function formOf({ as, width }: PreviewQuery): DocumentForm {
  return as === 'ticket' ? { kind: 'ticket', widthMm: width === '58' ? 58 : 80 } : { kind: 'letter' };
}
