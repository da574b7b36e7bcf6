import { isEmail, isNrc, matching } from '../shapes/formats.ts';
import { cents, each, fine, formed, list, orNull, record, text } from '../shapes/shape.ts';
import { codedFields } from './coded-fields.ts';
import { receptorNumber } from './conditions-v2.ts';
import type { DocumentKind } from './document-kind.ts';
import { RESUMEN_TRIBUTO_CODE } from './factura-values.ts';
import { taxLines, vatOnTaxedLines } from './line-taxes.ts';
import { notaCreditoAmountsV4 } from './net-amounts.ts';
import {
  CONTRIBUYENTE_V2,
  EMISOR_V2,
  NOMBRE_COMERCIAL,
  relacionadosV2,
  SALE_LINE_V2,
  SALE_RESUMEN_V2,
  UNTAXED_COLUMNS,
  ventaTerceroV2,
} from './parts-v2.ts';
import {
  CODES_OF_2026,
  contingencyValues,
  correlativeLines,
  montoTotalOperacion,
} from './rules-of-every-type.ts';
import { apendice, identificacion, motivoContin } from './shapes-of-every-type.ts';
import { existingReceptor } from './taxpayer-register.ts';
import {
  adjustedDocuments,
  NOTE_RELATED_CODE,
  RETENTION_CODE,
  registeredReceptor,
  relatedNumbers,
  retentionCode,
} from './taxpayer-values.ts';
import { territoryV2 } from './territory.ts';

const ANY_TEXT = text(0, Number.POSITIVE_INFINITY);

/** The company that was merged into the issuer: no NIT repeats one digit, and none begins with seven zeros. */
const fusion = orNull(formed(matching(/^(?!([0-9])\1+$)(?!0{7})(?:[0-9]{14}|[0-9]{9})$/)));

const linea = record({
  ...SALE_LINE_V2,
  ...UNTAXED_COLUMNS,
  numeroDocumento: text(1, 36),
  ...each(fine(), 'ivaPerci', 'totalIva', 'ivaRete'),
});

/** The schema gives the two last texts a greatest number where it means a length, so that any length passes. */
const resumen = record({
  ...SALE_RESUMEN_V2,
  ...each(cents(), 'totalNoSuj', 'totalExenta', 'subTotalVentas', 'ivaPerci', 'totalIva', 'ivaRete'),
  totalLetras: orNull(text(8, 200)),
  ...each(orNull(ANY_TEXT), 'observaciones', 'codigoRetencionMH'),
});

const shape = record({
  identificacion: identificacion({
    tipoDte: '05',
    version: 4n,
    generation: 'v2',
    reason: { ...motivoContin(1, 500), fusion },
  }),
  documentoRelacionado: relacionadosV2,
  emisor: record({
    ...EMISOR_V2,
    ...NOMBRE_COMERCIAL,
    nrc: orNull(text(2, 8, isNrc)),
    correo: text(1, 100, isEmail),
  }),
  receptor: record({ ...CONTRIBUYENTE_V2, tipoDocumento: ANY_TEXT, numDocumento: text(1, 20) }),
  ventaTercero: ventaTerceroV2,
  cuerpoDocumento: list(linea, 1, 2000),
  resumen,
  apendice: apendice(2, 3, 1),
});

/** Nota de credito, the generation of 2026 (`fe-nc-v4`). */
export const notaCreditoV4: DocumentKind = {
  tipoDte: '05',
  version: 4,
  generation: 'v2',
  shape,
  conditions: receptorNumber,
  rules: [
    correlativeLines,
    contingencyValues('motivoContin'),
    codedFields([NOTE_RELATED_CODE, ...CODES_OF_2026, RESUMEN_TRIBUTO_CODE, RETENTION_CODE]),
    relatedNumbers,
    adjustedDocuments,
    retentionCode,
    registeredReceptor,
    existingReceptor,
    territoryV2,
    taxLines,
    vatOnTaxedLines,
    notaCreditoAmountsV4,
  ],
  remarks: [],
  montoTotal: montoTotalOperacion,
};
