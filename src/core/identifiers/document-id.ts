/**
 * The identifier of a document of ours: a UUID in lower case. Upper case is taken for the same UUID (RFC 9562 section
 * 4: output is lower case, input is not sensitive to case). Source: specification 2.1, `document_id`.
 */
export type DocumentId = string & { readonly __brand: 'DocumentId' };

const SHAPE = /^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}$/;

export function isDocumentId(text: string): text is DocumentId {
  return SHAPE.test(text);
}

/** The UUID in lower case; null where the text is none. */
export function parseDocumentId(text: string): DocumentId | null {
  const lowerCase = text.toLowerCase();
  return isDocumentId(lowerCase) ? lowerCase : null;
}

/** The reason, in Spanish, why `parseDocumentId` refuses the text; null where it does not. */
export function whyNotDocumentId(text: string): string | null {
  return parseDocumentId(text) === null ? 'el identificador del documento debe ser un UUID.' : null;
}
