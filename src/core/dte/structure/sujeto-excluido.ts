import { lineAmount, totalAmount } from './amounts.ts';
import { apendice, FREE } from './apendice.ts';
import { ACTIVITY, condicionOperacion, NIT, NRC, PLAIN_DUI, personDocumentType, telefono } from './codes.ts';
import { is, when } from './conditions.ts';
import { direccionV1, direccionV2 } from './direccion.ts';
import { issuerV1, issuerV2, placeV1, placeV2 } from './emisor.ts';
import { identificacionV1, identificacionV2 } from './identificacion.ts';
import { descripcionV1, descripcionV2, line, MOST_LINES, OTHER_UNIT } from './linea.ts';
import { list } from './list.ts';
import { anyNumber, integer } from './number.ts';
import { creditTerms, pagosOfAnyPeriod, pagosV1 } from './pagos.ts';
import { numDocumentoV2 } from './receptor.ts';
import { observacionesV2, totalLetrasV1 } from './resumen.ts';
import { type Fields, nullable, object, oneOf } from './shape.ts';
import { email, text } from './text.ts';

const subjectV1 = object(
  {
    tipoDocumento: personDocumentType,
    numDocumento: text({ min: 1, max: 20 }),
    nombre: text({ min: 1, max: 250 }),
    codActividad: nullable(text({ pattern: ACTIVITY })),
    descActividad: nullable(text({ min: 1, max: 150 })),
    direccion: direccionV1(1),
    telefono: nullable(telefono),
    correo: nullable(email),
  },
  when(is('tipoDocumento', '36'), { numDocumento: text({ pattern: NIT }) }),
  when(is('tipoDocumento', '13'), { numDocumento: text({ pattern: PLAIN_DUI }) }),
);

/** CAT-014 as fe-fse-v1 lists it: 1 to 59 but for four codes, and "other". */
const UNITS_V1 = Array.from({ length: 59 }, (_, index) => index + 1).filter(
  (unit) => ![7, 28, 41, 48].includes(unit),
);

const lineV1 = object({
  ...line,
  tipoItem: oneOf(1, 2, 3),
  uniMedida: oneOf(...UNITS_V1, OTHER_UNIT),
  descripcion: descripcionV1,
  precioUni: lineAmount,
  compra: lineAmount,
});

const totals: Fields = {
  totalCompra: totalAmount,
  descu: totalAmount,
  totalDescu: totalAmount,
  subTotal: totalAmount,
  reteRenta: totalAmount,
  totalPagar: totalAmount,
};

const resumenV1 = object(
  {
    ...totals,
    totalDescu: nullable(totalAmount),
    ivaRete1: totalAmount,
    totalLetras: totalLetrasV1,
    condicionOperacion,
    pagos: pagosV1,
    observaciones: nullable(text({ max: 3000 })),
  },
  creditTerms,
);

/** The Factura de Sujeto Excluido, type 14, of fe-fse-v1. */
export const sujetoExcluidoV1 = object({
  identificacion: identificacionV1({ tipoDte: '14', version: 1, motivo: { min: 1, max: 500 } }),
  emisor: object({
    ...issuerV1,
    ...placeV1,
    nrc: nullable(text({ pattern: NRC })),
    nombre: text({ min: 1, max: 250 }),
  }),
  sujetoExcluido: subjectV1,
  cuerpoDocumento: list(lineV1, { min: 1, max: MOST_LINES }),
  resumen: resumenV1,
  apendice: apendice(FREE),
});

const subjectV2 = object({
  tipoDocumento: text(),
  numDocumento: numDocumentoV2,
  nombre: text({ min: 1, max: 250 }),
  codActividad: nullable(text()),
  descActividad: nullable(text({ min: 5, max: 150 })),
  direccion: direccionV2(),
  telefono: nullable(telefono),
  correo: nullable(text({ min: 6, max: 100 })),
});

const lineV2 = object({
  ...line,
  tipoItem: integer(),
  uniMedida: integer({ min: 1 }),
  descripcion: descripcionV2,
  precioUni: lineAmount,
  compra: lineAmount,
});

const resumenV2 = object({
  ...totals,
  totalLetras: nullable(text({ min: 1, max: 200 })),
  condicionOperacion: anyNumber,
  pagos: pagosOfAnyPeriod,
  observaciones: observacionesV2,
});

/** The Factura de Sujeto Excluido, type 14, of fe-fse-v2. */
export const sujetoExcluidoV2 = object({
  identificacion: identificacionV2({ tipoDte: '14', version: 2 }),
  emisor: object({ ...issuerV2, ...placeV2, nrc: nullable(text({ min: 2, max: 8 })) }),
  receptor: subjectV2,
  cuerpoDocumento: list(lineV2, { min: 1, max: MOST_LINES }),
  resumen: resumenV2,
  apendice: apendice(FREE),
});
