import { lineAmount, saldoFavorV1, saldoFavorV2, totalAmount, unboundedPrice } from './amounts.ts';
import { apendice, FREE } from './apendice.ts';
import {
  ACTIVITY,
  codTributo,
  condicionOperacion,
  HYPHENATED_DUI,
  LINE_TAXES,
  NIT,
  NRC,
  personDocumentType,
  SPECIAL_TAXES,
  telefono,
} from './codes.ts';
import { atLeast, atMost, inside, is, when } from './conditions.ts';
import { direccionV1, direccionV2 } from './direccion.ts';
import { documentoRelacionadoV1, documentoRelacionadoV2 } from './documento-relacionado.ts';
import { issuerV2, placeV2, strictIssuerV1, tradeNameV2 } from './emisor.ts';
import { extension } from './extension.ts';
import { identificacionV1, identificacionV2 } from './identificacion.ts';
import {
  codTributoV2,
  descripcionV1,
  descripcionV2,
  line,
  MOST_LINES,
  numeroDocumento,
  OTHER_UNIT,
  otherAmounts,
  salesAmounts,
  TAX_LINE,
  tipoItemV1,
} from './linea.ts';
import { list } from './list.ts';
import { anyNumber, integer, number } from './number.ts';
import { otrosDocumentosFacturaV2, otrosDocumentosV1 } from './otros-documentos.ts';
import { pagosV1, pagosV2 } from './pagos.ts';
import { numDocumentoV2 } from './receptor.ts';
import { observacionesV2, saleTotals, totalLetrasV1, untaxedWithout } from './resumen.ts';
import { members, nothing, nullable, object, oneOf } from './shape.ts';
import { ventaTerceroV1, ventaTerceroV2 } from './tercero.ts';
import { email, text } from './text.ts';
import { lineTributos, tributosV1, tributosV2 } from './tributos.ts';

/** From this total on, fe-fc-v1 wants the buyer identified. */
const IDENTIFIED_FROM_V1 = 1095;

const relatedV1 = documentoRelacionadoV1(
  ['04', '09'],
  10,
  when(is('tipoGeneracion', 1), { numeroDocumento: text({ min: 1, max: 20 }) }),
);

const receptorV1 = object(
  {
    tipoDocumento: nullable(personDocumentType),
    numDocumento: nullable(text({ min: 3, max: 20 })),
    nrc: nullable(text({ min: 2, pattern: NRC })),
    nombre: nullable(text({ min: 1, max: 250 })),
    codActividad: nullable(text({ min: 5, pattern: ACTIVITY })),
    descActividad: nullable(text({ min: 5, max: 150 })),
    direccion: nullable(direccionV1(5)),
    telefono: nullable(telefono),
    correo: nullable(email),
  },
  when(is('tipoDocumento', '36'), { numDocumento: text({ pattern: NIT }) }, { nrc: nothing }),
  when(is('tipoDocumento', '13'), { numDocumento: text({ pattern: HYPHENATED_DUI }) }),
);

const lineV1 = object(
  {
    ...line,
    ...salesAmounts,
    ...otherAmounts,
    tipoItem: tipoItemV1,
    numeroDocumento: nullable(numeroDocumento),
    codTributo,
    descripcion: descripcionV1,
    precioUni: unboundedPrice,
    tributos: lineTributos,
    ivaItem: lineAmount,
  },
  when(atMost('ventaGravada', 0), { tributos: nothing, ivaItem: number({ max: 0 }) }),
  when(
    is('tipoItem', TAX_LINE),
    { uniMedida: oneOf(OTHER_UNIT), codTributo: text(), tributos: nothing },
    { codTributo: nothing, tributos: nullable(list(oneOf(...LINE_TAXES))) },
  ),
);

const resumenV1 = object(
  {
    ...saleTotals,
    tributos: tributosV1(oneOf(...SPECIAL_TAXES)),
    ivaRete1: totalAmount,
    reteRenta: totalAmount,
    montoTotalOperacion: totalAmount,
    totalLetras: totalLetrasV1,
    totalIva: totalAmount,
    saldoFavor: saldoFavorV1,
    condicionOperacion,
    pagos: pagosV1,
  },
  untaxedWithout('ivaRete1'),
);

/** The Factura, type 01, of fe-fc-v1. */
export const facturaV1 = object(
  {
    identificacion: identificacionV1({ tipoDte: '01', version: 1, motivo: { min: 5, max: 150 } }),
    documentoRelacionado: nullable(relatedV1),
    emisor: object(strictIssuerV1),
    receptor: nullable(receptorV1),
    otrosDocumentos: otrosDocumentosV1,
    ventaTercero: ventaTerceroV1({ min: 1, max: 250 }),
    cuerpoDocumento: list(lineV1, { min: 1, max: MOST_LINES }),
    resumen: resumenV1,
    extension: extension(5, { placaVehiculo: nullable(text({ max: 10 })) }),
    apendice: apendice(FREE),
  },
  when(inside('resumen', atLeast('montoTotalOperacion', IDENTIFIED_FROM_V1)), {
    receptor: members({ tipoDocumento: text(), numDocumento: text(), nombre: text() }),
  }),
);

const receptorV2 = object({
  tipoDocumento: nullable(text()),
  numDocumento: nullable(numDocumentoV2),
  nrc: nullable(text({ min: 2, max: 8 })),
  nombre: nullable(text({ min: 1, max: 250 })),
  codActividad: nullable(text({ min: 5, max: 6 })),
  descActividad: nullable(text({ min: 5, max: 150 })),
  direccion: nullable(direccionV2()),
  telefono: nullable(telefono),
  correo: nullable(text({ min: 6, max: 100 })),
});

const lineV2 = object({
  ...line,
  ...salesAmounts,
  ...otherAmounts,
  tipoItem: integer(),
  numeroDocumento: nullable(numeroDocumento),
  codTributo: codTributoV2,
  descripcion: descripcionV2,
  precioUni: unboundedPrice,
  tributos: lineTributos,
  ivaItem: lineAmount,
});

const resumenV2 = object({
  ...saleTotals,
  tributos: tributosV2,
  ivaRete: totalAmount,
  montoTotalOperacion: totalAmount,
  totalLetras: nullable(text({ min: 1, max: 200 })),
  totalIva: totalAmount,
  saldoFavor: saldoFavorV2,
  condicionOperacion: anyNumber,
  pagos: pagosV2,
  observaciones: observacionesV2,
});

/** The Factura, type 01, of fe-f-v2. */
export const facturaV2 = object({
  identificacion: identificacionV2({ tipoDte: '01', version: 2 }),
  documentoRelacionado: nullable(documentoRelacionadoV2),
  emisor: object({ ...issuerV2, ...tradeNameV2, ...placeV2, nit: text({ max: 14 }) }),
  receptor: nullable(receptorV2),
  otrosDocumentos: otrosDocumentosFacturaV2,
  ventaTercero: ventaTerceroV2,
  cuerpoDocumento: list(lineV2, { min: 1, max: MOST_LINES }),
  resumen: resumenV2,
  apendice: apendice(FREE),
});
