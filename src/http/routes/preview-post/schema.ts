import { WARNINGS, type WarningCode } from '../../../core/previewing/warning.ts';
import { type Static, Type, titled } from '../../../schema/schema.ts';
import { StatusSchema } from '../../answers.ts';
import { NoteStatusSchema } from '../../note-answers.ts';
import { TICKET_WIDTH } from '../../status.ts';

export const PreviewQuerySchema = Type.Object({
  as: Type.Optional(
    Type.Unsafe<'json' | 'invoice' | 'ticket'>({
      type: 'string',
      enum: ['json', 'invoice', 'ticket'],
      description:
        'json (por defecto): los datos. invoice: el PDF carta, ticket: el tiquete en PDF (solo 01), ambos marcados VISTA PREVIA - SIN VALIDEZ.',
    }),
  ),
  width: TICKET_WIDTH,
});
export type PreviewQuery = Static<typeof PreviewQuerySchema>;

const WarningSchema = titled('PreviewWarning', {
  code: Type.Unsafe<WarningCode>({
    type: 'string',
    enum: Object.keys(WARNINGS),
    description: 'Código estable del aviso; vea refusals.md.',
  }),
  field: Type.String({
    description: 'El campo, como lo nombra quien llama; vacío si es de todo el documento.',
  }),
  message: Type.String({ description: 'Qué conviene saber, en español.' }),
});

const { doc_type, customer_name, amount_taxable, amount_vat, amount_gross, amount_retention, amount_total } =
  StatusSchema.properties;
const { ccf_document_id, ccf_control_number, ccf_adjusted_amount, ccf_fully_adjusted } =
  NoteStatusSchema.properties;
const remaining = 'Solo de una nota: lo que dejaría por ajustar del CCF, con IVA.';

/** What would be issued: nothing of it has a number or code, and nothing was signed, sent or kept. */
export const PreviewSchema = titled('Preview', {
  doc_type,
  schema_generation: Type.Unsafe<'v1' | 'v2'>({
    type: 'string',
    enum: ['v1', 'v2'],
    description: 'La normativa en que se emitiría.',
  }),
  establishment: Type.String({ description: 'Establecimiento desde el que se emitiría.' }),
  point_of_sale: Type.String({ description: 'Punto de venta desde el que se emitiría.' }),
  customer_name,
  amount_taxable,
  amount_vat,
  amount_gross,
  amount_retention,
  amount_total,
  ccf_document_id: Type.Optional(ccf_document_id),
  ccf_control_number: Type.Optional(ccf_control_number),
  ccf_adjusted_amount: Type.Optional(ccf_adjusted_amount),
  ccf_remaining_amount: Type.Optional(Type.Number({ description: remaining })),
  ccf_fully_adjusted: Type.Optional(ccf_fully_adjusted),
  warnings: Type.Array(WarningSchema, {
    description: 'Lo que no es un error y conviene saber antes de emitir; vacía si no hay nada.',
  }),
  dte: Type.Unknown({
    description:
      'El documento oficial, con numeroControl y codigoGeneracion vacíos y la fecha de ahora; no está firmado.',
  }),
});
export type PreviewAnswer = Static<typeof PreviewSchema>;
