import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Refusal, refuseProblems } from '../../../core/refusals/refusal.ts';
import { type AdjustableLines, adjustableLines } from '../../../operations/credit-notes/adjustable-lines.ts';
import { previewCreditNote } from '../../../operations/credit-notes/preview-credit-note.ts';
import { waitingOutside } from '../../../operations/documents/waiting-outside.ts';
import type { PaperOrder } from '../../../operations/files/ports.ts';
import { readNote } from '../../../requests/read-adjusting.ts';
import { inWords } from '../../field-words.ts';
import { type Fields, fieldsOf } from '../../form.ts';
import { issuerOf } from '../../issue-parts.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import { type Answer, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { sendPaper } from '../../send-paper.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordDone } from '../../visit-deeds.ts';
import { bodyOf, chosenIn, emptyForm, type NoteForm, parametersOf, typedIn } from './form.ts';
import { LONGEST_ADDRESS, noteConfirmPage, notePage } from './view.ts';

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

/** The field of an address that holds a form sealed: its remarks may name a person. */
const SEALED_FORM = 'forma';

/** What the address of a step says of the form. */
function askedIn({ reading: { addresses } }: ConsoleParts, { query, companyId }: CompanyVisit): Fields {
  return fieldsOf(addresses.open(query.one(SEALED_FORM), companyId) ?? '');
}

async function ccfOf({ reading }: ConsoleParts, visit: CompanyVisit): Promise<AdjustableLines | Refusal> {
  const issuer = await issuerOf(reading, visit);
  return adjustableLines(reading, { ...issuer, idOrRef: visit.params['id'] ?? '' });
}

async function begin(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const ccf = await ccfOf(parts, visit);
  if (ccf.kind === 'refused') return sendTrouble(reply, 'not_found');
  const asked = askedIn(parts, visit);
  const form = asked.has('external_ref')
    ? typedIn(asked, ccf.lines.length)
    : emptyForm(`nota-${parts.reading.identities.documentId()}`);
  return notePage(visit, { ccf, form, problems: [], detail: null });
}

async function again(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const step = await stepOf(parts, visit, visit.form);
  return step === null
    ? sendTrouble(reply, 'not_found')
    : notePage(visit, { ...step, problems: [], detail: null });
}

/** A form at some step, with the CCF that it is about. */
interface Step {
  readonly ccf: AdjustableLines;
  readonly form: NoteForm;
}

async function stepOf(parts: ConsoleParts, visit: CompanyVisit, fields: Fields): Promise<Step | null> {
  const ccf = await ccfOf(parts, visit);
  return ccf.kind === 'refused' ? null : { ccf, form: typedIn(fields, ccf.lines.length) };
}

async function go(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const step = await stepOf(parts, visit, visit.form);
  if (step === null) return sendTrouble(reply, 'not_found');
  switch (visit.form.one('paso')) {
    case 'emitir':
      return issue(parts, { visit, reply, step });
    case 'cambiar':
      return notePage(visit, { ...step, problems: [], detail: null });
    default:
      return confirm(parts, { visit, reply, step });
  }
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

async function review(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const step = await stepOf(parts, visit, askedIn(parts, visit));
  return step === null ? sendTrouble(reply, 'not_found') : confirm(parts, { visit, reply, step });
}

/** The last look has an address of its own, so that whoever comes back to it sees it again; a very long form has none. */
async function confirm(parts: ConsoleParts, stepping: Stepping): Promise<Answer> {
  const { visit, reply, step } = stepping;
  const request = await requestOf(parts, visit, step);
  if (request.kind === 'refused') return refused(stepping, request);
  const preview = await previewCreditNote(parts.reading, request.note);
  if (preview.kind === 'refused') return refused(stepping, preview);
  const sealed = parts.reading.addresses.seal(parametersOf(step.form), visit.companyId);
  const parameters = `${SEALED_FORM}=${sealed}`;
  if (visit.form.has('paso') && parameters.length < LONGEST_ADDRESS)
    return reply.redirect(
      addressIn(visit, `/documentos/${visit.params['id']}/nota/revisar?${parameters}`),
      303,
    );
  return noteConfirmPage(visit, { ...step, detail: null, parameters }, preview);
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
  const step = await stepOf(parts, visit, askedIn(parts, visit));
  const request = step === null ? null : await requestOf(parts, visit, step);
  if (request === null || request.kind === 'refused') return sendTrouble(reply, 'not_found');
  const preview = await previewCreditNote(reading, request.note);
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
