import {
  lineAmount,
  positiveTotal,
  signedLineAmount,
  signedTotal,
  totalAmount,
  unboundedPrice,
} from './amounts.ts';
import { apendice, SPEAKING } from './apendice.ts';
import { codTributo, condicionOperacion } from './codes.ts';
import { documentoRelacionadoV1, documentoRelacionadoV2 } from './documento-relacionado.ts';
import { businessV1, issuerV1, issuerV2, tradeNameV2 } from './emisor.ts';
import { extension } from './extension.ts';
import { identificacionV1, identificacionV2 } from './identificacion.ts';
import {
  codTributoV2,
  descripcionV1,
  descripcionV2,
  line,
  MOST_LINES,
  numeroDocumento,
  salesAmounts,
  tipoItemV1,
} from './linea.ts';
import { list } from './list.ts';
import { amount, anyNumber, integer, LIMIT } from './number.ts';
import { contribuyenteV1, contribuyenteV2, numDocumentoV2 } from './receptor.ts';
import { discounts, salesTotals, totalLetrasV1, untaxedWithout } from './resumen.ts';
import { nullable, object } from './shape.ts';
import { ventaTerceroV1, ventaTerceroV2 } from './tercero.ts';
import { text } from './text.ts';
import { anyTributo, lineTributos, tributosV1, tributosV2 } from './tributos.ts';
import { IVA, taxedLineRules } from './vat-lines.ts';

const lineV1 = object(
  {
    ...line,
    ...salesAmounts,
    tipoItem: tipoItemV1,
    numeroDocumento,
    codTributo,
    descripcion: nullable(descripcionV1),
    precioUni: unboundedPrice,
    tributos: lineTributos,
  },
  ...taxedLineRules([IVA, 'C3', '59', '71', 'D1', 'C8', 'D5', 'D4']),
);

/** fe-nc-v3 misspells the lower bound of `subTotalVentas`, which therefore has none. */
const resumenV1 = object(
  {
    ...salesTotals,
    ...discounts,
    subTotalVentas: amount(2, { below: LIMIT }),
    totalDescu: totalAmount,
    tributos: tributosV1(anyTributo),
    subTotal: totalAmount,
    ivaPerci1: totalAmount,
    ivaRete1: totalAmount,
    reteRenta: totalAmount,
    montoTotalOperacion: positiveTotal,
    totalLetras: totalLetrasV1,
    condicionOperacion,
  },
  untaxedWithout('ivaPerci1', 'ivaRete1'),
);

/** The Nota de Crédito, type 05, of fe-nc-v3. */
export const notaCreditoV1 = object({
  identificacion: identificacionV1({ tipoDte: '05', version: 3, motivo: { min: 1, max: 150 } }),
  documentoRelacionado: documentoRelacionadoV1(['03', '07'], 50),
  emisor: object({ ...issuerV1, ...businessV1 }),
  receptor: contribuyenteV1,
  ventaTercero: ventaTerceroV1({ min: 3, max: 200 }),
  cuerpoDocumento: list(lineV1, { min: 1, max: MOST_LINES }),
  resumen: resumenV1,
  extension: extension(1),
  apendice: apendice(SPEAKING),
});

const lineV2 = object({
  ...line,
  ...salesAmounts,
  tipoItem: integer(),
  numeroDocumento,
  codTributo: codTributoV2,
  descripcion: descripcionV2,
  precioUni: lineAmount,
  tributos: lineTributos,
  noGravado: signedLineAmount,
  ivaPerci: lineAmount,
  totalIva: lineAmount,
  ivaRete: lineAmount,
});

/** The lengths that fe-nc-v4 means to set to the last two texts are numeric bounds, which say nothing of a text. */
const resumenV2 = object({
  ...salesTotals,
  totalDescu: totalAmount,
  tributos: tributosV2,
  montoTotalOperacion: totalAmount,
  ivaPerci: totalAmount,
  totalIva: totalAmount,
  ivaRete: totalAmount,
  totalNoGravado: signedTotal,
  totalPagar: totalAmount,
  totalLetras: nullable(text({ min: 8, max: 200 })),
  condicionOperacion: anyNumber,
  observaciones: nullable(text()),
  codigoRetencionMH: nullable(text()),
});

/** The NIT of a company dissolved by a merger: neither one digit repeated, nor seven zeros to begin with. */
const FUSION = /^(?!([0-9])\1+$)(?!0{7})(?:[0-9]{14}|[0-9]{9})$/;

const fusion = nullable(text({ pattern: FUSION }));

/** The Nota de Crédito, type 05, of fe-nc-v4. */
export const notaCreditoV2 = object({
  identificacion: identificacionV2({ tipoDte: '05', version: 4 }, { fusion }),
  documentoRelacionado: documentoRelacionadoV2,
  emisor: object({
    ...issuerV2,
    ...tradeNameV2,
    nrc: nullable(text({ min: 2, max: 8 })),
    correo: text({ min: 1, max: 100 }),
  }),
  receptor: object({ tipoDocumento: text(), numDocumento: numDocumentoV2, ...contribuyenteV2 }),
  ventaTercero: ventaTerceroV2,
  cuerpoDocumento: list(lineV2, { min: 1, max: MOST_LINES }),
  resumen: resumenV2,
  apendice: apendice(SPEAKING),
});
