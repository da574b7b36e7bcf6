import { optionalCode, type Static, strictObject, Type } from '../../../schema/schema.ts';
import { ISSUING_FIELDS, PartySchema, PurchaseLineSchema } from '../../issuing-fields.ts';

/** The body of POST /suex (specification 4.2, design section 7). */
export const SuexBodySchema = strictObject(
  {
    doc_type: optionalCode(['14'], 'Puede omitirse: esta ruta emite 14.'),
    subject: PartySchema,
    lines: Type.Array(PurchaseLineSchema, {
      minItems: 1,
      maxItems: 2000,
      description: 'De 1 a 2000 líneas.',
    }),
    ...ISSUING_FIELDS,
  },
  { title: 'SuexRequest' },
);

export type SuexBody = Static<typeof SuexBodySchema>;
