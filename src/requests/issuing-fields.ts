import { SALE_TYPES } from '../core/drafting/order.ts';
import {
  NOT_BLANK,
  numeral,
  optional,
  optionalCode,
  optionalInteger,
  optionalNumeral,
  optionalText,
  type Static,
  strictObject,
  Type,
  titledStrict,
} from '../schema/schema.ts';

/** The field `doc_type` of a route that issues one type alone. */
export function onlyType<const Code extends string>({ code }: { readonly code: Code }) {
  return optionalCode([code], `Puede omitirse: esta ruta emite ${code}.`);
}

const Code = (description: string, max = 10) => optionalText({ max, description });
/** As long as a name, which is looked for within the place that the fields beside it name. */
const PLACE_MAX = 100;

/** Customer or subject of specification 2.5 and design section 7; which fields are required depends on the type. */
export const PartySchema = titledStrict(
  'Party',
  {
    name: optionalText({ max: 250, description: 'Nombre o razón social.' }),
    document_type: optionalText({
      max: 2,
      description:
        'CAT-022: 02 carnet, 03 pasaporte, 13 DUI, 36 NIT, 37 otro (por defecto); se valida según el tipo.',
    }),
    document_number: optionalText({
      max: 40,
      description: 'Número del documento; es el mismo campo que nit.',
    }),
    nit: optionalText({ max: 40, description: 'NIT de 14 dígitos o 9 del DUI homologado.' }),
    nrc: optionalText({ max: 20, description: 'Número de registro de contribuyente.' }),
    email: optionalText({
      max: 100,
      description: 'Correo; si el formato está mal, Hacienda rechaza el documento.',
    }),
    phone: optionalText({ max: 30, description: 'Teléfono, de 8 a 30 caracteres.' }),
    trade_name: optionalText({ max: 150, description: 'Nombre comercial.' }),
    type_contributor: optionalInteger({
      min: 1,
      max: 4,
      description: '1 pequeño, 2 mediano, 3 grande, 4 gobierno; 3 y 4 retienen 1 % de IVA desde 100.00.',
    }),
    activity_code: Code('Actividad económica, CAT-019; vea /catalogs/activities.'),
    address: optionalText({ max: 200, description: 'Dirección; sin ella, el nombre del distrito.' }),
    department: Code(
      'Departamento, CAT-012, 2 dígitos; sin ningún código de lugar, el del emisor.',
      PLACE_MAX,
    ),
    municipality: Code('Municipio, código largo o corto.', PLACE_MAX),
    district: Code(
      'Identificador de /catalogs/districts/search; decide departamento y municipio.',
      PLACE_MAX,
    ),
    district_code: Code('Código del distrito, 2 dígitos, con department y municipality.', PLACE_MAX),
    country: Code(
      'País, ISO 3166-1 alfa-2 o código de Hacienda. En 01, otro que SV y sin ningún código de lugar: la dirección es 00/00/00, y en v1 ninguna.',
    ),
    person_type: optionalInteger({ min: 1, max: 2, description: 'CAT-029: 1 natural, 2 jurídica.' }),
  },
  { description: 'Cliente o sujeto.' },
);

const LINE_FIELDS = {
  description: Type.String({
    minLength: 1,
    maxLength: 1000,
    pattern: NOT_BLANK,
    description: 'Qué se vende, se compra o se ajusta.',
  }),
  quantity: numeral(
    'Mayor que cero, con hasta 11 dígitos enteros; se redondea a 8 decimales. Número, o su texto: "1.50".',
  ),
  unit_price: numeral('Con IVA en 01, 03 y 05 gravados; en 11 y 14 no hay IVA. Cero o más, como quantity.'),
  discount_percentage: optionalNumeral('De 0 a 100, como quantity.'),
  code: optionalText({ max: 25, description: 'Código del producto.' }),
  unit: Code('Unidad de medida, CAT-014; 99 por defecto; vea /catalogs/units.'),
  item_type: optionalInteger({
    min: 1,
    max: 3,
    description: '1 bienes (por defecto), 2 servicios, 3 ambos.',
  }),
};

/** A line of POST /invoice. */
export const SaleLineSchema = titledStrict('SaleLine', {
  ...LINE_FIELDS,
  sale_type: optionalCode(
    SALE_TYPES,
    'taxed: gravada (por defecto); exempt: exenta; non_subject: no sujeta.',
  ),
});

/** A line of POST /credit-memo. */
export const NoteLineSchema = titledStrict('NoteLine', {
  ...LINE_FIELDS,
  sale_type: optionalCode(
    SALE_TYPES,
    'taxed: gravada; exempt: exenta; non_subject: no sujeta. Por defecto la clase del CCF, si vendió en una sola; si no, taxed.',
  ),
  ccf_line: optionalInteger({
    min: 1,
    max: 2000,
    description:
      'Número de la línea del CCF de la que se devuelven unidades, desde 1: entre todas las notas no se devuelven más de las vendidas. No se envía en una corrección de precio ni en un descuento.',
  }),
});

/** A line of POST /suex. */
export const PurchaseLineSchema = titledStrict('PurchaseLine', {
  ...LINE_FIELDS,
  is_service: optional(Type.Boolean({ description: 'Servicio: se retiene 10 % de renta.' })),
});

export const PaymentSchema = titledStrict('Payment', {
  method: Type.String({ minLength: 2, maxLength: 2, description: 'Código de forma de pago.' }),
  amount: optionalNumeral(
    'En dólares, hasta 2 decimales; uno puede omitirse y toma el resto. Número, o su texto: "1.50".',
  ),
  reference: optionalText({ max: 50, description: 'Número de cheque, autorización u otro.' }),
});

const AppendixSchema = titledStrict('AppendixEntry', {
  field: Type.String({ minLength: 2, maxLength: 25, description: 'Nombre del campo.' }),
  label: Type.String({ minLength: 3, maxLength: 50, description: 'Etiqueta.' }),
  value: Type.String({ minLength: 1, maxLength: 150, description: 'Valor.' }),
});

/** What POST /invoice and POST /suex have in common beside parties and lines. */
export const ISSUING_FIELDS = {
  external_ref: optionalText({
    max: 100,
    description:
      'Clave de idempotencia, única por empresa. Envíela siempre: sin ella se genera una y repetir la solicitud emite otra venta. Cuenta sin los blancos de sus extremos y en la forma NFC de Unicode; no admite caracteres de control ni invisibles.',
  }),
  payment_method: optionalText({
    max: 2,
    description:
      '01 efectivo (por defecto), 02 débito, 03 crédito, 04 cheque, 05 transferencia, 08 y 09 dinero y monedero electrónico, 10 transferencia no bancaria, 11 remesa, 12 permuta, 13 otros medios, 14 cuentas por pagar, 15 giro, 99 otro.',
  }),
  payments: optional(
    Type.Array(PaymentSchema, {
      maxItems: 20,
      description: 'Varias formas de pago, en vez de payment_method; una lista vacía es ninguna.',
    }),
  ),
  transaction_condition: optionalInteger({
    min: 1,
    max: 3,
    description: '1 contado (por defecto), 2 crédito, 3 otro.',
  }),
  deadline: optionalInteger({
    min: 1,
    max: 3,
    description: 'Con crédito: 1 días (por defecto), 2 meses, 3 años.',
  }),
  period: optionalInteger({
    min: 1,
    max: 9999,
    description: 'Con crédito: cantidad de deadline; 1 por defecto.',
  }),
  // As long as a name, which is answered with the company's own codes.
  establishment: optionalText({ max: 100, description: 'Establecimiento; el de la empresa por defecto.' }),
  point_of_sale: optionalText({ max: 100, description: 'Punto de venta; el de la empresa por defecto.' }),
  redirect_email: optionalText({
    max: 100,
    description: 'Correo adicional al que se envían el PDF y el JSON.',
  }),
  redirect_whatsapp: optionalText({
    max: 30,
    description: 'Se conserva y se muestra en delivery; no se le envía nada.',
  }),
  observations: optionalText({ max: 3000, description: 'Observaciones del documento.' }),
  appendix: optional(Type.Array(AppendixSchema, { maxItems: 10, description: 'Datos libres del emisor.' })),
};

const IssuingSchema = strictObject(ISSUING_FIELDS);

export type IssuingBody = Static<typeof IssuingSchema>;
export type PartyBody = Static<typeof PartySchema>;
export type SaleLineBody = Static<typeof SaleLineSchema>;
export type NoteLineBody = Static<typeof NoteLineSchema>;
export type PurchaseLineBody = Static<typeof PurchaseLineSchema>;
