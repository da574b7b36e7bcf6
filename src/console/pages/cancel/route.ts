import type { FastifyReply } from 'fastify';
import { parseDocumentId } from '../../../core/identifiers/document-id.ts';
import type { Refusal } from '../../../core/refusals/refusal.ts';
import { cancellingOutside } from '../../../operations/access/places.ts';
import { documentChoices } from '../../../operations/adjusting/document-choices.ts';
import { findView } from '../../../operations/documents/find-document.ts';
import type { DocumentView } from '../../../operations/documents/reading-ports.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import type { CancelledDocument } from '../../../operations/invalidations/invalidate-document.ts';
import {
  type CancellationPreview,
  previewCancellation,
} from '../../../operations/invalidations/preview-cancellation.ts';
import { selectionOf } from '../../../operations/listings/read-selection.ts';
import { readWish } from '../../../requests/read-adjusting.ts';
import { issuerOf, keptUnder, ownerOf } from '../../desk.ts';
import { inWords } from '../../field-words.ts';
import type { Answer, CompanyPage } from '../../page.ts';
import { sendPreview } from '../../paper.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordDone } from '../../visit-deeds.ts';
import { bodyOf, replacementIn, typedIn, usualForm } from './form.ts';
import { cancelPage, confirmPage } from './view.ts';

/** Documents that are offered to take the place of a cancelled one. */
const OFFERED = 20;

const access = 'invalidate';

/** Cancels a document: why and by whom, one look at what will be, and then it is done. */
export const CANCEL: readonly CompanyPage[] = [
  {
    path: '/documentos/:id/anular',
    access,
    get: begin,
    post: go,
    refill: (parts, visit) => ask(parts, visit, typedIn(visit.form)),
  },
  {
    path: '/documentos/:id/anular/revisar',
    access,
    get: async (parts, visit) => confirm(parts, visit, await formOf(parts, visit)),
  },
  { path: '/documentos/:id/anular/vista.pdf', isWithoutCount: true, access, get: showPreview },
];

function idOf({ params }: CompanyVisit): string {
  return params['id'] ?? '';
}

/** The form, or where a note takes the place of the event, the last look at once. */
async function begin(parts: ConsoleParts, visit: CompanyVisit): Promise<Answer> {
  const form = await formOf(parts, visit);
  const found = await look(parts, visit);
  if (found === null) return 'not_found';
  return found.choices.cancel.kind === 'note' ? confirm(parts, visit, form) : ask(parts, visit, form);
}

/** What the user has typed to cancel this document, or what its company would. */
async function formOf(parts: ConsoleParts, visit: CompanyVisit): Promise<FormFields> {
  const { company } = await issuerOf(parts, visit);
  const documentId = parseDocumentId(idOf(visit));
  const kept = documentId && (await parts.desk.forms.find(ownerOf(visit), keptUnder('anular', documentId)));
  return kept === null ? usualForm(company.invalidation) : kept.fields;
}

/**
 * The last look has an address of its own, so that whoever comes back to it sees it again; what was typed is kept, and
 * stands in no address.
 */
async function go(parts: ConsoleParts, visit: CompanyVisit): Promise<Answer> {
  const form = typedIn(visit.form);
  if (visit.form.one('paso') === 'anular') return cancel(parts, visit, form);
  const preview = await previewOf(parts, visit, form);
  if (preview.kind === 'refused' || preview.kind === 'none') return notPreviewed(parts, visit, form, preview);
  const { documentId, tipoDte } = preview.record;
  const externalRef = keptUnder('anular', documentId);
  await parts.desk.forms.keep(ownerOf(visit), { externalRef, tipoDte, fields: form });
  return addressIn(visit, `/documentos/${documentId}/anular/revisar`);
}

async function look(parts: ConsoleParts, visit: CompanyVisit) {
  const { company } = await issuerOf(parts, visit);
  const view = await viewOf(parts, visit, idOf(visit));
  if (view === null || view.record.ambiente !== company.ambiente) return null;
  return { view, choices: await documentChoices(parts.desk, company, view) };
}

/** Shows the form, with why the last step was not taken; null at the first. */
async function ask(
  parts: ConsoleParts,
  visit: CompanyVisit,
  form: FormFields,
  refusal: Refusal | null = null,
): Promise<Answer> {
  const found = await look(parts, visit);
  if (found === null) return 'not_found';
  const problems = (refusal?.problems ?? []).map((one) => ({ ...one, message: inWords(one.message) }));
  const detail = refusal === null || problems.length > 0 ? null : inWords(refusal.detail);
  const replacements = await replacementsFor(parts, found.view);
  const page = cancelPage(visit, { ...found, form, replacements, problems, detail });
  return refusal === null ? page : { status: refusal.status, page };
}

/** The newest documents of the same type that are sealed, those of the same customer first. */
async function replacementsFor({ desk }: ConsoleParts, { record }: DocumentView) {
  const { companyId, ambiente, tipoDte, documentId, summary } = record;
  const { views } = await desk.lister.page(companyId, {
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

async function previewOf(parts: ConsoleParts, visit: CompanyVisit, form: FormFields) {
  const read = readWish(bodyOf(form));
  if (read.kind === 'refused') return read;
  const issuer = await issuerOf(parts, visit);
  return previewCancellation(parts.desk, { issuer, idOrRef: idOf(visit), wish: read.wish });
}

/** Why there is nothing to look at. What is on its way is carried on with, once the form is sent. */
async function notPreviewed(
  parts: ConsoleParts,
  visit: CompanyVisit,
  form: FormFields,
  preview: Refusal | Extract<CancellationPreview, { readonly kind: 'none' }>,
): Promise<Answer> {
  if (preview.kind === 'refused') return refused(parts, visit, form, preview);
  const isSent = visit.form.has('paso');
  return preview.way === 'resume' && isSent ? cancel(parts, visit, form) : ask(parts, visit, form);
}

async function refused(
  parts: ConsoleParts,
  visit: CompanyVisit,
  form: FormFields,
  refusal: Refusal,
): Promise<Answer> {
  return refusal.code === 'document_not_found' ? 'not_found' : ask(parts, visit, form, refusal);
}

async function confirm(parts: ConsoleParts, visit: CompanyVisit, form: FormFields): Promise<Answer> {
  const preview = await previewOf(parts, visit, form);
  if (preview.kind === 'refused' || preview.kind === 'none') return notPreviewed(parts, visit, form, preview);
  const view = await viewOf(parts, visit, idOf(visit));
  if (view === null) return 'not_found';
  const named = replacementIn(form);
  const replacement = named === null ? null : await viewOf(parts, visit, named);
  return confirmPage(visit, { view, form, replacement }, preview);
}

function viewOf(
  { desk }: ConsoleParts,
  { companyId }: CompanyVisit,
  idOrRef: string,
): Promise<DocumentView | null> {
  return findView(desk.documents, companyId, { idOrRef, bytes: false });
}

async function cancel(parts: ConsoleParts, visit: CompanyVisit, form: FormFields): Promise<Answer> {
  const { desk } = parts;
  const read = readWish(bodyOf(form));
  if (read.kind === 'refused') return ask(parts, visit, form, read);
  const outcome = await parts.sales.cancel(cancellingOutside(visit.place, desk), {
    issuer: await issuerOf(parts, visit),
    idOrRef: idOf(visit),
    wish: read.wish,
    onlyType: null,
  });
  if (outcome.kind === 'refused') return refused(parts, visit, form, outcome);
  const { documentId, numeroControl } = outcome.record;
  await parts.desk.forms.forget(ownerOf(visit), keptUnder('anular', documentId));
  if (!outcome.isDuplicate)
    await recordDone(parts, visit, { deed: 'invalidated', documentId, subject: numeroControl });
  return addressIn(visit, `/documentos/${documentId}?hecho=${wordFor(outcome)}`);
}

function wordFor({ by }: CancelledDocument): string {
  const state = by.kind === 'event' ? by.event.state : by.note.state;
  if (state === 'sealed' || state === 'stamped') return 'anulado';
  return state === 'rejected' ? 'anulacion-rechazada' : 'anulacion-en-camino';
}

async function showPreview(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const preview = await previewOf(parts, visit, await formOf(parts, visit));
  if (preview.kind === 'event')
    return sendPreview(parts, visit, reply, { form: { kind: 'event' }, text: preview.text });
  if (preview.kind === 'note')
    return sendPreview(parts, visit, reply, { form: { kind: 'letter' }, text: preview.preview.text });
  // Whoever comes back to the last look of a document that is cancelled sees its event.
  return addressIn(visit, `/documentos/${idOf(visit)}/anulacion.pdf`);
}
