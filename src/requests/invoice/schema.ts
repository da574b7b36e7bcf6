import { INVOICE_TYPES } from '../../core/dte/kinds.ts';
import { FACTURA } from '../../core/dte/types/factura.ts';
import {
  optional,
  optionalCode,
  optionalInteger,
  optionalNumeral,
  optionalText,
  type Static,
  Type,
  titledStrict,
} from '../../schema/schema.ts';
import { SALE_CLASS_FIELDS } from '../class-fields.ts';
import { ISSUING_FIELDS, PartySchema, SaleLineSchema } from '../issuing-fields.ts';

const ExportSchema = titledStrict(
  'ExportTerms',
  {
    item_type: optionalInteger({ min: 1, max: 3, description: 'CAT-011: 1 bienes, 2 servicios, 3 ambos.' }),
    incoterm: optionalText({ max: 2, description: 'CAT-031; con bienes.' }),
    fiscal_precinct: optionalText({ max: 2, description: 'Recinto fiscal, CAT-027; con bienes.' }),
    regime_type: optionalText({ max: 4, description: 'CAT-033, por ejemplo EX-1; con bienes.' }),
    regime: optionalText({ max: 13, description: 'Régimen, CAT-028; con bienes.' }),
    freight: optionalNumeral('Flete, en dólares; número, o su texto.'),
    insurance: optionalNumeral('Seguro, en dólares; número, o su texto.'),
  },
  { description: 'Datos de exportación; los de la empresa por defecto.' },
);

/** What is issued where a body names no type. */
export const DEFAULT_TYPE = FACTURA.code;

/** The body of POST /invoice (specification 4.1, design section 7). */
export const InvoiceBodySchema = titledStrict('InvoiceRequest', {
  doc_type: optionalCode(
    INVOICE_TYPES.map(({ code }) => code),
    `Tipo de documento: ${INVOICE_TYPES.map(({ code, option }) => `${code} ${option}${code === DEFAULT_TYPE ? ' (por defecto)' : ''}`).join(', ')}.`,
  ),
  customer: optional(PartySchema),
  customer_name: optionalText({ max: 250, description: 'Solo el nombre, cuando no hay customer.' }),
  lines: Type.Array(SaleLineSchema, { minItems: 1, maxItems: 2000, description: 'De 1 a 2000 líneas.' }),
  ...ISSUING_FIELDS,
  activity_code: optionalText({
    max: 10,
    description: 'Actividad económica del emisor para este documento.',
  }),
  export: optional(ExportSchema),
  ...SALE_CLASS_FIELDS,
});

export type InvoiceBody = Static<typeof InvoiceBodySchema>;
export type ExportBody = Static<typeof ExportSchema>;
