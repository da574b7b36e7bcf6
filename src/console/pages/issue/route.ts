import { type ExternalRef, parseExternalRef } from '../../../core/identifiers/external-ref.ts';
import { identifier } from '../../../core/identifiers/text.ts';
import { waitingOutside } from '../../../operations/access/places.ts';
import { explainRejection } from '../../../operations/documents/explain-rejection.ts';
import { findDocument, referenceIn } from '../../../operations/documents/find-document.ts';
import type { DocumentRecord } from '../../../operations/documents/ports.ts';
import { reopenDocument } from '../../../operations/documents/reopen-document.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import { isAboutDocument, mayOpen, ownerOf } from '../../desk.ts';
import { MOST_NAMES_OF_DOCUMENT, queryText } from '../../form.ts';
import { html, type Markup } from '../../html.ts';
import type { Answer, CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { type Address, addressIn, type CompanyVisit } from '../../visit.ts';
import { recordIssued } from '../../visit-deeds.ts';
import { askedIn, typedIn } from './asked.ts';
import { type Desk, deskOf, type Typed } from './desk.ts';
import { donePage } from './done-view.ts';
import { examined, requestOf, whyNot } from './examine.ts';
import { compacted, fieldsOfDocument } from './form-body.ts';
import { afterAsked, beginning } from './go-on.ts';
import { questionsOf, suggestionsFor } from './look-up.ts';
import { fieldsOfOrder } from './order-fields.ts';
import { type FormSpec, formOf } from './specs.ts';
import { startPage } from './start-view.ts';
import { amountOf, formPage, totalsOf } from './view.ts';

const access = 'issue';
const mostNames = MOST_NAMES_OF_DOCUMENT;

/** `/emitir` and the pages below it: sales and purchases that somebody types, and rejected ones that are corrected. */
export const ISSUE: readonly CompanyPage[] = [
  { path: '/emitir', access, get: start },
  { path: '/emitir/hecho/:id', access, get: showDone },
  { path: '/emitir/corregir/:id', isWithoutCount: true, access, get: reopen },
  { path: '/emitir/:tipo', access, mostNames, get: show, post: work, refill: keepAndShow },
  { path: '/emitir/:tipo/calculo', access, mostNames, get: toStart, post: calculate },
  {
    path: '/emitir/:tipo/sugerencias/:campo',
    access,
    mostNames,
    isSuggestion: true,
    get: (parts, visit) => (visit.isPartial ? suggestionsFor(parts, visit) : toStart(parts, visit)),
    post: suggestionsFor,
  },
];

async function start({ desk, clock }: ConsoleParts, visit: CompanyVisit): Promise<Answer> {
  const kept = await desk.forms.list(ownerOf(visit));
  return startPage(visit, { begun: kept.filter((form) => !isAboutDocument(form)), nowMs: clock.now() });
}

function toStart(_parts: ConsoleParts, visit: CompanyVisit): Address {
  return addressIn(visit, '/emitir');
}

/** The address of a form, with where the cursor goes in it and whether all that is wrong is shown. */
function formAddress(
  visit: CompanyVisit,
  tipoDte: string,
  query: { readonly ref: ExternalRef; readonly ver?: string; readonly q?: string; readonly en?: string },
): Address {
  const said = Object.entries(query).filter(([, value]) => value !== '');
  return addressIn(visit, `/emitir/${tipoDte}?${queryText(said)}`);
}

/** What is issued already is shown instead of its form, so that going back issues nothing again. */
function toDone(visit: CompanyVisit, { documentId }: DocumentRecord): Address {
  return addressIn(visit, `/emitir/hecho/${documentId}`);
}

function toFreshForm({ desk }: ConsoleParts, visit: CompanyVisit): Address {
  const ref = identifier(parseExternalRef, desk.identities.documentId());
  return formAddress(visit, visit.params['tipo'] ?? '', { ref });
}

/** A form that is worked on. */
interface Work {
  readonly spec: FormSpec;
  readonly typed: Typed;
  /** The document that there is under its reference: a rejected one is corrected; null for none. */
  readonly record: DocumentRecord | null;
}

/** The form under a reference, or what was issued under it. */
async function show(parts: ConsoleParts, visit: CompanyVisit): Promise<Answer> {
  const spec = formOf(visit.params['tipo'] ?? '');
  if (spec === null) return 'not_found';
  const { tipoDte } = spec;
  const externalRef = await referenceIn(parts.desk.store, visit.companyId, visit.query.one('ref'));
  if (externalRef === null) return toFreshForm(parts, visit);
  const { record, begun, isOwn } = await standing(parts, visit, externalRef);
  if (!isOwn) return 'not_found';
  if (record !== null && record.state !== 'rejected') {
    await parts.desk.forms.forget(ownerOf(visit), externalRef);
    return toDone(visit, record);
  }
  if (record !== null && record.tipoDte !== tipoDte)
    return formAddress(visit, record.tipoDte, { ref: externalRef, ver: '1' });
  const desk = await deskOf(parts, visit);
  // A form may have been kept before its fields had limits.
  const kept = begun && fieldsOfDocument(tipoDte, Object.entries(begun.fields));
  const known = kept ?? (record && (await fieldsOfRejected(desk, record)));
  const { fields, focus } = known === null ? beginning(tipoDte) : { fields: known, focus: null };
  return drawn(parts, visit, { spec, record, typed: { tipoDte, externalRef, fields }, desk, focus });
}

/** What a rejected document said. */
async function fieldsOfRejected(desk: Desk, { documentId }: DocumentRecord): Promise<FormFields | null> {
  const reopened = await reopenDocument(desk, desk.issuer, documentId);
  return reopened.kind === 'reopened' ? fieldsOfOrder(reopened.order) : null;
}

interface Drawing extends Work {
  readonly desk: Desk;
  /** Where the cursor goes if the address does not say it. */
  readonly focus?: string | null;
  readonly refusal?: string | null;
}

async function drawn(
  { users }: ConsoleParts,
  visit: CompanyVisit,
  { desk, focus = null, refusal = null, ...work }: Drawing,
): Promise<Markup> {
  const { query } = visit;
  const isStrict = query.has('ver');
  const told = await examined(desk, work.typed);
  const { delivery } = desk.issuer.company;
  return formPage(visit, {
    ...work,
    examined: told,
    explanations: work.record === null ? [] : await explainRejection(desk, work.record),
    questions: query.has('q') ? await questionsOf(desk, work.typed) : [],
    isStrict,
    focus: query.one('en') || focus,
    canMail: delivery.smtp !== null || users.mailAccounts.ofInstallation !== null,
    refusal: refusal ?? (isStrict ? told.obstacle : null),
  });
}

/** Does what a button asks for. */
async function work(parts: ConsoleParts, visit: CompanyVisit): Promise<Answer> {
  const { forms } = parts.desk;
  const posted = await postedIn(parts, visit);
  if (posted === null) return toFreshForm(parts, visit);
  const { typed, spec } = posted;
  const { externalRef: ref } = typed;
  const asked = askedIn(visit.form);
  if (asked.kind === 'discard') {
    await forms.forget(ownerOf(visit), ref);
    return toStart(parts, visit);
  }
  const { record, isOwn } = await standing(parts, visit, ref);
  if (!isOwn) return 'not_found';
  const desk = await deskOf(parts, visit);
  if (asked.kind === 'issue') return issue(parts, visit, { ...posted, record, desk });
  const { fields, focus } = await afterAsked(desk, typed, asked);
  await forms.keep(ownerOf(visit), { ...typed, fields });
  const ver = visit.form.has('ver') || asked.kind === 'calculate' ? '1' : '';
  return formAddress(visit, spec.tipoDte, { ref, ver, q: '1', en: focus });
}

/** What there is under a reference, and whether it is free or stands for what this user has begun or may see. */
async function standing(parts: ConsoleParts, visit: CompanyVisit, externalRef: ExternalRef) {
  const { store, forms } = parts.desk;
  const record = await store.findByReference(visit.companyId, externalRef);
  const begun = await forms.find(ownerOf(visit), externalRef);
  const isOwn = record === null || begun !== null || (await mayOpen(parts, visit, record.documentId));
  return { record, begun, isOwn };
}

/** The form that was posted; null where it is none of ours. */
async function postedIn(parts: ConsoleParts, visit: CompanyVisit): Promise<Omit<Work, 'record'> | null> {
  const { form, params } = visit;
  const spec = formOf(params['tipo'] ?? '');
  const externalRef = await referenceIn(parts.desk.store, visit.companyId, form.one('external_ref'));
  if (spec === null || externalRef === null) return null;
  return { spec, typed: { tipoDte: spec.tipoDte, externalRef, fields: typedIn(form, spec.tipoDte) } };
}

/** Issues what was typed, once: whoever clicks twice, or comes back to the form, gets the same document. */
async function issue(
  parts: ConsoleParts,
  visit: CompanyVisit,
  { desk, record: before, ...posted }: Work & { readonly desk: Desk },
): Promise<Answer> {
  const { forms } = parts.desk;
  const typed = { ...posted.typed, fields: compacted(posted.typed.fields) };
  const { externalRef: ref, tipoDte } = typed;
  await forms.keep(ownerOf(visit), typed);
  const request = await requestOf(typed);
  const outcome =
    request.kind === 'refused'
      ? request
      : await parts.sales.issue(waitingOutside(visit.place, desk), { ...request, issuer: desk.issuer });
  if (outcome.kind === 'refused') {
    const { obstacle: refusal } = whyNot(outcome);
    const [first] = refusal === null ? (await examined(desk, typed)).problems : [];
    if (first !== undefined) return formAddress(visit, tipoDte, { ref, ver: '1', q: '1', en: first.path });
    const page = await drawn(parts, visit, { ...posted, typed, record: before, desk, refusal });
    return { status: outcome.status, page };
  }
  const { record, isDuplicate } = outcome;
  if (record.state !== 'rejected') await forms.forget(ownerOf(visit), ref);
  if (!isDuplicate) await recordIssued(parts, visit, { record, isCorrection: before !== null });
  return toDone(visit, record);
}

/** The document of the address; null where there is none, or not for this user. */
async function documentOf(parts: ConsoleParts, visit: CompanyVisit): Promise<DocumentRecord | null> {
  const found = await findDocument(parts.desk.store, visit.companyId, visit.params['id'] ?? '');
  if (found.kind === 'refused' || !(await mayOpen(parts, visit, found.record.documentId))) return null;
  return found.record;
}

async function showDone(parts: ConsoleParts, visit: CompanyVisit): Promise<Answer> {
  const { desk } = parts;
  const record = await documentOf(parts, visit);
  if (record === null) return 'not_found';
  const explanations = await explainRejection(desk, record);
  return donePage(visit, { record, explanations, fileUrl: desk.fileUrl });
}

/** A rejected document is corrected in the form of its type, under its reference. */
async function reopen(parts: ConsoleParts, visit: CompanyVisit): Promise<Answer> {
  const record = await documentOf(parts, visit);
  if (record === null) return 'not_found';
  const { state, tipoDte, documentId, externalRef: ref } = record;
  if (state !== 'rejected' || formOf(tipoDte) === null) return addressIn(visit, `/documentos/${documentId}`);
  return formAddress(visit, tipoDte, { ref, ver: '1' });
}

/** Keeps what was posted; null where it is no form of this user's. */
async function kept(parts: ConsoleParts, visit: CompanyVisit): Promise<Typed | null> {
  const posted = await postedIn(parts, visit);
  if (posted === null || !(await standing(parts, visit, posted.typed.externalRef)).isOwn) return null;
  await parts.desk.forms.keep(ownerOf(visit), posted.typed);
  return posted.typed;
}

/** Keeps a form whose session had ended, and shows it. */
async function keepAndShow(parts: ConsoleParts, visit: CompanyVisit): Promise<Answer> {
  const typed = await kept(parts, visit);
  return typed === null ? 'not_found' : formAddress(visit, typed.tipoDte, { ref: typed.externalRef });
}

/** What the form comes to while somebody types; it is kept, so that nothing is lost with the page. */
async function calculate(parts: ConsoleParts, visit: CompanyVisit): Promise<Answer> {
  const typed = await kept(parts, visit);
  if (typed === null) return 'not_found';
  const told = await examined(await deskOf(parts, visit), typed);
  const lines = told.amounts.map(
    (_, index) =>
      html`<output id="importe-${index}" hx-swap-oob="true">${amountOf(told.amounts, index)}</output>`,
  );
  return html`${totalsOf(told)}${lines}`;
}
