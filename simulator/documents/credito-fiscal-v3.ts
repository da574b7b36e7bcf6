import { amountIn, integerIn, recordIn } from '../exact/json.ts';
import { isZero } from '../exact/rational.ts';
import { isNit } from '../shapes/formats.ts';
import { cents, fine, formed, list, number, orNull, record, signed, text } from '../shapes/shape.ts';
import { paymentsRemark } from './amounts.ts';
import { LINE_TRIBUTOS } from './catalogs.ts';
import { codedFields } from './coded-fields.ts';
import {
  type Condition,
  conditionsOf,
  contingency,
  electronicRelated,
  netLines,
  nothingOf,
  otherDocuments,
  termOfEachPayment,
} from './conditions-v1.ts';
import type { DocumentKind } from './document-kind.ts';
import { RESUMEN_TRIBUTO_CODE } from './factura-values.ts';
import { STANDARD_VAT, vatOnTaxedLines } from './line-taxes.ts';
import { creditoFiscalAmounts, WITHHELD_V1 } from './net-amounts.ts';
import {
  contribuyenteV1,
  documentoRelacionadoV1,
  EMISOR_V1,
  extensionV1,
  otroDocumentoV1,
  PLACE_V1,
  pagosV1,
  SALE_LINE_V1,
  SALE_RESUMEN_V1,
  tributosV1,
} from './parts-v1.ts';
import {
  CODES_OF_EVERY_TYPE,
  correlativeLines,
  creditTerms,
  montoTotalOperacion,
} from './rules-of-every-type.ts';
import { apendice, identificacion, motivoContin } from './shapes-of-every-type.ts';
import { existingReceptor } from './taxpayer-register.ts';
import { anotherReceptor, CCF_RELATED } from './taxpayer-values.ts';
import { territoryV1 } from './territory.ts';

const linea = record({
  ...SALE_LINE_V1,
  numeroDocumento: orNull(text(1, 36)),
  precioUni: fine(),
  psv: fine(),
  noGravado: signed(8),
});

const resumen = record({
  ...SALE_RESUMEN_V1,
  porcentajeDescuento: cents({ max: 100n }),
  tributos: tributosV1(text(2, 2)),
  ivaPerci1: cents(),
  montoTotalOperacion: cents({ above: 0n }),
  totalNoGravado: signed(2),
  totalPagar: cents(),
  saldoFavor: number({ max: 0n, decimals: 2 }),
  pagos: pagosV1,
  numPagoElectronico: orNull(text(0, 100)),
});

const shape = record({
  identificacion: identificacion({
    tipoDte: '03',
    version: 3n,
    generation: 'v1',
    reason: motivoContin(1, 150),
  }),
  documentoRelacionado: orNull(list(documentoRelacionadoV1(...CCF_RELATED), 1, 50)),
  emisor: record({ ...EMISOR_V1, ...PLACE_V1 }),
  receptor: contribuyenteV1,
  otrosDocumentos: orNull(list(otroDocumentoV1, 1, 10)),
  ventaTercero: orNull(record({ nit: formed(isNit), nombre: text(3, 200) })),
  cuerpoDocumento: list(linea, 1, 2000),
  resumen,
  extension: extensionV1(1, { placaVehiculo: orNull(text(2, 10)) }),
  apendice: apendice(2, 3, 1),
});

/** What is paid in full is not on credit. */
const nothingToPay: Condition = (document, demand) => {
  const summary = recordIn(document, 'resumen');
  const isPaid = isZero(amountIn(summary, 'totalPagar'));
  demand(!isPaid || integerIn(summary, 'condicionOperacion') === 1, '#/resumen/condicionOperacion');
};

/** Comprobante de credito fiscal, first generation (`fe-ccf-v3`). */
export const creditoFiscalV3: DocumentKind = {
  tipoDte: '03',
  version: 3,
  generation: 'v1',
  shape,
  conditions: conditionsOf(
    contingency,
    electronicRelated,
    otherDocuments,
    netLines([STANDARD_VAT, ...LINE_TRIBUTOS]),
    termOfEachPayment,
    nothingOf('ivaPerci1', 'ivaRete1'),
    nothingToPay,
  ),
  rules: [
    correlativeLines,
    codedFields([...CODES_OF_EVERY_TYPE, RESUMEN_TRIBUTO_CODE]),
    anotherReceptor,
    existingReceptor,
    territoryV1,
    vatOnTaxedLines,
    creditTerms,
    creditoFiscalAmounts(WITHHELD_V1),
  ],
  remarks: [paymentsRemark],
  montoTotal: montoTotalOperacion,
};
