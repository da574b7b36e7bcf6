import { type Email, isEmail, whyNotEmail } from '../../../core/identifiers/email.ts';
import { type Refusal, refuseProblems } from '../../../core/refusals/refusal.ts';
import { mailAgain } from '../../../operations/life/mail-again.ts';
import { optionalText, type Static, Type, titled, titledStrict } from '../../../schema/schema.ts';
import { REFUSED_OR_NOT_FOUND } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { DeliverySchema, deliveryAnswer } from '../../delivery-answer.ts';
import { sendRefusal } from '../../problems.ts';
import { ID_OR_REF } from '../../status.ts';
import { callerOf } from '../../visit.ts';

const WishSchema = titledStrict('MailRequest', {
  address: optionalText({
    max: 100,
    description: 'Correo al que se envía; sin él, los del documento: el del cliente y redirect_email.',
  }),
});
const BodySchema = Type.Unsafe<Static<typeof WishSchema> | null>({ ...WishSchema, type: ['object', 'null'] });

const AnswerSchema = titled('MailAsked', {
  document_id: Type.String({ description: 'Identificador o external_ref con que se pidió.' }),
  delivery: DeliverySchema,
});

/** POST /documents/{id_or_ref}/mail: sends the document by e-mail again, to the same or another address. */
export function registerDocumentsMailPost(app: App, parts: ServerParts): void {
  const schema = {
    params: ID_OR_REF,
    body: BodySchema,
    response: { 200: AnswerSchema, ...REFUSED_OR_NOT_FOUND },
  };
  const config = { bodyMayBeEmpty: true };
  app.post('/documents/:id_or_ref/mail', { config, schema }, async (request, reply) => {
    const address = addressIn(request.body?.address);
    if (address !== null && typeof address === 'object') return sendRefusal(reply, address);
    const { companyId } = callerOf(request);
    const idOrRef = request.params.id_or_ref;
    const asked = await mailAgain(parts, { companyId, idOrRef, address });
    if (asked.kind === 'asked') return { document_id: idOrRef, delivery: deliveryAnswer(asked.delivery) };
    if (asked.kind === 'too_often') reply.header('retry-after', String(asked.seconds));
    return sendRefusal(reply, asked.kind === 'too_often' ? asked.refusal : asked);
  });
}

/** Null for a blank one, as everywhere. */
function addressIn(text: string | null | undefined): Email | null | Refusal {
  if (text == null || text === '') return null;
  if (isEmail(text)) return text;
  return refuseProblems([{ path: 'address', code: 'bad_format', message: whyNotEmail(text) ?? '' }]);
}
