import type { IssuedNote } from '../../../operations/credit-notes/issue-credit-note.ts';
import { serveJson, signedFileOf } from '../../../operations/files/serve.ts';
import { conflictsOf, noteOf } from '../../../requests/credit-memo/note-of.ts';
import { CreditMemoBodySchema } from '../../../requests/credit-memo/schema.ts';
import { REFUSED_OR_NOT_FOUND } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { explained } from '../../explanations.ts';
import { referenceFor } from '../../issue.ts';
import { type IssuedNoteAnswer, IssuedNoteSchema, issuedNoteAnswer } from '../../note-answers.ts';
import { sendRefusal } from '../../problems.ts';
import { answerRepeats, type Repeat } from '../../repeats.ts';
import { callerOf, issuingAt } from '../../visit.ts';

/** POST /credit-memo (specification 4.3): issues a credit note on a CCF, once per company and reference. */
export function registerCreditMemoPost(app: App, parts: ServerParts): void {
  const { issuing, standings, payloadOf } = parts;
  const errorHandler = answerRepeats(parts, (repeat) => originalOf(parts, repeat));
  const schema = { body: CreditMemoBodySchema, response: { 200: IssuedNoteSchema, ...REFUSED_OR_NOT_FOUND } };
  app.post('/credit-memo', { errorHandler, schema }, async (request, reply) => {
    const { body } = request;
    const externalRef = await referenceFor(parts, request, conflictsOf(body));
    const { companyId, company } = callerOf(request);
    const note = { issuer: { companyId, company }, externalRef, ...noteOf(body) };
    const context = { ...issuingAt(request, issuing), standings, payloadOf };
    const outcome = await parts.sales.issueNote(context, note);
    if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
    const answer = issuedNoteAnswer(outcome, await signedNote(parts, outcome), parts);
    return explained(parts, outcome.record, answer);
  });
}

/** What a refused request is answered whose reference is that of a stamped note. */
async function originalOf(parts: ServerParts, repeat: Repeat): Promise<IssuedNoteAnswer | null> {
  const original = await parts.sales.originalNote(parts, repeat);
  if (original === null) return null;
  const answer = issuedNoteAnswer(original, await signedNote(parts, original), parts);
  return explained(parts, original.record, answer);
}

/** The signed file of a stamped note (design section 7); null for others. */
async function signedNote(parts: ServerParts, { record, jws = null }: IssuedNote): Promise<unknown> {
  if (record.state !== 'stamped') return null;
  if (jws !== null) return JSON.parse(signedFileOf(parts.payloadOf, record, jws));
  const file = await serveJson(parts, record.companyId, record.documentId);
  if (file.kind === 'refused') throw new Error(`the stamped note ${record.documentId} has no file`);
  return JSON.parse(file.text);
}
