import { isNit } from '../shapes/formats.ts';
import { cents, formed, list, number, orNull, record, text } from '../shapes/shape.ts';
import { codedFields } from './coded-fields.ts';
import { conditionsOf, contingency, electronicRelated, netLines, nothingOf } from './conditions-v1.ts';
import type { DocumentKind } from './document-kind.ts';
import { RESUMEN_TRIBUTO_CODE } from './factura-values.ts';
import { STANDARD_VAT, vatOnTaxedLines } from './line-taxes.ts';
import { notaCreditoAmountsV3 } from './net-amounts.ts';
import {
  contribuyenteV1,
  documentoRelacionadoV1,
  EMISOR_V1,
  extensionV1,
  SALE_LINE_V1,
  SALE_RESUMEN_V1,
  tributosV1,
} from './parts-v1.ts';
import { CODES_OF_EVERY_TYPE, correlativeLines, montoTotalOperacion } from './rules-of-every-type.ts';
import { apendice, identificacion, motivoContin } from './shapes-of-every-type.ts';
import { existingReceptor } from './taxpayer-register.ts';
import { adjustedDocuments, NOTE_RELATED } from './taxpayer-values.ts';
import { territoryV1 } from './territory.ts';

/** Taxes that a line of a note may list. */
const NOTE_TRIBUTOS = [STANDARD_VAT, 'C3', '59', '71', 'D1', 'C8', 'D5', 'D4'];

const linea = record({
  ...SALE_LINE_V1,
  numeroDocumento: text(1, 36),
  descripcion: orNull(text(0, 1000)),
  precioUni: number({ below: 100_000_000_000n, decimals: 8 }),
});

/** The schema misspells the least value of `subTotalVentas`, so that it has none. */
const resumen = record({
  ...SALE_RESUMEN_V1,
  subTotalVentas: number({ below: 100_000_000_000n, decimals: 2 }),
  tributos: tributosV1(text(2, 2)),
  ivaPerci1: cents(),
  montoTotalOperacion: cents({ above: 0n }),
});

const shape = record({
  identificacion: identificacion({
    tipoDte: '05',
    version: 3n,
    generation: 'v1',
    reason: motivoContin(1, 150),
  }),
  documentoRelacionado: list(documentoRelacionadoV1(...NOTE_RELATED), 1, 50),
  emisor: record(EMISOR_V1),
  receptor: contribuyenteV1,
  ventaTercero: orNull(record({ nit: formed(isNit), nombre: text(3, 200) })),
  cuerpoDocumento: list(linea, 1, 2000),
  resumen,
  extension: extensionV1(1, {}),
  apendice: apendice(2, 3, 1),
});

/** Nota de credito, first generation (`fe-nc-v3`). */
export const notaCreditoV3: DocumentKind = {
  tipoDte: '05',
  version: 3,
  generation: 'v1',
  shape,
  conditions: conditionsOf(
    contingency,
    electronicRelated,
    netLines(NOTE_TRIBUTOS),
    nothingOf('ivaPerci1', 'ivaRete1'),
  ),
  rules: [
    correlativeLines,
    codedFields([...CODES_OF_EVERY_TYPE, RESUMEN_TRIBUTO_CODE]),
    adjustedDocuments,
    existingReceptor,
    territoryV1,
    vatOnTaxedLines,
    notaCreditoAmountsV3,
  ],
  remarks: [],
  montoTotal: montoTotalOperacion,
};
