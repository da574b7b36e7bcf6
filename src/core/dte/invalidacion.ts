import { fiscalTime } from '../calendar/el-salvador-time.ts';
import type { Company, ResponsiblePerson } from '../company/company.ts';
import { isEmail } from '../identifiers/email.ts';
import type { EstablishmentCode } from '../identifiers/establishment-code.ts';
import type { CodigoGeneracion, NumeroControl, SelloRecibido } from '../identifiers/official.ts';
import type { PointOfSaleCode } from '../identifiers/point-of-sale-code.ts';
import { isJsonObject } from '../json/read-json.ts';
import type { Amount } from '../money/decimal.ts';
import { type Ambiente, type SchemaGeneration, type TipoDte, typeOf } from './kinds.ts';
import type { ReceptorData } from './receptor-data.ts';
import { type DteObject, serializeDte } from './structure/write.ts';
import { namedReceptor, type Placeholder } from './unnamed-receptor.ts';

/** CAT-024: 1 an error in the document, 2 the operation was rescinded, 3 another cause. */
export type TipoAnulacion = 1 | 2 | 3;

/** Why a document is invalidated, who answers for it and who asked for it. */
export interface Motivo {
  readonly tipoAnulacion: TipoAnulacion;
  readonly motivoAnulacion: string | null;
  readonly responsable: ResponsiblePerson;
  readonly solicitante: ResponsiblePerson;
}

/** The stamped document that an event invalidates. */
export interface InvalidatedDocument {
  readonly tipoDte: TipoDte;
  readonly codigoGeneracion: CodigoGeneracion;
  readonly selloRecibido: SelloRecibido;
  readonly numeroControl: NumeroControl;
  readonly establishment: EstablishmentCode;
  readonly pointOfSale: PointOfSaleCode;
  /** Its instant of issue, milliseconds since the epoch. */
  readonly postedMs: number;
  readonly montoIva: Amount;
  readonly receptor: ReceptorData;
}

/** An invalidation with all but its own identity. */
export interface Invalidacion {
  readonly company: Company;
  /** The event's, whatever that of its document. */
  readonly generation: SchemaGeneration;
  readonly document: InvalidatedDocument;
  readonly motivo: Motivo;
  /** Generation code of the document that takes its place; null where none does. */
  readonly codigoGeneracionR: CodigoGeneracion | null;
  /** What stands in v1 for a receiver that the document does not name. */
  readonly placeholder: Placeholder;
}

const VERSIONS: Readonly<Record<SchemaGeneration, number>> = { v1: 2, v2: 3 };

/** `identificacion.version` of the event: anulacion-schema-v2, invalidacion-schema-v3. */
export function invalidacionVersion(generation: SchemaGeneration): number {
  return VERSIONS[generation];
}

/** An evento de invalidación as compact JSON without its identification block, keys in the schema's order. */
export function invalidacionDraft(invalidacion: Invalidacion): string {
  return serializeDte({
    emisor: buildEmisor(invalidacion),
    documento: buildDocumento(invalidacion),
    motivo: buildMotivo(invalidacion.motivo),
  });
}

function buildEmisor({ company, document, generation }: Invalidacion): DteObject {
  const establishment = company.establishments.find(({ code }) => code === document.establishment);
  const phone = establishment?.phone ?? company.phone;
  const place = {
    codEstableMH: document.establishment,
    codEstable: document.establishment,
    codPuntoVentaMH: document.pointOfSale,
    codPuntoVenta: document.pointOfSale,
  };
  return {
    nit: company.nit,
    nombre: company.name,
    ...(generation === 'v1'
      ? { tipoEstablecimiento: establishment?.kind ?? HEAD_OFFICE, nomEstablecimiento: null }
      : {}),
    ...place,
    telefono: generation === 'v1' ? dialled(phone, EMISOR_PHONE) : phone,
    correo: establishment?.email ?? company.email,
  };
}

/** CAT-009. */
const HEAD_OFFICE = '02';

/** Digits of a telephone number that anulacion-schema-v2 admits. */
const EMISOR_PHONE = { min: 8, max: 26 };
const RECEPTOR_PHONE = { min: 8, max: 50 };

/** The number as anulacion-schema-v2 wants it, without what people write between the digits; null where it is none. */
function dialled(phone: string | null, { min, max }: typeof EMISOR_PHONE): string | null {
  const digits = (phone ?? '').replace(/[^0-9+;]/g, '');
  return digits.length < min || digits.length > max ? null : digits;
}

function buildDocumento(invalidacion: Invalidacion): DteObject {
  const { document, generation, codigoGeneracionR } = invalidacion;
  const { tipoDte, codigoGeneracion, selloRecibido, numeroControl, postedMs, montoIva } = document;
  const { fecEmi } = fiscalTime(postedMs);
  return {
    tipoDte,
    codigoGeneracion,
    selloRecibido,
    numeroControl,
    fecEmi,
    ...(generation === 'v1' ? { montoIva } : {}),
    codigoGeneracionR,
    ...(generation === 'v1' ? receptorV1(invalidacion) : { ...document.receptor }),
  };
}

/** The receiver in anulacion-schema-v2; invalidacion-schema-v3 takes what documents of either generation have. */
function receptorV1({ document: { receptor }, company, placeholder }: Invalidacion): DteObject {
  const { telefono, correo } = receptor;
  return {
    ...namedReceptor(receptor, company, placeholder),
    telefono: dialled(telefono, RECEPTOR_PHONE),
    ...(correo !== null && isEmail(correo) ? { correo } : {}),
  };
}

function buildMotivo({ tipoAnulacion, motivoAnulacion, responsable, solicitante }: Motivo): DteObject {
  return {
    tipoAnulacion,
    motivoAnulacion,
    nombreResponsable: responsable.name,
    tipDocResponsable: responsable.documentType,
    numDocResponsable: responsable.documentNumber,
    nombreSolicita: solicitante.name,
    tipDocSolicita: solicitante.documentType,
    numDocSolicita: solicitante.documentNumber,
  };
}

/** What an event is sent under, and what of its document decides its date. */
export interface InvalidacionIdentity {
  readonly ambiente: Ambiente;
  readonly generation: SchemaGeneration;
  /** The event's own. */
  readonly codigoGeneracion: CodigoGeneracion;
  /** When it was asked for, and when its document was issued; milliseconds since the epoch. */
  readonly requestedMs: number;
  readonly postedMs: number;
  readonly tipoDte: TipoDte;
}

/** The local date that an event bears: between taxpayers it is that of the document, whose VAT period closes. */
export function invalidacionDate({
  tipoDte,
  requestedMs,
  postedMs,
}: Pick<InvalidacionIdentity, 'tipoDte' | 'requestedMs' | 'postedMs'>): string {
  return fiscalTime(typeOf(tipoDte).isBetweenTaxpayers ? postedMs : requestedMs).fecEmi;
}

/** The text that is signed: the identification block in front of the draft. */
export function invalidacionText(draft: string, identity: InvalidacionIdentity): string {
  const { ambiente, generation, codigoGeneracion, requestedMs, postedMs, tipoDte } = identity;
  const { horEmi } = fiscalTime(requestedMs);
  const fecEmi = invalidacionDate({ tipoDte, requestedMs, postedMs });
  const time =
    generation === 'v1' ? { fecAnula: fecEmi, horAnula: horEmi } : { fecEmi, horEmi, fusion: null };
  const block = { version: invalidacionVersion(generation), ambiente, codigoGeneracion, ...time };
  return `{"identificacion":${serializeDte(block)},${draft.slice(1)}`;
}

/** Whether two drafts for one document say the same, whatever generation and issuer's data they were made with. */
export function sameInvalidacion(one: string, other: string): boolean {
  return saidBy(one) === saidBy(other);
}

/** The block `motivo` and the replacement, which both generations write alike. */
function saidBy(draft: string): string {
  const event: unknown = JSON.parse(draft);
  if (!isJsonObject(event) || !isJsonObject(event['documento'])) return '';
  return JSON.stringify([event['motivo'], event['documento']['codigoGeneracionR']]);
}
