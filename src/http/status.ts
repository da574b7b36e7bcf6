import { jsonOrText } from '../core/json/read-json.ts';
import type { SignedView } from '../operations/documents/get-status.ts';
import { Type } from '../schema/schema.ts';

/** What a route that shows how a document stands takes beside its address. */
export const STATUS_QUERY = Type.Object({
  include_dte: Type.Optional(
    Type.Unsafe<'0' | '1'>({
      type: 'string',
      enum: ['0', '1'],
      description: '1: incluye el documento firmado y la respuesta; 0 (por defecto): no.',
    }),
  ),
});

/** The document that an address names. */
export const ID_OR_REF = Type.Object({
  id_or_ref: Type.String({ description: 'Identificador (UUID) o external_ref del documento.' }),
});

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
