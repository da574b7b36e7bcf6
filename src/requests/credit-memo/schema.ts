import { NOTA_CREDITO } from '../../core/dte/types/nota-credito.ts';
import { optional, optionalText, type Static, Type, titledStrict } from '../../schema/schema.ts';
import { ISSUING_FIELDS, NoteLineSchema, onlyType } from '../issuing-fields.ts';

/** The body of POST /credit-memo (specification 2.3, design section 7). */
export const CreditMemoBodySchema = titledStrict('CreditMemoRequest', {
  doc_type: onlyType(NOTA_CREDITO),
  document_id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Identificador (UUID) o external_ref del CCF que se ajusta; al reintentar no cambia.',
  }),
  full_adjustment: optional(
    Type.Boolean({
      description: 'Copia todas las líneas del CCF y lo marca como invalidado; se envía sin lines.',
    }),
  ),
  lines: optional(
    Type.Array(NoteLineSchema, {
      minItems: 1,
      maxItems: 2000,
      description:
        'Lo que se ajusta, de 1 a 2000 líneas; sin ellas se copian todas las del CCF, que sigue vigente.',
    }),
  ),
  external_ref: optionalText({
    max: 100,
    description:
      'Clave de idempotencia, única por empresa. Envíela siempre: sin ella se genera una y repetir la solicitud emite otra nota. Cuenta sin los blancos de sus extremos y en la forma NFC de Unicode; no admite caracteres de control ni invisibles.',
  }),
  observations: ISSUING_FIELDS.observations,
});

export type CreditMemoBody = Static<typeof CreditMemoBodySchema>;
