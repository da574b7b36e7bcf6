import type { FastifyReply } from 'fastify';
import { parseExternalRef } from '../../../core/identifiers/external-ref.ts';
import { type Refusal, refuseProblems } from '../../../core/refusals/refusal.ts';
import { waitingOutside } from '../../../operations/access/places.ts';
import { type AdjustableLines, adjustableLines } from '../../../operations/credit-notes/adjustable-lines.ts';
import { previewCreditNote } from '../../../operations/credit-notes/preview-credit-note.ts';
import { referenceProblems } from '../../../requests/order-parts.ts';
import { readNote } from '../../../requests/read-adjusting.ts';
import { issuerOf, keptUnder, ownerOf } from '../../desk.ts';
import { inWords } from '../../field-words.ts';
import { MOST_NAMES_OF_DOCUMENT } from '../../form.ts';
import type { Answer, CompanyPage } from '../../page.ts';
import { sendPreview } from '../../paper.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordDone } from '../../visit-deeds.ts';
import { bodyOf, chosenIn, emptyForm, fieldsOf, formKeptAs, type NoteForm, typedIn } from './form.ts';
import { noteConfirmPage, notePage } from './view.ts';

const access = 'note';
const mostNames = MOST_NAMES_OF_DOCUMENT;

/** A credit note on a CCF: which of its lines, one look at what will be, and then it is issued. */
export const NOTE: readonly CompanyPage[] = [
  { path: '/documentos/:id/nota', access, mostNames, get: begin, post: go, refill: again },
  { path: '/documentos/:id/nota/revisar', access, get: review },
  { path: '/documentos/:id/nota/vista.pdf', isWithoutCount: true, access, get: showPreview },
];

async function ccfOf(parts: ConsoleParts, visit: CompanyVisit): Promise<AdjustableLines | Refusal> {
  const issuer = await issuerOf(parts, visit);
  return adjustableLines(parts.desk, { ...issuer, idOrRef: visit.params['id'] ?? '' });
}

async function begin(parts: ConsoleParts, visit: CompanyVisit): Promise<Answer> {
  const ccf = await ccfOf(parts, visit);
  if (ccf.kind === 'refused') return 'not_found';
  const kept = await keptOn(parts, visit, ccf);
  const form =
    kept === null || kept.issued !== null
      ? emptyForm(`nota-${parts.desk.identities.documentId()}`)
      : kept.form;
  return notePage(visit, { ccf, form });
}

/**
 * What a user has typed of a note on a CCF, and the note that has come of it; null where none has, or Hacienda rejected it.
 * Nothing where nothing was kept.
 */
async function keptOn({ desk }: ConsoleParts, visit: CompanyVisit, { view, lines }: AdjustableLines) {
  const kept = await desk.forms.find(ownerOf(visit), keptUnder('nota-de', view.record.documentId));
  if (kept === null) return null;
  const form = formKeptAs(kept.fields, lines.length);
  const externalRef = parseExternalRef(form.externalRef);
  const record = externalRef && (await desk.store.findByReference(visit.companyId, externalRef));
  return { form, issued: record?.state === 'rejected' ? null : record };
}

async function again(parts: ConsoleParts, visit: CompanyVisit): Promise<Answer> {
  const step = await typedStep(parts, visit);
  return step === null ? 'not_found' : notePage(visit, step);
}

/** A form at some step, with the CCF that it is about. */
interface Step {
  readonly ccf: AdjustableLines;
  readonly form: NoteForm;
}

/** The step of a form that was posted; null where there is no such CCF. */
async function typedStep(parts: ConsoleParts, visit: CompanyVisit): Promise<Step | null> {
  const ccf = await ccfOf(parts, visit);
  return ccf.kind === 'refused' ? null : { ccf, form: typedIn(visit.form, ccf.lines.length) };
}

async function go(parts: ConsoleParts, visit: CompanyVisit): Promise<Answer> {
  const step = await typedStep(parts, visit);
  if (step === null) return 'not_found';
  return visit.form.one('paso') === 'emitir' ? issue(parts, visit, step) : keep(parts, visit, step);
}

const NOTHING_CHOSEN = 'Anote cuánto se devuelve de una línea por lo menos, o elija devolverlo todo.';

/** The note that a form asks for. */
async function requestOf(parts: ConsoleParts, visit: CompanyVisit, { ccf, form }: Step) {
  if (!form.isWhole && chosenIn(form).length === 0)
    return refuseProblems([{ path: 'lines', code: 'required', message: NOTHING_CHOSEN }]);
  const externalRef = parseExternalRef(form.externalRef);
  if (externalRef === null) return refuseProblems(referenceProblems(form.externalRef));
  const read = readNote(bodyOf(form, ccf.view.record.documentId, ccf.lines));
  if (read.kind === 'refused') return read;
  return {
    kind: 'request',
    note: { issuer: await issuerOf(parts, visit), externalRef, ...read.note },
  } as const;
}

function refused(visit: CompanyVisit, step: Step, refusal: Refusal): Answer {
  const problems = (refusal.problems ?? []).map((one) => ({ ...one, message: inWords(one.message) }));
  const ofLines = problems.some(({ path }) => path.startsWith('lines['));
  const detail = ofLines ? 'Revise las líneas marcadas.' : inWords(problems[0]?.message ?? refusal.detail);
  return { status: refusal.status, page: notePage(visit, { ...step, problems, detail }) };
}

/**
 * The last look has an address of its own, so that whoever comes back to it sees it again; what was typed is kept, and
 * stands in no address.
 */
async function keep(parts: ConsoleParts, visit: CompanyVisit, step: Step): Promise<Answer> {
  const preview = await previewOf(parts, visit, step);
  if (preview.kind === 'refused') return refused(visit, step, preview);
  const { documentId, tipoDte } = step.ccf.view.record;
  const fields = Object.fromEntries(fieldsOf(step.form));
  const externalRef = keptUnder('nota-de', documentId);
  await parts.desk.forms.keep(ownerOf(visit), { externalRef, tipoDte, fields });
  return addressIn(visit, `/documentos/${documentId}/nota/revisar`);
}

/** The last look. Whoever comes back to it sees the note once there is one, and begins where nothing was kept. */
async function review(parts: ConsoleParts, visit: CompanyVisit): Promise<Answer> {
  const ccf = await ccfOf(parts, visit);
  if (ccf.kind === 'refused') return 'not_found';
  const kept = await keptOn(parts, visit, ccf);
  if (kept === null || kept.issued !== null) {
    const { documentId } = ccf.view.record;
    return addressIn(visit, `/documentos/${kept?.issued?.documentId ?? `${documentId}/nota`}`);
  }
  const step = { ccf, form: kept.form };
  const preview = await previewOf(parts, visit, step);
  return preview.kind === 'refused' ? refused(visit, step, preview) : noteConfirmPage(visit, step, preview);
}

async function previewOf(parts: ConsoleParts, visit: CompanyVisit, step: Step) {
  const request = await requestOf(parts, visit, step);
  return request.kind === 'refused' ? request : previewCreditNote(parts.desk, request.note);
}

async function issue(parts: ConsoleParts, visit: CompanyVisit, step: Step): Promise<Answer> {
  const request = await requestOf(parts, visit, step);
  if (request.kind === 'refused') return refused(visit, step, request);
  const issued = await parts.sales.issueNote(waitingOutside(visit.place, parts.desk), request.note);
  if (issued.kind === 'refused') return refused(visit, step, issued);
  const { documentId, numeroControl, state } = issued.record;
  if (!issued.isDuplicate)
    await recordDone(parts, visit, { deed: 'note_issued', documentId, subject: numeroControl });
  const done = { stamped: '?hecho=emitido', rejected: '' } as const;
  const word = state === 'stamped' || state === 'rejected' ? done[state] : '?hecho=en-contingencia';
  return addressIn(visit, `/documentos/${documentId}${word}`);
}

async function showPreview(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const ccf = await ccfOf(parts, visit);
  const kept = ccf.kind === 'refused' ? null : await keptOn(parts, visit, ccf);
  if (ccf.kind === 'refused' || kept === null) return 'not_found';
  const preview = await previewOf(parts, visit, { ccf, form: kept.form });
  if (preview.kind === 'refused') return 'not_found';
  return sendPreview(parts, visit, reply, { form: { kind: 'letter' }, text: preview.text });
}
