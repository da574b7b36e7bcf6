import type { FastifyRequest } from 'fastify';
import type { TipoDte } from '../core/dte/kinds.ts';
import type { Refusal } from '../core/refusals/refusal.ts';
import { getStatus, type SignedView } from '../operations/documents/get-status.ts';
import { Type } from '../schema/schema.ts';
import { REFUSED_OR_NOT_FOUND, type StatusAnswer, StatusSchema, statusAnswer } from './answers.ts';
import type { ServerParts } from './app.ts';
import { visitOf } from './visit.ts';

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

/** What a route that shows how a document stands takes and answers. */
export const STATUS_ROUTE_SCHEMA = {
  params: ID_OR_REF,
  querystring: STATUS_QUERY,
  response: {
    200: StatusSchema,
    ...REFUSED_OR_NOT_FOUND,
  },
};

export interface StatusOutcome {
  readonly kind: 'answer';
  readonly answer: StatusAnswer;
}

/** How the document that the request found stands; documents of other types than `onlyType` are not found. */
export function statusFor(
  parts: ServerParts,
  request: FastifyRequest,
  onlyType: TipoDte | null = null,
): StatusOutcome | Refusal {
  const status = getStatus({ view: visitOf(request).found, onlyType, payloadOf: parts.payloadOf });
  if (status.kind === 'refused') return status;
  return { kind: 'answer', answer: { ...statusAnswer(status.view, parts), ...signedFields(status.signed) } };
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

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
