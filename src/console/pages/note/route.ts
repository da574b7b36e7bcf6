import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseExternalRef } from '../../../core/identifiers/external-ref.ts';
import { type Refusal, refuseProblems } from '../../../core/refusals/refusal.ts';
import { type AdjustableLines, adjustableLines } from '../../../operations/credit-notes/adjustable-lines.ts';
import { previewCreditNote } from '../../../operations/credit-notes/preview-credit-note.ts';
import { waitingOutside } from '../../../operations/documents/issuing-context.ts';
import type { DocumentRecord } from '../../../operations/documents/ports.ts';
import type { PaperOrder } from '../../../operations/files/ports.ts';
import { readNote } from '../../../requests/read-adjusting.ts';
import { inWords } from '../../field-words.ts';
import { issuerOf } from '../../issue-parts.ts';
import { formOwnerOf, keptUnder } from '../../kept-forms.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import { type Answer, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { sendPaper } from '../../send-paper.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordDone } from '../../visit-deeds.ts';
import { bodyOf, chosenIn, emptyForm, fieldsOf, formKeptAs, type NoteForm, typedIn } from './form.ts';
import { noteConfirmPage, notePage } from './view.ts';

/** A credit note on a CCF: which of its lines, one look at what will be, and then it is issued. */
export function registerNote(app: FastifyInstance, parts: ConsoleParts): void {
  registerPage(app, parts, {
    path: '/documentos/:id/nota',
    permission: 'note',
    get: (visit, reply) => begin(parts, visit, reply),
    post: (visit, reply) => go(parts, visit, reply),
    refill: (visit, reply) => again(parts, visit, reply),
  });
  registerPage(app, parts, {
    path: '/documentos/:id/nota/revisar',
    permission: 'note',
    get: (visit, reply) => review(parts, visit, reply),
  });
  registerPage(app, parts, {
    path: '/documentos/:id/nota/vista.pdf',
    isWithoutCount: true,
    permission: 'note',
    get: (visit, reply) => showPreview(parts, visit, reply),
  });
}

async function ccfOf({ reading }: ConsoleParts, visit: CompanyVisit): Promise<AdjustableLines | Refusal> {
  const issuer = await issuerOf(reading, visit);
  return adjustableLines(reading, { ...issuer, idOrRef: visit.params['id'] ?? '' });
}

async function begin(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const ccf = await ccfOf(parts, visit);
  if (ccf.kind === 'refused') return sendTrouble(reply, 'not_found');
  const kept = await keptOn(parts, visit, ccf);
  const form =
    kept === null || kept.issued !== null
      ? emptyForm(`nota-${parts.reading.identities.documentId()}`)
      : kept.form;
  return notePage(visit, { ccf, form, problems: [], detail: null });
}

/** What a user has typed of a note on a CCF. */
interface KeptNote {
  readonly form: NoteForm;
  /** The note that has come of it; null where none has, or Hacienda rejected it. */
  readonly issued: DocumentRecord | null;
}

/** Null where nothing was kept. */
async function keptOn(
  { issuing }: ConsoleParts,
  visit: CompanyVisit,
  { view, lines }: AdjustableLines,
): Promise<KeptNote | null> {
  const kept = await issuing.forms.find(formOwnerOf(visit), keptUnder('nota-de', view.record.documentId));
  if (kept === null) return null;
  const form = formKeptAs(kept.fields, lines.length);
  const externalRef = parseExternalRef(form.externalRef);
  const record =
    externalRef === null ? null : await issuing.store.findByReference(visit.companyId, externalRef);
  return { form, issued: record?.state === 'rejected' ? null : record };
}

async function again(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const step = await typedStep(parts, visit);
  return step === null
    ? sendTrouble(reply, 'not_found')
    : notePage(visit, { ...step, problems: [], detail: null });
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

async function go(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const step = await typedStep(parts, visit);
  if (step === null) return sendTrouble(reply, 'not_found');
  const stepping = { visit, reply, step };
  return visit.form.one('paso') === 'emitir' ? issue(parts, stepping) : keep(parts, stepping);
}

interface Stepping {
  readonly visit: CompanyVisit;
  readonly reply: FastifyReply;
  readonly step: Step;
}

const NOTHING_CHOSEN = 'Anote cuánto se devuelve de una línea por lo menos, o elija devolverlo todo.';

/** The note that a form asks for. */
async function requestOf({ reading }: ConsoleParts, visit: CompanyVisit, { ccf, form }: Step) {
  if (!form.isWhole && chosenIn(form).length === 0)
    return refuseProblems([{ path: 'lines', code: 'required', message: NOTHING_CHOSEN }]);
  const read = readNote(bodyOf(form, ccf.view.record.documentId, ccf.lines));
  if (read.kind === 'refused') return read;
  return { kind: 'request', note: { issuer: await issuerOf(reading, visit), ...read.note } } as const;
}

function refused({ visit, reply, step }: Stepping, refusal: Refusal): Answer {
  reply.code(refusal.status);
  const problems = (refusal.problems ?? []).map((one) => ({ ...one, message: inWords(one.message) }));
  const ofLines = problems.some(({ path }) => path.startsWith('lines['));
  const detail = ofLines ? 'Revise las líneas marcadas.' : inWords(problems[0]?.message ?? refusal.detail);
  return notePage(visit, { ...step, problems, detail });
}

/**
 * The last look has an address of its own, so that whoever comes back to it sees it again; what was typed is kept, and
 * stands in no address.
 */
async function keep(parts: ConsoleParts, stepping: Stepping): Promise<Answer> {
  const { visit, reply, step } = stepping;
  const preview = await previewOf(parts, visit, step);
  if (preview.kind === 'refused') return refused(stepping, preview);
  const { documentId, tipoDte } = step.ccf.view.record;
  const fields = Object.fromEntries(fieldsOf(step.form));
  const externalRef = keptUnder('nota-de', documentId);
  await parts.issuing.forms.keep(formOwnerOf(visit), { externalRef, tipoDte, fields });
  return reply.redirect(addressIn(visit, `/documentos/${documentId}/nota/revisar`), 303);
}

/** The last look. Whoever comes back to it sees the note once there is one, and begins where nothing was kept. */
async function review(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const ccf = await ccfOf(parts, visit);
  if (ccf.kind === 'refused') return sendTrouble(reply, 'not_found');
  const kept = await keptOn(parts, visit, ccf);
  if (kept === null || kept.issued !== null) {
    const { documentId } = ccf.view.record;
    const path = kept?.issued?.documentId ?? `${documentId}/nota`;
    return reply.redirect(addressIn(visit, `/documentos/${path}`), 303);
  }
  const step = { ccf, form: kept.form };
  const preview = await previewOf(parts, visit, step);
  return preview.kind === 'refused'
    ? refused({ visit, reply, step }, preview)
    : noteConfirmPage(visit, step, preview);
}

async function previewOf(parts: ConsoleParts, visit: CompanyVisit, step: Step) {
  const request = await requestOf(parts, visit, step);
  return request.kind === 'refused' ? request : previewCreditNote(parts.reading, request.note);
}

async function issue(parts: ConsoleParts, stepping: Stepping): Promise<Answer> {
  const { reading } = parts;
  const { visit, reply, step } = stepping;
  const request = await requestOf(parts, visit, step);
  if (request.kind === 'refused') return refused(stepping, request);
  const issued = await parts.sales.issueNote(waitingOutside(visit.place, reading), request.note);
  if (issued.kind === 'refused') return refused(stepping, issued);
  const { documentId, numeroControl, state } = issued.record;
  if (!issued.isDuplicate)
    await recordDone(parts, visit, { deed: 'note_issued', documentId, subject: numeroControl });
  const done = { stamped: '?hecho=emitido', rejected: '' } as const;
  const word = state === 'stamped' || state === 'rejected' ? done[state] : '?hecho=en-contingencia';
  return reply.redirect(addressIn(visit, `/documentos/${documentId}${word}`), 303);
}

async function showPreview(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const { reading } = parts;
  const ccf = await ccfOf(parts, visit);
  const kept = ccf.kind === 'refused' ? null : await keptOn(parts, visit, ccf);
  if (ccf.kind === 'refused' || kept === null) return sendTrouble(reply, 'not_found');
  const preview = await previewOf(parts, visit, { ccf, form: kept.form });
  if (preview.kind === 'refused') return sendTrouble(reply, 'not_found');
  const order: PaperOrder = {
    form: { kind: 'letter' },
    delivery: preview.text,
    isPreview: true,
    rejection: null,
    cancellation: { kind: 'none' },
    branding: await reading.brandings.branding(visit.companyId),
  };
  return sendPaper(parts, { visit, reply }, order);
}
