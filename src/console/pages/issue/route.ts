import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Explanation } from '../../../core/explaining/explain.ts';
import { type ExternalRef, parseExternalRef } from '../../../core/identifiers/external-ref.ts';
import type { FieldProblem } from '../../../core/refusals/problem.ts';
import { explainRejection } from '../../../operations/documents/explain-rejection.ts';
import { findDocument } from '../../../operations/documents/find-document.ts';
import { type IssuingCompany, waitingOutside } from '../../../operations/documents/issuing-context.ts';
import type { DocumentRecord } from '../../../operations/documents/ports.ts';
import { reopenDocument } from '../../../operations/documents/reopen-document.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import { inWords } from '../../field-words.ts';
import { html, type Markup } from '../../html.ts';
import { canMail, type IssueParts, issuerOf } from '../../issue-parts.ts';
import { formOwnerOf, isAboutDocument } from '../../kept-forms.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import { mayOpen } from '../../own-document.ts';
import { type Answer, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordIssued } from '../../visit-deeds.ts';
import { askedIn, typedIn } from './asked.ts';
import { donePage, reasonsOf } from './done-view.ts';
import { examined, requestOf, whyNot } from './examine.ts';
import { compacted, fieldAtPath } from './form-body.ts';
import { afterAsked, beginning } from './go-on.ts';
import { questionsOf, type Typed } from './look-up.ts';
import { fieldsOfOrder } from './order-fields.ts';
import { type FormSpec, formOf } from './specs.ts';
import { startPage } from './start-view.ts';
import { suggestionsFor } from './suggestions.ts';
import { amountOf, totalsOf } from './totals.ts';
import { formPage } from './view.ts';

const permission = 'issue';

/** `/emitir` and the pages below it: sales and purchases that somebody types, and rejected ones that are corrected. */
export function registerIssue(app: FastifyInstance, parts: ConsoleParts): void {
  const { issuing, clock } = parts;
  registerPage(app, parts, {
    path: '/emitir',
    permission,
    async get(visit) {
      const kept = await issuing.forms.list(formOwnerOf(visit));
      return startPage(visit, { begun: kept.filter((form) => !isAboutDocument(form)), nowMs: clock.now() });
    },
  });
  registerPage(app, parts, {
    path: '/emitir/hecho/:id',
    permission,
    get: (visit, reply) => showDone(parts, visit, reply),
  });
  registerPage(app, parts, {
    path: '/emitir/corregir/:id',
    isWithoutCount: true,
    permission,
    get: (visit, reply) => reopen(parts, visit, reply),
  });
  registerPage(app, parts, {
    path: '/emitir/:tipo',
    permission,
    get: (visit, reply) => show(parts, visit, reply),
    post: (visit, reply) => work(parts, visit, reply),
    refill: (visit, reply) => keepAndShow(parts, visit, reply),
  });
  registerPage(app, parts, {
    path: '/emitir/:tipo/calculo',
    permission,
    get: (visit, reply) => reply.redirect(addressIn(visit, '/emitir'), 303),
    post: (visit, reply) => calculate(parts, visit, reply),
  });
  registerPage(app, parts, {
    path: '/emitir/:tipo/sugerencias/:campo',
    permission,
    isSuggestion: true,
    get: (visit, reply) =>
      visit.isPartial ? suggestionsFor(issuing, visit) : reply.redirect(addressIn(visit, '/emitir'), 303),
    post: (visit) => suggestionsFor(issuing, visit),
  });
}

/** The address of a form, with where the cursor goes in it and whether all that is wrong is shown. */
function formAddress(
  visit: CompanyVisit,
  tipoDte: string,
  query: { readonly ref?: ExternalRef; readonly ver?: string; readonly q?: string; readonly en?: string },
): string {
  const said = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(said).toString();
  return addressIn(visit, `/emitir/${tipoDte}${search === '' ? '' : `?${search}`}`);
}

function toDone(visit: CompanyVisit, reply: FastifyReply, { documentId }: DocumentRecord): FastifyReply {
  return reply.redirect(addressIn(visit, `/emitir/hecho/${documentId}`), 303);
}

/** The form under a reference; what is issued already is shown instead, so that going back issues nothing again. */
async function show(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const { issuing } = parts;
  const spec = formOf(visit.params['tipo'] ?? '');
  if (spec === null) return sendTrouble(reply, 'not_found');
  const { tipoDte } = spec;
  const externalRef = parseExternalRef(visit.query.one('ref'));
  if (externalRef === null) return toFreshForm(parts, visit, reply);
  const { record, begun, isOwn } = await standing(parts, visit, externalRef);
  if (!isOwn) return sendTrouble(reply, 'not_found');
  if (record !== null && record.state !== 'rejected') {
    await issuing.forms.forget(formOwnerOf(visit), externalRef);
    return toDone(visit, reply, record);
  }
  if (record !== null && record.tipoDte !== tipoDte)
    return reply.redirect(formAddress(visit, record.tipoDte, { ref: externalRef, ver: '1' }), 303);
  const issuer = await issuerOf(issuing, visit);
  const fields = begun?.fields ?? (await fieldsOfRejected(issuing, issuer, record));
  const typed: Typed = { tipoDte, externalRef, fields: fields ?? beginning(tipoDte).fields };
  return drawn(parts, visit, { spec, typed, issuer, record, isBegun: fields !== null, refusal: null });
}

function toFreshForm({ issuing }: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): FastifyReply {
  const ref = parseExternalRef(issuing.identities.documentId()) ?? undefined;
  const tipoDte = visit.params['tipo'] ?? '';
  return reply.redirect(formAddress(visit, tipoDte, ref === undefined ? {} : { ref }), 303);
}

/** What a rejected document said; null where there is none. */
async function fieldsOfRejected(
  issuing: IssueParts,
  issuer: IssuingCompany,
  record: DocumentRecord | null,
): Promise<FormFields | null> {
  if (record === null) return null;
  const reopened = await reopenDocument(issuing, issuer, record.documentId);
  return reopened.kind === 'reopened' ? fieldsOfOrder(reopened.order) : null;
}

async function drawn(
  { issuing, users }: ConsoleParts,
  visit: CompanyVisit,
  {
    spec,
    typed,
    issuer,
    record,
    isBegun,
    refusal,
  }: {
    readonly spec: FormSpec;
    readonly typed: Typed;
    readonly issuer: IssuingCompany;
    /** The rejected document that is corrected; null for none. */
    readonly record: DocumentRecord | null;
    readonly isBegun: boolean;
    readonly refusal: string | null;
  },
): Promise<Markup> {
  const { query } = visit;
  const isStrict = query.has('ver');
  const told = await examined(issuing, issuer, typed);
  const explanations = record === null ? [] : await explainRejection(issuing, record);
  const isLookedUp = query.has('q');
  return formPage(visit, {
    spec,
    typed,
    examined: told,
    rejected: explanations.flatMap(rejectedField),
    questions: isLookedUp ? await questionsOf(issuing, issuer, typed) : [],
    isStrict,
    focus: query.one('en') || (isBegun ? null : beginning(spec.tipoDte).focus),
    canMail: canMail(users.mailAccounts, issuer.company),
    refusal: refusal ?? (isStrict ? told.obstacle : null),
    correcting: record === null ? null : correctionHead(record, explanations),
  });
}

/** A reason of a rejection, beside the field that it is about. */
function rejectedField({ field, why }: Explanation): readonly FieldProblem[] {
  if (field === null) return [];
  return [{ path: fieldAtPath(field), code: 'bad_format', message: `Hacienda lo rechazó. ${inWords(why)}` }];
}

/** What is corrected, and why it was rejected. */
function correctionHead(record: DocumentRecord, explanations: readonly Explanation[]): Markup {
  return html`<p>Hacienda rechazó <span class="code">${record.numeroControl}</span>. Corrija lo que dice abajo y emítalo de nuevo: conserva su número.</p>${reasonsOf(explanations)}`;
}

/** Does what a button asks for. */
async function work(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const { issuing } = parts;
  const posted = typedOf(visit);
  if (posted === null) return toFreshForm(parts, visit, reply);
  const { typed, spec } = posted;
  const { externalRef: ref } = typed;
  const asked = askedIn(visit.form);
  if (asked.kind === 'discard') {
    await issuing.forms.forget(formOwnerOf(visit), ref);
    return reply.redirect(addressIn(visit, '/emitir'), 303);
  }
  const { record, isOwn } = await standing(parts, visit, ref);
  if (!isOwn) return sendTrouble(reply, 'not_found');
  const issuer = await issuerOf(issuing, visit);
  if (asked.kind === 'issue') return issue(parts, visit, { reply, typed, spec, issuer, before: record });
  const { fields, focus } = await afterAsked(issuing, issuer, { typed, asked });
  await issuing.forms.keep(formOwnerOf(visit), { ...typed, fields });
  const ver = visit.form.has('ver') || asked.kind === 'calculate' ? '1' : '';
  return reply.redirect(formAddress(visit, spec.tipoDte, { ref, ver, q: '1', en: focus }), 303);
}

/** What there is under a reference, and whether it is free or stands for what this user has begun or may see. */
async function standing(parts: ConsoleParts, visit: CompanyVisit, externalRef: ExternalRef) {
  const { store, forms } = parts.issuing;
  const record = await store.findByReference(visit.companyId, externalRef);
  const begun = await forms.find(formOwnerOf(visit), externalRef);
  const isOwn = record === null || begun !== null || (await mayOpen(parts, visit, record.documentId));
  return { record, begun, isOwn };
}

/** What was posted, as a form; null where it is none of ours. */
function typedOf({ form, params }: CompanyVisit): { readonly typed: Typed; readonly spec: FormSpec } | null {
  const spec = formOf(params['tipo'] ?? '');
  const externalRef = parseExternalRef(form.one('external_ref'));
  if (spec === null || externalRef === null) return null;
  return { spec, typed: { tipoDte: spec.tipoDte, externalRef, fields: typedIn(form) } };
}

/** Issues what was typed, once: whoever clicks twice, or comes back to the form, gets the same document. */
async function issue(
  parts: ConsoleParts,
  visit: CompanyVisit,
  {
    reply,
    spec,
    issuer,
    before,
    ...all
  }: {
    readonly reply: FastifyReply;
    readonly typed: Typed;
    readonly spec: FormSpec;
    readonly issuer: IssuingCompany;
    /** What there is under the reference already; null for nothing. */
    readonly before: DocumentRecord | null;
  },
): Promise<Answer> {
  const { issuing } = parts;
  const typed: Typed = { ...all.typed, fields: compacted(all.typed.fields) };
  const { externalRef: ref, tipoDte } = typed;
  await issuing.forms.keep(formOwnerOf(visit), typed);
  const request = requestOf(typed);
  const outcome =
    request.kind === 'refused'
      ? request
      : await parts.sales.issue(waitingOutside(visit.place, issuing), { ...request, issuer });
  if (outcome.kind === 'refused') {
    const { obstacle } = whyNot(outcome);
    const [first] = obstacle === null ? (await examined(issuing, issuer, typed)).problems : [];
    if (first !== undefined)
      return reply.redirect(formAddress(visit, tipoDte, { ref, ver: '1', q: '1', en: first.path }), 303);
    reply.code(outcome.status);
    return drawn(parts, visit, { spec, typed, issuer, record: before, isBegun: true, refusal: obstacle });
  }
  const { record, isDuplicate } = outcome;
  if (record.state !== 'rejected') await issuing.forms.forget(formOwnerOf(visit), ref);
  if (!isDuplicate) await recordIssued(parts, visit, { record, isCorrection: before !== null });
  return toDone(visit, reply, record);
}

async function showDone(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const { issuing } = parts;
  const found = await findDocument(issuing.store, visit.companyId, visit.params['id'] ?? '');
  if (found.kind === 'refused' || !(await mayOpen(parts, visit, found.record.documentId)))
    return sendTrouble(reply, 'not_found');
  const { record } = found;
  const explanations = await explainRejection(issuing, record);
  return donePage(visit, { record, explanations, fileUrl: issuing.fileUrl });
}

/** A rejected document is corrected in the form of its type, under its reference. */
async function reopen(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const found = await findDocument(parts.issuing.store, visit.companyId, visit.params['id'] ?? '');
  if (found.kind === 'refused' || !(await mayOpen(parts, visit, found.record.documentId)))
    return sendTrouble(reply, 'not_found');
  const { record } = found;
  if (record.state !== 'rejected' || formOf(record.tipoDte) === null)
    return reply.redirect(addressIn(visit, `/documentos/${record.documentId}`), 303);
  return reply.redirect(formAddress(visit, record.tipoDte, { ref: record.externalRef, ver: '1' }), 303);
}

/** Keeps a form whose session had ended, and shows it. */
async function keepAndShow(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const posted = typedOf(visit);
  if (posted === null) return sendTrouble(reply, 'not_found');
  const { issuing } = parts;
  const { typed, spec } = posted;
  if (!(await standing(parts, visit, typed.externalRef)).isOwn) return sendTrouble(reply, 'not_found');
  await issuing.forms.keep(formOwnerOf(visit), typed);
  return reply.redirect(formAddress(visit, spec.tipoDte, { ref: typed.externalRef }), 303);
}

/** What the form comes to while somebody types; it is kept, so that nothing is lost with the page. */
async function calculate(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const posted = typedOf(visit);
  if (posted === null) return sendTrouble(reply, 'not_found');
  const { issuing } = parts;
  const { typed } = posted;
  if (!(await standing(parts, visit, typed.externalRef)).isOwn) return sendTrouble(reply, 'not_found');
  const issuer = await issuerOf(issuing, visit);
  await issuing.forms.keep(formOwnerOf(visit), typed);
  const told = await examined(issuing, issuer, typed);
  const lines = told.amounts.map(
    (_, index) =>
      html`<output id="importe-${index}" hx-swap-oob="true">${amountOf(told.amounts, index)}</output>`,
  );
  return html`${totalsOf(told)}${lines}`;
}
