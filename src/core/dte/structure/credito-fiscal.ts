import { lineAmount, positiveTotal, saldoFavorV1, saldoFavorV2, totalAmount } from './amounts.ts';
import { apendice, FREE, SPEAKING } from './apendice.ts';
import { codTributo, condicionOperacion, LINE_TAXES } from './codes.ts';
import { is, when } from './conditions.ts';
import { documentoRelacionadoV1, documentoRelacionadoV2 } from './documento-relacionado.ts';
import { businessV1, issuerV1, issuerV2, placeV1, placeV2, tradeNameV2 } from './emisor.ts';
import { extension } from './extension.ts';
import { identificacionV1, identificacionV2 } from './identificacion.ts';
import {
  codTributoV2,
  descripcionV1,
  descripcionV2,
  line,
  MOST_LINES,
  numeroDocumento,
  otherAmounts,
  salesAmounts,
  tipoItemV1,
} from './linea.ts';
import { list } from './list.ts';
import { anyNumber, integer } from './number.ts';
import { otrosDocumentosCreditoFiscalV2, otrosDocumentosV1 } from './otros-documentos.ts';
import { creditTerms, pagosV1, pagosV2 } from './pagos.ts';
import { contribuyenteV1, contribuyenteV2 } from './receptor.ts';
import { saleTotals, totalLetrasV1, untaxedWithout } from './resumen.ts';
import { nullable, object, oneOf } from './shape.ts';
import { ventaTerceroV1, ventaTerceroV2 } from './tercero.ts';
import { text } from './text.ts';
import { anyTributo, lineTributos, tributosV1, tributosV2 } from './tributos.ts';
import { IVA, taxedLineRules } from './vat-lines.ts';

const lineV1 = object(
  {
    ...line,
    ...salesAmounts,
    ...otherAmounts,
    tipoItem: tipoItemV1,
    numeroDocumento: nullable(numeroDocumento),
    codTributo,
    descripcion: descripcionV1,
    precioUni: lineAmount,
    tributos: lineTributos,
  },
  ...taxedLineRules([IVA, ...LINE_TAXES]),
);

const resumenV1 = object(
  {
    ...saleTotals,
    tributos: tributosV1(anyTributo),
    ivaPerci1: totalAmount,
    ivaRete1: totalAmount,
    reteRenta: totalAmount,
    montoTotalOperacion: positiveTotal,
    totalLetras: totalLetrasV1,
    saldoFavor: saldoFavorV1,
    condicionOperacion,
    pagos: pagosV1,
  },
  creditTerms,
  untaxedWithout('ivaPerci1', 'ivaRete1'),
  when(is('totalPagar', 0), { condicionOperacion: oneOf(1) }),
);

/** The Comprobante de Crédito Fiscal, type 03, of fe-ccf-v3. */
export const creditoFiscalV1 = object({
  identificacion: identificacionV1({ tipoDte: '03', version: 3, motivo: { min: 1, max: 150 } }),
  documentoRelacionado: nullable(documentoRelacionadoV1(['04', '08', '09'], 50)),
  emisor: object({ ...issuerV1, ...businessV1, ...placeV1 }),
  receptor: contribuyenteV1,
  otrosDocumentos: otrosDocumentosV1,
  ventaTercero: ventaTerceroV1({ min: 3, max: 200 }),
  cuerpoDocumento: list(lineV1, { min: 1, max: MOST_LINES }),
  resumen: resumenV1,
  extension: extension(1, { placaVehiculo: nullable(text({ min: 2, max: 10 })) }),
  apendice: apendice(SPEAKING),
});

const lineV2 = object({
  ...line,
  ...salesAmounts,
  ...otherAmounts,
  tipoItem: integer(),
  numeroDocumento: nullable(numeroDocumento),
  codTributo: codTributoV2,
  descripcion: descripcionV2,
  precioUni: lineAmount,
  tributos: lineTributos,
});

/** The length that fe-ccf-v4 means to set to `observaciones` is a numeric bound, which says nothing of a text. */
const resumenV2 = object({
  ...saleTotals,
  tributos: tributosV2,
  ivaPerci: totalAmount,
  ivaRete: totalAmount,
  montoTotalOperacion: totalAmount,
  totalLetras: nullable(text({ min: 8, max: 200 })),
  saldoFavor: saldoFavorV2,
  condicionOperacion: anyNumber,
  pagos: pagosV2,
  observaciones: nullable(text({ min: 1 })),
});

/** The Comprobante de Crédito Fiscal, type 03, of fe-ccf-v4. */
export const creditoFiscalV2 = object({
  identificacion: identificacionV2({ tipoDte: '03', version: 4 }),
  documentoRelacionado: nullable(documentoRelacionadoV2),
  emisor: object({ ...issuerV2, ...tradeNameV2, ...placeV2 }),
  receptor: object({ nit: text(), ...contribuyenteV2 }),
  otrosDocumentos: otrosDocumentosCreditoFiscalV2,
  ventaTercero: ventaTerceroV2,
  cuerpoDocumento: list(lineV2, { min: 1, max: MOST_LINES }),
  resumen: resumenV2,
  apendice: apendice(FREE),
});
