import { paymentMethods } from '../../../catalogs/payment-methods.ts';
import type { TipoDte } from '../../../core/dte/kinds.ts';
import { CREDITO_FISCAL } from '../../../core/dte/types/credito-fiscal.ts';
import { EXPORTACION } from '../../../core/dte/types/exportacion.ts';
import { FACTURA } from '../../../core/dte/types/factura.ts';
import { SUJETO_EXCLUIDO } from '../../../core/dte/types/sujeto-excluido.ts';
import { type Option, optionsFrom } from '../../fields.ts';
import { TICKED } from './form-body.ts';

/** A field of the form for one document. */
export interface FieldSpec {
  /** The last part of its name. */
  readonly leaf: string;
  readonly label: string;
  readonly hint?: string;
  /** The hint where the company has no mail server. */
  readonly hintWithoutMail?: string;
  /** For whoever types on a telephone. */
  readonly inputmode?: 'decimal' | 'numeric' | 'email' | 'tel';
  /** The values of a list, the first for none. */
  readonly options?: readonly Option[];
  readonly isLong?: boolean;
  readonly isWide?: boolean;
  readonly isOptional?: boolean;
}

/** A type that is issued by hand. */
export interface FormSpec {
  readonly tipoDte: TipoDte;
  readonly title: string;
  /** What it is for, for whoever chooses. */
  readonly purpose: string;
  /** What whoever receives it is called. */
  readonly party: string;
  /** What is always asked, and what is asked where somebody opens it. */
  readonly asked: readonly FieldSpec[];
  readonly more: readonly FieldSpec[];
  readonly ofLine: readonly FieldSpec[];
}

const NAME: FieldSpec = { leaf: 'name', label: 'Nombre o razón social', isWide: true };
const NRC: FieldSpec = { leaf: 'nrc', label: 'NRC', inputmode: 'numeric' };
const ACTIVITY: FieldSpec = {
  leaf: 'activity_code',
  label: 'Actividad económica',
  hint: 'Escriba unas letras, o el código.',
  isWide: true,
};
const NO_MAIL = 'La empresa no tiene cuenta de correo: no se le envía nada. Entréguele el documento usted.';
const EMAIL: FieldSpec = {
  leaf: 'email',
  label: 'Correo',
  hint: 'Ahí se le envía el documento.',
  hintWithoutMail: NO_MAIL,
  inputmode: 'email',
};
const PHONE: FieldSpec = { leaf: 'phone', label: 'Teléfono', inputmode: 'tel' };
const TRADE_NAME: FieldSpec = { leaf: 'trade_name', label: 'Nombre comercial' };
const DISTRICT: FieldSpec = {
  leaf: 'district',
  label: 'Distrito',
  hint: 'Escriba unas letras; decide municipio y departamento.',
};
const COUNTRY: FieldSpec = { leaf: 'country', label: 'País', hint: 'Escriba unas letras.' };
const COUNTRY_OF_BUYER = { ...COUNTRY, hint: 'Solo de quien vive en el extranjero; escriba unas letras.' };
const ADDRESS: FieldSpec = { leaf: 'address', label: 'Dirección', isWide: true };

function optional(field: FieldSpec): FieldSpec {
  return { ...field, isOptional: true };
}

/** What a person shows to say who he is. */
export const DOCUMENT_TYPES: readonly Option[] = [
  ['13', 'DUI'],
  ['36', 'NIT'],
  ['02', 'Carné de residente'],
  ['03', 'Pasaporte'],
  ['37', 'Otro'],
];
const DOCUMENT_TYPE: FieldSpec = {
  leaf: 'document_type',
  label: 'Tipo de documento',
  options: [['', '—'], ...DOCUMENT_TYPES],
};
const NUMBER: FieldSpec = { leaf: 'document_number', label: 'Número de documento' };
const NIT: FieldSpec = {
  leaf: 'document_number',
  label: 'NIT o DUI',
  hint: 'Con guiones o sin ellos.',
  inputmode: 'numeric',
};
const CONTRIBUTOR: FieldSpec = {
  leaf: 'type_contributor',
  label: 'Clase de contribuyente',
  hint: 'Los grandes y el gobierno retienen 1 % de IVA desde $100.00.',
  options: optionsFrom({ 1: 'Pequeño', 2: 'Mediano', 3: 'Grande', 4: 'Gobierno' }, '—'),
};

const CODE: FieldSpec = { leaf: 'code', label: 'Código' };
const UNIT: FieldSpec = { leaf: 'unit', label: 'Unidad' };
const DISCOUNT: FieldSpec = { leaf: 'discount_percentage', label: 'Descuento (%)', inputmode: 'decimal' };
const ITEM_TYPE: FieldSpec = {
  leaf: 'item_type',
  label: 'Qué es',
  options: optionsFrom({ 2: 'Servicio', 3: 'Bien y servicio' }, 'Bien'),
};
const SALE_TYPE: FieldSpec = {
  leaf: 'sale_type',
  label: 'Venta',
  options: optionsFrom({ exempt: 'Exenta', non_subject: 'No sujeta' }, 'Gravada'),
};
const IS_SERVICE: FieldSpec = {
  leaf: 'is_service',
  label: 'Retención de renta',
  options: optionsFrom({ [TICKED]: 'Servicio: se retiene 10 %' }, 'No se retiene'),
};

const OF_SALE = [CODE, UNIT, DISCOUNT, ITEM_TYPE, SALE_TYPE];

/** In the order in which they are offered. */
export const FORMS: readonly FormSpec[] = [
  {
    tipoDte: FACTURA.code,
    title: FACTURA.title,
    purpose: 'A quien consume: sin NRC, con el IVA dentro del precio.',
    party: 'Cliente (opcional)',
    asked: [NAME, DOCUMENT_TYPE, NUMBER, EMAIL],
    more: [PHONE, DISTRICT, ADDRESS, COUNTRY_OF_BUYER, NRC, ACTIVITY, CONTRIBUTOR],
    ofLine: OF_SALE,
  },
  {
    tipoDte: CREDITO_FISCAL.code,
    title: CREDITO_FISCAL.title,
    purpose: 'A otro contribuyente, con su NIT y NRC, para que deduzca el IVA.',
    party: 'Cliente',
    asked: [NAME, NIT, NRC, CONTRIBUTOR, ACTIVITY, EMAIL, optional(DISTRICT), optional(ADDRESS)],
    more: [TRADE_NAME, PHONE],
    ofLine: OF_SALE,
  },
  {
    tipoDte: EXPORTACION.code,
    title: EXPORTACION.title,
    purpose: 'A un cliente en el extranjero, sin IVA.',
    party: 'Cliente en el extranjero',
    asked: [
      NAME,
      optional(DOCUMENT_TYPE),
      NUMBER,
      COUNTRY,
      { leaf: 'person_type', label: 'Persona', options: optionsFrom({ 1: 'Natural', 2: 'Jurídica' }, '—') },
      ADDRESS,
      EMAIL,
    ],
    more: [TRADE_NAME, PHONE, ACTIVITY],
    ofLine: [CODE, UNIT, DISCOUNT, ITEM_TYPE],
  },
  {
    tipoDte: SUJETO_EXCLUIDO.code,
    title: SUJETO_EXCLUIDO.title,
    purpose: 'Por lo que usted compra a quien no está inscrito en el IVA.',
    party: 'A quién se compra',
    asked: [NAME, DOCUMENT_TYPE, NUMBER, optional(DISTRICT), optional(ADDRESS)],
    more: [EMAIL, PHONE, ACTIVITY],
    ofLine: [CODE, UNIT, DISCOUNT, ITEM_TYPE, IS_SERVICE],
  },
];

export function formOf(tipoDte: string): FormSpec | null {
  return FORMS.find((form) => form.tipoDte === tipoDte) ?? null;
}

/** What every line says. */
export const DESCRIPTION: FieldSpec = { leaf: 'description', label: 'Descripción', isWide: true };
export const QUANTITY: FieldSpec = { leaf: 'quantity', label: 'Cantidad', inputmode: 'decimal' };
export const PRICE: FieldSpec = { leaf: 'unit_price', label: 'Precio ($)', inputmode: 'decimal' };

/** The price as a document of this type takes it: what is sold here is priced with VAT. */
export function priceOf(tipoDte: TipoDte): FieldSpec {
  const holdsVat = tipoDte === FACTURA.code || tipoDte === CREDITO_FISCAL.code;
  return holdsVat ? { ...PRICE, label: 'Precio con IVA' } : PRICE;
}

/** How an export leaves the country. */
export const EXPORT_FIELDS: readonly FieldSpec[] = [
  {
    leaf: 'item_type',
    label: 'Qué se exporta',
    options: optionsFrom({ 1: 'Bienes', 2: 'Servicios', 3: 'Bienes y servicios' }, 'Lo usual'),
  },
  { leaf: 'incoterm', label: 'INCOTERM' },
  { leaf: 'fiscal_precinct', label: 'Recinto fiscal' },
  { leaf: 'regime_type', label: 'Tipo de régimen' },
  { leaf: 'regime', label: 'Régimen' },
  { leaf: 'freight', label: 'Flete ($)', inputmode: 'decimal' },
  { leaf: 'insurance', label: 'Seguro ($)', inputmode: 'decimal' },
];

export const PAYMENT_METHOD: FieldSpec = {
  leaf: 'payment_method',
  label: 'Forma de pago',
  options: paymentMethods.map(({ code, description }) => [code, description]),
};
export const CONDITION: FieldSpec = {
  leaf: 'transaction_condition',
  label: 'Condición',
  options: optionsFrom({ 2: 'Al crédito', 3: 'Otra' }, 'Al contado'),
};

/** Where it is paid later. */
export const CREDIT_TERMS: readonly FieldSpec[] = [
  { leaf: 'period', label: 'Plazo', hint: 'Solo al crédito.', inputmode: 'numeric' },
  { leaf: 'deadline', label: 'Unidad del plazo', options: optionsFrom({ 2: 'Meses', 3: 'Años' }, 'Días') },
];

export const NOTES: readonly FieldSpec[] = [
  { leaf: 'observations', label: 'Observaciones', isLong: true, isWide: true },
  { leaf: 'redirect_email', label: 'Enviar copia a', inputmode: 'email', hintWithoutMail: NO_MAIL },
];

/** How it is paid where it is paid in several ways. */
export const PAYMENT_FIELDS: readonly FieldSpec[] = [
  { ...PAYMENT_METHOD, leaf: 'method' },
  { leaf: 'amount', label: 'Monto ($)', inputmode: 'decimal' },
  { leaf: 'reference', label: 'Referencia' },
];
