import type { SeriesMode } from '../company/company.ts';
import { type Ambiente, isTipoDte, type SchemaGeneration, type TipoDte } from '../dte/kinds.ts';
import type { EstablishmentCode } from './establishment-code.ts';
import type { ExternalRef } from './external-ref.ts';
import type { PointOfSaleCode } from './point-of-sale-code.ts';
import { identifierKind } from './text.ts';

/**
 * Código de generación: a UUID in upper case, 36 characters. The schemas ask for hexadecimal digits and leave the
 * UUID's version open. Source: fe-f-v2 and fe-fc-v1, `identificacion.codigoGeneracion`.
 */
export type CodigoGeneracion = string & { readonly __brand: 'CodigoGeneracion' };

/** What a caller knows a document by, from which its generation codes are derived. */
export interface IdentifiedDocument {
  readonly companyId: string;
  readonly ambiente: Ambiente;
  readonly externalRef: ExternalRef;
}

const CODIGO_GENERACION = /^[A-F0-9]{8}-[A-F0-9]{4}-[A-F0-9]{4}-[A-F0-9]{4}-[A-F0-9]{12}$/;

/** Lower case is refused, as the Ministry does. */
export const {
  is: isCodigoGeneracion,
  parse: parseCodigoGeneracion,
  whyNot: whyNotCodigoGeneracion,
} = identifierKind<CodigoGeneracion>((text) => {
  if (CODIGO_GENERACION.test(text)) return null;
  return CODIGO_GENERACION.test(text.toUpperCase())
    ? 'el código de generación va en mayúsculas.'
    : 'el código de generación debe ser un UUID de 36 caracteres en mayúsculas.';
});

/**
 * Número de control: `DTE-`, the document type, the segment of establishment and point of sale (eight characters
 * [A-Z0-9]) and fifteen digits of correlative, 31 characters in all. The correlative starts at 1. Under v2 the segment
 * is `[MBSP]ddd` + `Pddd`. Source: fe-fc-v1 `^DTE-01-[A-Z0-9]{8}-[0-9]{15}$`, fe-f-v2.
 */
export type NumeroControl = string & { readonly __brand: 'NumeroControl' };

export interface NumeroControlParts {
  readonly tipoDte: TipoDte;
  /** Establishment and point of sale, four characters each. */
  readonly segment: string;
  /** 1 to 999,999,999,999,999. */
  readonly correlative: bigint;
}

const NUMERO_CONTROL = /^DTE-([0-9]{2})-([A-Z0-9]{8})-([0-9]{15})$/;
const SEGMENT = /^[A-Z0-9]{8}$/;
const MAX_CORRELATIVE = 999_999_999_999_999n;

/** Nothing is removed: the number is ours, not typed. */
export const {
  is: isNumeroControl,
  parse: parseNumeroControl,
  whyNot: whyNotNumeroControl,
} = identifierKind<NumeroControl>((text) => {
  const [, tipoDte, segment] = NUMERO_CONTROL.exec(text) ?? [];
  if (tipoDte === undefined || segment === undefined)
    return 'el número de control debe tener la forma DTE-NN-XXXXXXXX-NNNNNNNNNNNNNNN.';
  if (!isTipoDte(tipoDte)) return `el tipo de documento ${tipoDte} del número de control no se emite.`;
  return partsOf(text) === null ? 'el correlativo del número de control empieza en 1.' : null;
});

/** Throws RangeError on a segment that is not eight characters [A-Z0-9] or a correlative outside 1 to 10^15 - 1. */
export function formatNumeroControl({ tipoDte, segment, correlative }: NumeroControlParts): NumeroControl {
  if (!SEGMENT.test(segment)) throw new RangeError(`not a segment of a control number: ${segment}`);
  if (correlative < 1n || correlative > MAX_CORRELATIVE) {
    throw new RangeError(`not a correlative of a control number: ${correlative}`);
  }
  const text = `${numeroControlPrefix({ tipoDte, segment })}${correlative.toString().padStart(15, '0')}`;
  if (!isNumeroControl(text)) throw new RangeError(`not a control number: ${text}`);
  return text;
}

/** A control number without the fifteen digits of its correlative. */
export function numeroControlPrefix({ tipoDte, segment }: Omit<NumeroControlParts, 'correlative'>): string {
  return `DTE-${tipoDte}-${segment}-`;
}

/** Type, segment and correlative of a control number. Throws RangeError where the brand was not earned. */
export function numeroControlParts(numero: NumeroControl): NumeroControlParts {
  const parts = partsOf(numero);
  if (parts === null) throw new RangeError(`not a control number: ${numero}`);
  return parts;
}

function partsOf(text: string): NumeroControlParts | null {
  const [, tipoDte, segment, digits] = NUMERO_CONTROL.exec(text) ?? [];
  if (tipoDte === undefined || segment === undefined || digits === undefined) return null;
  const correlative = BigInt(digits);
  return isTipoDte(tipoDte) && correlative > 0n ? { tipoDte, segment, correlative } : null;
}

/** Where a document is issued: codes as assigned by the Ministry, like M001 and P001. */
export interface PointOfIssue {
  readonly establishment: EstablishmentCode;
  readonly pointOfSale: PointOfSaleCode;
}

/** The identity of a counter within a company and environment; it restarts at 1 with the fiscal year. */
export interface Series {
  readonly fiscalYear: number;
  /** Empty, the establishment, or establishment, point of sale and type. */
  readonly scope: string;
}

/** The series a document counts in (specification 9.4, Normativa 7.1.2). */
export function seriesOf(
  mode: SeriesMode,
  fiscalYear: number,
  document: PointOfIssue & { readonly tipoDte: TipoDte },
): Series {
  return { fiscalYear, scope: scopeOf(mode, document) };
}

function scopeOf(mode: SeriesMode, document: PointOfIssue & { readonly tipoDte: TipoDte }): string {
  switch (mode) {
    case 'centralized':
      return '';
    case 'establishment':
      return document.establishment;
    case 'point_of_sale':
      return `${document.establishment}${document.pointOfSale}-${document.tipoDte}`;
  }
}

const SEGMENTS: Readonly<Record<SchemaGeneration, RegExp>> = {
  v1: /^[A-Z0-9]{8}$/,
  v2: /^[MBSP][0-9]{3}P[0-9]{3}$/,
};

/** The 8 characters of the control number between type and correlative. */
export function segmentOf(document: PointOfIssue): string {
  return `${document.establishment}${document.pointOfSale}`;
}

/** Whether the generation's `numeroControl` pattern admits the segment (fe-f-v2 wants `[MBSP]ddd` + `Pddd`). */
export function segmentFits(segment: string, generation: SchemaGeneration): boolean {
  return SEGMENTS[generation].test(segment);
}

/** The generation in which a document is built that has its number already: the one that is wanted where its pattern admits the segment, else v1. */
export function generationOfNumber(place: PointOfIssue, wanted: SchemaGeneration): SchemaGeneration {
  return segmentFits(segmentOf(place), wanted) ? wanted : 'v1';
}

/**
 * Sello de recepción: the forty characters [A-Z0-9] with which the Ministry acknowledges a document. Anything else in
 * its place is no seal. Source: Manual Técnico v1.0, reception answer, `selloRecibido`.
 */
export type SelloRecibido = string & { readonly __brand: 'SelloRecibido' };

export const {
  is: isSelloRecibido,
  parse: parseSelloRecibido,
  whyNot: whyNotSelloRecibido,
} = identifierKind<SelloRecibido>((text) =>
  /^[A-Z0-9]{40}$/.test(text) ? null : 'el sello de recepción debe tener 40 caracteres de A a Z y de 0 a 9.',
);
