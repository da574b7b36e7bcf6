import {
  type ExternalRef,
  parseExternalRef,
  referencesNamedBy,
} from '../../core/identifiers/external-ref.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import type { DocumentLife, LifeReader } from '../life/ports.ts';
import type { DocumentRecord, DocumentStore } from './ports.ts';
import type { DocumentRead, DocumentReader, DocumentView } from './reading-ports.ts';

/** What is found of a document that a text names, by identifier or reference, whatever form the text has; null where nothing is. */
export async function namedBy<Found>(
  text: string,
  look: (idOrRef: string) => Promise<Found | null>,
): Promise<Found | null> {
  for (const idOrRef of referencesNamedBy(text)) {
    const found = await look(idOrRef);
    if (found !== null) return found;
  }
  return null;
}

/**
 * The reference that a text is to a request that issues: that of the document which has it byte for byte, else its normal
 * form. Null where it is none. A text in normal form is not looked for.
 */
export async function referenceIn(
  store: Pick<DocumentStore, 'findByReference'>,
  companyId: string,
  text: string,
): Promise<ExternalRef | null> {
  const normal = parseExternalRef(text);
  const kept = await namedBy(text, async (named) =>
    named === normal ? null : store.findByReference(companyId, named),
  );
  return kept?.externalRef ?? normal;
}

/** A document of the company by id or reference. Another company's is the same refusal as none. */
export async function findDocument(
  store: Pick<DocumentStore, 'find'>,
  companyId: string,
  text: string,
): Promise<{ readonly kind: 'found'; readonly record: DocumentRecord } | Refusal> {
  const record = await namedBy(text, (idOrRef) => store.find(companyId, idOrRef));
  return record === null ? refuse('document_not_found') : { kind: 'found', record };
}

/** A document with what became of it, as it is read; null where there is none. */
export function findView(
  documents: DocumentReader,
  companyId: string,
  read: DocumentRead,
): Promise<DocumentView | null> {
  return namedBy(read.idOrRef, (idOrRef) => documents.view(companyId, { ...read, idOrRef }));
}

/** What happened to it; null where there is none. */
export function findLife(lives: LifeReader, companyId: string, text: string): Promise<DocumentLife | null> {
  return namedBy(text, (idOrRef) => lives.life(companyId, idOrRef));
}
