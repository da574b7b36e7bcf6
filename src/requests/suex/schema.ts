import { SUJETO_EXCLUIDO } from '../../core/dte/types/sujeto-excluido.ts';
import { type Static, Type, titledStrict } from '../../schema/schema.ts';
import { PURCHASE_CLASS_FIELDS } from '../class-fields.ts';
import { ISSUING_FIELDS, onlyType, PartySchema, PurchaseLineSchema } from '../issuing-fields.ts';

/** The body of POST /suex (specification 4.2, design section 7). */
export const SuexBodySchema = titledStrict('SuexRequest', {
  doc_type: onlyType(SUJETO_EXCLUIDO),
  subject: PartySchema,
  lines: Type.Array(PurchaseLineSchema, {
    minItems: 1,
    maxItems: 2000,
    description: 'De 1 a 2000 líneas.',
  }),
  ...ISSUING_FIELDS,
  ...PURCHASE_CLASS_FIELDS,
});

export type SuexBody = Static<typeof SuexBodySchema>;
