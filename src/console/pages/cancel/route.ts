import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Company } from '../../../core/company/company.ts';
import { parseDocumentId } from '../../../core/identifiers/document-id.ts';
import type { Refusal } from '../../../core/refusals/refusal.ts';
import { documentChoices } from '../../../operations/adjusting/document-choices.ts';
import { findView } from '../../../operations/documents/find-document.ts';
import { cancellingOutside } from '../../../operations/documents/issuing-context.ts';
import type { DocumentView } from '../../../operations/documents/reading-ports.ts';
import type { PaperOrder } from '../../../operations/files/ports.ts';
import type { CancelledDocument } from '../../../operations/invalidations/invalidate-document.ts';
import {
  type CancellationPreview,
  previewCancellation,
} from '../../../operations/invalidations/preview-cancellation.ts';
import { selectionOf } from '../../../operations/listings/read-selection.ts';
import { readWish } from '../../../requests/read-adjusting.ts';
import { inWords } from '../../field-words.ts';
import { issuerOf } from '../../issue-parts.ts';
import { formOwnerOf, keptUnder } from '../../kept-forms.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import { type Answer, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { sendPaper } from '../../send-paper.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordDone } from '../../visit-deeds.ts';
import { bodyOf, type CancelForm, formKeptAs, typedIn, usualForm } from './form.ts';
import { cancelPage, confirmPage } from './view.ts';

/** Documents that are offered to take the place of a cancelled one. */
const OFFERED = 20;

/** Cancels a document: why and by whom, one look at what will be, and then it is done. */
export function registerCancel(app: FastifyInstance, parts: ConsoleParts): void {
  registerPage(app, parts, {
    path: '/documentos/:id/anular',
    permission: 'invalidate',
    get: (visit, reply) => begin(parts, visit, reply),
    post: (visit, reply) => go(parts, visit, reply),
    refill: (visit, reply) => ask(parts, { visit, reply, form: typedIn(visit.form), refusal: null }),
  });
  registerPage(app, parts, {
    path: '/documentos/:id/anular/revisar',
    permission: 'invalidate',
    get: async (visit, reply) => {
      const { company } = await issuerOf(parts.reading, visit);
      const form = await formOf(parts, visit, company);
      return confirm(parts, { visit, reply, form, refusal: null });
    },
  });
  registerPage(app, parts, {
    path: '/documentos/:id/anular/vista.pdf',
    isWithoutCount: true,
    permission: 'invalidate',
    get: (visit, reply) => showPreview(parts, visit, reply),
  });
}

function idOf({ params }: CompanyVisit): string {
  return params['id'] ?? '';
}

/** The form, or where a note takes the place of the event, the last look at once. */
async function begin(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const { company } = await issuerOf(parts.reading, visit);
  const form = await formOf(parts, visit, company);
  const found = await look(parts, visit, company);
  if (found === null) return sendTrouble(reply, 'not_found');
  return found.choices.cancel.kind === 'note'
    ? confirm(parts, { visit, reply, form, refusal: null })
    : ask(parts, { visit, reply, form, refusal: null });
}

/** What the user has typed to cancel this document, or what its company would. */
async function formOf({ issuing }: ConsoleParts, visit: CompanyVisit, company: Company): Promise<CancelForm> {
  const documentId = parseDocumentId(idOf(visit));
  const kept =
    documentId === null
      ? null
      : await issuing.forms.find(formOwnerOf(visit), keptUnder('anular', documentId));
  return kept === null ? usualForm(company.invalidation) : formKeptAs(kept.fields);
}

/**
 * The last look has an address of its own, so that whoever comes back to it sees it again; what was typed is kept, and
 * stands in no address.
 */
async function go(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const form = typedIn(visit.form);
  const asking = { visit, reply, form, refusal: null };
  if (visit.form.one('paso') === 'anular') return cancel(parts, asking);
  const preview = await previewOf(parts, visit, form);
  if (preview.kind === 'refused' || preview.kind === 'none') return notPreviewed(parts, asking, preview);
  const { documentId, tipoDte } = preview.record;
  await parts.issuing.forms.keep(formOwnerOf(visit), {
    externalRef: keptUnder('anular', documentId),
    tipoDte,
    fields: form,
  });
  return reply.redirect(addressIn(visit, `/documentos/${documentId}/anular/revisar`), 303);
}

/** A form at some step. */
interface Asking {
  readonly visit: CompanyVisit;
  readonly reply: FastifyReply;
  readonly form: CancelForm;
  /** Why the last step was not taken; null at the first. */
  readonly refusal: Refusal | null;
}

async function look(parts: ConsoleParts, visit: CompanyVisit, company: Company) {
  const view = await viewOf(parts, visit, idOf(visit));
  if (view === null || view.record.ambiente !== company.ambiente) return null;
  return { view, choices: await documentChoices(parts.reading, company, view) };
}

async function ask(parts: ConsoleParts, { visit, reply, form, refusal }: Asking): Promise<Answer> {
  const { company } = await issuerOf(parts.reading, visit);
  const found = await look(parts, visit, company);
  if (found === null) return sendTrouble(reply, 'not_found');
  const problems = (refusal?.problems ?? []).map((one) => ({ ...one, message: inWords(one.message) }));
  const detail = refusal === null || problems.length > 0 ? null : inWords(refusal.detail);
  if (refusal !== null) reply.code(refusal.status);
  const replacements = await replacementsFor(parts, found.view);
  return cancelPage(visit, { ...found, form, replacements, problems, detail });
}

/** The newest documents of the same type that are sealed, those of the same customer first. */
async function replacementsFor({ reading }: ConsoleParts, { record }: DocumentView) {
  const { companyId, ambiente, tipoDte, documentId, summary } = record;
  const { views } = await reading.lister.page(companyId, {
    selection: selectionOf({ doc_type: tipoDte, state: 'stamped', invalidated: '0' }, ambiente),
    after: null,
    newestFirst: true,
    limit: OFFERED,
    withStanding: false,
    withDelivery: false,
  });
  const isOfCustomer = (view: DocumentView) => view.record.summary.customerName === summary.customerName;
  const others = views.filter((view) => view.record.documentId !== documentId);
  return [...others.filter(isOfCustomer), ...others.filter((view) => !isOfCustomer(view))];
}

function previewOf(
  { reading }: ConsoleParts,
  visit: CompanyVisit,
  form: CancelForm,
): Promise<CancellationPreview | Refusal> {
  const read = readWish(bodyOf(form));
  if (read.kind === 'refused') return Promise.resolve(read);
  return issuerOf(reading, visit).then((issuer) =>
    previewCancellation(reading, { issuer, idOrRef: idOf(visit), wish: read.wish }),
  );
}

/** Why there is nothing to look at. What is on its way is carried on with, once the form is sent. */
async function notPreviewed(
  parts: ConsoleParts,
  asking: Asking,
  preview: Refusal | Extract<CancellationPreview, { readonly kind: 'none' }>,
): Promise<Answer> {
  if (preview.kind === 'refused')
    return preview.code === 'document_not_found'
      ? sendTrouble(asking.reply, 'not_found')
      : ask(parts, { ...asking, refusal: preview });
  const isSent = asking.visit.form.has('paso');
  return preview.way === 'resume' && isSent ? cancel(parts, asking) : ask(parts, asking);
}

async function confirm(parts: ConsoleParts, asking: Asking): Promise<Answer> {
  const { visit, reply, form } = asking;
  const preview = await previewOf(parts, visit, form);
  if (preview.kind === 'refused' || preview.kind === 'none') return notPreviewed(parts, asking, preview);
  const view = await viewOf(parts, visit, idOf(visit));
  if (view === null) return sendTrouble(reply, 'not_found');
  const named = form.other_replacement || form.replacement_document_id;
  const replacement = form.type === '2' || named === '' ? null : await viewOf(parts, visit, named);
  return confirmPage(visit, { view, form, replacement }, preview);
}

function viewOf(
  { reading }: ConsoleParts,
  { companyId }: CompanyVisit,
  idOrRef: string,
): Promise<DocumentView | null> {
  return findView(reading.documents, companyId, { idOrRef, bytes: false });
}

async function cancel(parts: ConsoleParts, asking: Asking): Promise<Answer> {
  const { reading } = parts;
  const { visit, reply, form } = asking;
  const read = readWish(bodyOf(form));
  if (read.kind === 'refused') return ask(parts, { ...asking, refusal: read });
  const outcome = await parts.sales.cancel(cancellingOutside(visit.place, reading), {
    issuer: await issuerOf(reading, visit),
    idOrRef: idOf(visit),
    wish: read.wish,
    onlyType: null,
  });
  if (outcome.kind === 'refused')
    return outcome.code === 'document_not_found'
      ? sendTrouble(reply, 'not_found')
      : ask(parts, { ...asking, refusal: outcome });
  const { documentId, numeroControl } = outcome.record;
  await parts.issuing.forms.forget(formOwnerOf(visit), keptUnder('anular', documentId));
  if (!outcome.isDuplicate)
    await recordDone(parts, visit, { deed: 'invalidated', documentId, subject: numeroControl });
  return reply.redirect(addressIn(visit, `/documentos/${documentId}?hecho=${wordFor(outcome)}`), 303);
}

function wordFor({ by }: CancelledDocument): string {
  const state = by.kind === 'event' ? by.event.state : by.note.state;
  if (state === 'sealed' || state === 'stamped') return 'anulado';
  return state === 'rejected' ? 'anulacion-rechazada' : 'anulacion-en-camino';
}

async function showPreview(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const { reading } = parts;
  const { company } = await issuerOf(reading, visit);
  const preview = await previewOf(parts, visit, await formOf(parts, visit, company));
  // Whoever comes back to the last look of a document that is cancelled sees its event.
  if (preview.kind === 'refused' || preview.kind === 'none')
    return reply.redirect(addressIn(visit, `/documentos/${idOf(visit)}/anulacion.pdf`), 303);
  const isEvent = preview.kind === 'event';
  const order: PaperOrder = {
    form: { kind: isEvent ? 'event' : 'letter' },
    delivery: isEvent ? preview.text : preview.preview.text,
    isPreview: true,
    rejection: null,
    cancellation: { kind: 'none' },
    branding: await reading.brandings.branding(visit.companyId),
  };
  return sendPaper(parts, { visit, reply }, order);
}
