import type { Explanation } from '../core/explaining/explain.ts';
import { ORIGINS } from '../core/explaining/owner.ts';
import { explainCancellation, explainRejection } from '../operations/documents/explain-rejection.ts';
import type { DocumentRecord } from '../operations/documents/ports.ts';
import type { CancelledDocument } from '../operations/invalidations/invalidate-document.ts';
import { type Static, Type, titled } from '../schema/schema.ts';
import type { ServerParts } from './app.ts';
import { text, textOrNull } from './described.ts';

/** One thing that the authority found wrong, in the caller's own terms. */
const ExplanationSchema = titled('Explanation', {
  code: text('Código de Hacienda, el mismo de codigo_msg.'),
  text: text('Lo que dijo Hacienda, tal cual.'),
  official_field: textOrNull(
    'El dato del documento oficial, como receptor.correo o cuerpoDocumento[2].uniMedida; null si Hacienda no nombra ninguno que exista.',
  ),
  field: textOrNull(
    'El campo de su solicitud, como customer.email o lines[2].unit, contando desde 0; null si su programa no lo envía.',
  ),
  origin: Type.Unsafe<Explanation['origin']>({
    type: 'string',
    enum: [...ORIGINS],
    description:
      'De quién es el dato. request: lo envió usted; computed: Sello lo calcula de lo que usted envió; company: el archivo de la empresa; ccf: el crédito fiscal que se ajusta; document: el documento que se invalida; sello: lo pone Sello; unknown: no se sabe.',
  }),
  value: textOrNull(
    'El valor con que se envió a Hacienda, hasta 200 caracteres; null si iba vacío o es más de uno.',
  ),
  why: text('Por qué lo rechazó Hacienda.'),
  remedy: text('Qué hacer.'),
  same_reference: Type.Boolean({
    description:
      'Si la misma referencia puede repetirse cuando esté corregido; con false se rechazaría otra vez, y remedy dice qué hacer. De una invalidación: la misma solicitud.',
  }),
  recognised: Type.Boolean({
    description: 'Falso si Sello no conoce el código, o el dato que Hacienda nombra; guíese por text.',
  }),
});
export type ExplanationAnswer = Static<typeof ExplanationSchema>;

/** The explanations of an answer. */
export const EXPLANATION = Type.Array(ExplanationSchema, {
  description: 'Cada motivo del rechazo, en sus propios campos; vacío si no hay rechazo.',
});

/** An answer as it is before the rejection in it is explained. */
export type Unexplained<Answer extends { readonly explanation: unknown }> = Omit<Answer, 'explanation'>;

/** An answer about a document, with what is behind its rejection. */
export async function explained<Answer extends object>(
  parts: ServerParts,
  record: DocumentRecord,
  answer: Answer,
): Promise<Answer & { explanation: ExplanationAnswer[] }> {
  const { issuing, payloadOf } = parts;
  const found = await explainRejection({ store: issuing.store, payloadOf }, record);
  return { ...answer, explanation: found.map(explanationAnswer) };
}

/** An answer about an attempt to take a document back, with what is behind the rejection of that. */
export async function explainedCancellation<Answer extends object>(
  parts: ServerParts,
  cancelled: CancelledDocument,
  answer: Answer,
): Promise<Answer & { explanation: ExplanationAnswer[] }> {
  const { issuing, payloadOf, events } = parts;
  const found = await explainCancellation({ store: issuing.store, payloadOf, events }, cancelled);
  return { ...answer, explanation: found.map(explanationAnswer) };
}

export function explanationAnswer(explanation: Explanation): ExplanationAnswer {
  const { code, said, official, field, origin, value, why, remedy, sameReference, recognised } = explanation;
  return {
    code,
    text: said,
    official_field: official,
    field,
    origin,
    value,
    why,
    remedy,
    same_reference: sameReference,
    recognised,
  };
}
