import type { SeriesMode } from '../company/company.ts';
import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import type { EstablishmentCode } from '../identifiers/establishment-code.ts';
import type { PointOfSaleCode } from '../identifiers/point-of-sale-code.ts';

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
