import type { DocumentId } from '../core/identifiers/document-id.ts';
import { type ExternalRef, parseExternalRef } from '../core/identifiers/external-ref.ts';
import { identifier } from '../core/identifiers/text.ts';
import type { BegunForm, FormOwner } from '../operations/forms/ports.ts';
import type { CompanyVisit } from './visit.ts';

/** Whose the forms are that a visit keeps. */
export function formOwnerOf({ companyId, session }: CompanyVisit): FormOwner {
  return { companyId, userId: session.userId };
}

/** What a user may be about to do to a document. */
export type Plan = 'anular' | 'nota-de';

const ABOUT_DOCUMENT = /^(?:anular|nota-de)-[0-9a-f-]{36}$/;

/** Under which the form of a plan is kept between its steps, beside the drafts of what its user issues. */
export function keptUnder(plan: Plan, documentId: DocumentId): ExternalRef {
  return identifier(parseExternalRef, `${plan}-${documentId}`);
}

/** Whether a form is about a document that there is, and so no draft of one. */
export function isAboutDocument({ externalRef }: Pick<BegunForm, 'externalRef'>): boolean {
  return ABOUT_DOCUMENT.test(externalRef);
}
