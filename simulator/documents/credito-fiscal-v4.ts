import { isNit } from '../shapes/formats.ts';
import { cents, fine, formed, integer, list, number, orNull, record, text } from '../shapes/shape.ts';
import { paymentsRemark } from './amounts.ts';
import { codedFields } from './coded-fields.ts';
import type { DocumentKind } from './document-kind.ts';
import { RESUMEN_TRIBUTO_CODE } from './factura-values.ts';
import { taxLines, vatOnTaxedLines } from './line-taxes.ts';
import { creditoFiscalAmounts, WITHHELD_V2 } from './net-amounts.ts';
import {
  CONTRIBUYENTE_V2,
  EMISOR_V2,
  HOME_RESUMEN_V2,
  NOMBRE_COMERCIAL,
  PLACE_V2,
  pagosV2,
  relacionadosV2,
  SALE_LINE_V2,
  UNTAXED_COLUMNS,
  ventaTerceroV2,
} from './parts-v2.ts';
import {
  CODES_OF_2026,
  contingencyValues,
  correlativeLines,
  creditTerms,
  montoTotalOperacion,
} from './rules-of-every-type.ts';
import { apendice, identificacion, motivoContin } from './shapes-of-every-type.ts';
import { existingReceptor } from './taxpayer-register.ts';
import { anotherReceptor, CCF_RELATED_CODE, registeredReceptor, relatedNumbers } from './taxpayer-values.ts';
import { territoryV2 } from './territory.ts';

const otroDocumento = record({
  codDocAsociado: orNull(integer({ min: 1n, max: 4n })),
  descDocumento: orNull(text(3, 100)),
  detalleDocumento: orNull(text(3, 300)),
  medico: orNull(
    record({
      nombre: orNull(text(1, 100)),
      nit: orNull(text(0, Number.POSITIVE_INFINITY)),
      docIdentificacion: orNull(text(1, 25)),
      tipoServicio: number({ min: 1n, max: 6n }),
    }),
  ),
});

/** The schema gives `observaciones` a greatest number where it means a length, so that any text passes. */
const resumen = record({
  ...HOME_RESUMEN_V2,
  ivaPerci: cents(),
  totalLetras: orNull(text(8, 200)),
  pagos: pagosV2({ above: 0n }),
  observaciones: orNull(text(1, Number.POSITIVE_INFINITY)),
});

const shape = record({
  identificacion: identificacion({
    tipoDte: '03',
    version: 4n,
    generation: 'v2',
    reason: motivoContin(1, 500),
  }),
  documentoRelacionado: orNull(relacionadosV2),
  emisor: record({ ...EMISOR_V2, ...NOMBRE_COMERCIAL, ...PLACE_V2 }),
  receptor: record({ ...CONTRIBUYENTE_V2, nit: formed(isNit) }),
  otrosDocumentos: orNull(list(otroDocumento, 1, 10)),
  ventaTercero: ventaTerceroV2,
  cuerpoDocumento: list(record({ ...SALE_LINE_V2, ...UNTAXED_COLUMNS, psv: fine() }), 1, 2000),
  resumen,
  apendice: apendice(0, 0, 0),
});

/** Comprobante de credito fiscal, the generation of 2026 (`fe-ccf-v4`). */
export const creditoFiscalV4: DocumentKind = {
  tipoDte: '03',
  version: 4,
  generation: 'v2',
  shape,
  conditions: () => [],
  rules: [
    correlativeLines,
    contingencyValues('motivoContin'),
    codedFields([CCF_RELATED_CODE, ...CODES_OF_2026, RESUMEN_TRIBUTO_CODE]),
    relatedNumbers,
    registeredReceptor,
    anotherReceptor,
    existingReceptor,
    territoryV2,
    taxLines,
    vatOnTaxedLines,
    creditTerms,
    creditoFiscalAmounts(WITHHELD_V2),
  ],
  remarks: [paymentsRemark],
  montoTotal: montoTotalOperacion,
};
