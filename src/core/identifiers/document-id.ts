import { identifierKind } from './text.ts';

/**
 * The identifier of a document of ours: a UUID in lower case. Upper case is taken for the same UUID (RFC 9562 section
 * 4: output is lower case, input is not sensitive to case). Source: specification 2.1, `document_id`.
 */
export type DocumentId = string & { readonly __brand: 'DocumentId' };

const SHAPE = /^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}$/;

export const {
  is: isDocumentId,
  parse: parseDocumentId,
  whyNot: whyNotDocumentId,
} = identifierKind<DocumentId>(
  (text) => (SHAPE.test(text) ? null : 'el identificador del documento debe ser un UUID.'),
  (text) => text.toLowerCase(),
);
