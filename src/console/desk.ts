import type { DocumentId } from '../core/identifiers/document-id.ts';
import { type ExternalRef, parseExternalRef } from '../core/identifiers/external-ref.ts';
import { identifier } from '../core/identifiers/text.ts';
import { may } from '../core/users/roles.ts';
import type { IssuingCompany } from '../operations/documents/issuing-context.ts';
import type { DocumentView } from '../operations/documents/reading-ports.ts';
import type { BegunForm, FormOwner } from '../operations/forms/ports.ts';
import { isOwnDocument, ownDocuments } from '../operations/users/own-documents.ts';
import type { ConsoleParts } from './parts.ts';
import type { CompanyVisit } from './visit.ts';

// What a visit has of documents: its company as it issues, which of them it may open, and the forms that it keeps.

/** The company of a visit as it issues. Throws where it is gone, or this node must not work for it. */
export async function issuerOf({ desk }: ConsoleParts, { companyId }: CompanyVisit): Promise<IssuingCompany> {
  const company = await desk.companies.company(companyId);
  if (company === null) throw new Error(`the company ${companyId} is missing`);
  return { companyId, company };
}

/** Whose the forms are that a visit keeps, and the documents that it has issued. */
export function ownerOf({ companyId, session }: CompanyVisit): FormOwner {
  return { companyId, userId: session.userId };
}

/** Whether a user may open a document: all of the company's, or only what he has issued himself today. */
export async function mayOpen(
  { users: { deeds }, clock }: ConsoleParts,
  visit: CompanyVisit,
  documentId: string,
): Promise<boolean> {
  return may(visit.role, 'see_all') || isOwnDocument({ deeds, clock }, ownerOf(visit), documentId);
}

/** How many of one's own documents are shown. */
export const MOST_OWN = 100;

/** What a user has issued today, the newest first. */
export function ownOfToday(
  { users: { deeds }, clock, desk: { documents } }: ConsoleParts,
  visit: CompanyVisit,
): Promise<readonly DocumentView[]> {
  return ownDocuments({ deeds, documents, clock }, ownerOf(visit), MOST_OWN);
}

/** What a user may be about to do to a document. */
export type Plan = 'anular' | 'nota-de';

/** Under which the form of a plan is kept between its steps, beside the drafts of what its user issues. */
export function keptUnder(plan: Plan, documentId: DocumentId): ExternalRef {
  return identifier(parseExternalRef, `${plan}-${documentId}`);
}

/** Whether a form is about a document that there is, and so no draft of one. */
export function isAboutDocument({ externalRef }: Pick<BegunForm, 'externalRef'>): boolean {
  return /^(?:anular|nota-de)-[0-9a-f-]{36}$/.test(externalRef);
}
