import type { FastifyRequest } from 'fastify';
import { isExternalRef } from '../core/identifiers/external-ref.ts';
import { jsonOrText } from '../core/json/read-json.ts';
import { findView } from '../operations/documents/find-document.ts';
import type { SignedView } from '../operations/documents/get-status.ts';
import type { DocumentView } from '../operations/documents/reading-ports.ts';
import { flag, Type } from '../schema/schema.ts';
import { documentNamedBy } from './access.ts';
import type { ServerParts } from './app.ts';
import { callerOf, visitOf } from './visit.ts';

/** What a route that shows how a document stands takes beside its address. */
export const STATUS_QUERY = Type.Object({
  include_dte: flag('true: incluye el documento firmado y la respuesta; false (por defecto): no.'),
});

/** The document that an address names. */
export const ID_OR_REF = Type.Object({
  id_or_ref: Type.String({ description: 'Identificador (UUID) o external_ref del documento.' }),
});

/** The document that an address names, as it was read with the admission or is read now; null where there is none. */
export function viewAsked(
  { documents }: Pick<ServerParts, 'documents'>,
  request: FastifyRequest,
): Promise<DocumentView | null> | DocumentView | null {
  const read = documentNamedBy(request);
  if (isExternalRef(read.idOrRef)) return visitOf(request).found;
  return findView(documents, callerOf(request).companyId, read);
}

/** The signed document as it was signed, and Hacienda's answer as it came: JSON where it is JSON, else the text. */
export function signedFields(signed: SignedView | null): {
  readonly schema?: unknown;
  readonly response?: unknown;
} {
  if (signed === null) return {};
  return {
    schema: jsonOrText(signed.payload),
    response: signed.answer === null ? null : jsonOrText(signed.answer),
  };
}

/** The width of a ticket's roll. */
export const TICKET_WIDTH = Type.Optional(
  Type.Unsafe<'58' | '80'>({
    type: 'string',
    enum: ['58', '80'],
    description: 'Ancho del rollo del tiquete, en milímetros; 80 si no se indica.',
  }),
);
