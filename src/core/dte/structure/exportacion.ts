import { legacyCountries } from '../../../catalogs/data/legacy-countries.ts';
import {
  lineAmount,
  percentage,
  positiveTotal,
  signedLineAmount,
  signedTotal,
  totalAmount,
  unboundedPrice,
} from './amounts.ts';
import { apendice, FREE, NOT_EMPTY } from './apendice.ts';
import { condicionOperacion, HYPHENATED_DUI, NIT, personDocumentType, telefono } from './codes.ts';
import { atLeast, inside, is, notBoth, when } from './conditions.ts';
import { direccionV2 } from './direccion.ts';
import { documentoRelacionadoV2 } from './documento-relacionado.ts';
import { issuerV2, placeV2, strictIssuerV1, tradeNameV2 } from './emisor.ts';
import { identificacionExportacionV1, identificacionV2 } from './identificacion.ts';
import { codTributoV2, descripcionV1, descripcionV2, line, MOST_LINES } from './linea.ts';
import { list } from './list.ts';
import { anyNumber, integer } from './number.ts';
import { pagosV1, pagosV2 } from './pagos.ts';
import { numDocumentoV2 } from './receptor.ts';
import { observacionesV2, totalLetrasV1 } from './resumen.ts';
import { type Fields, members, nothing, nullable, object, oneOf } from './shape.ts';
import { compraTercero, ventaTerceroV1, ventaTerceroV2 } from './tercero.ts';
import { email, text } from './text.ts';
import { lineTributos, tributosV2 } from './tributos.ts';

/** CAT-011 for the whole: goods, services, both. */
const SERVICES = 2;
/** CAT-021: the document of a transport. */
const TRANSPORT = 4;
/** From this total on, fe-fex-v1 wants the e-mail of the customer. */
const E_MAIL_FROM_V1 = 10_000;
/** CAT-015: VAT of 0 % on exports. */
const IVA_EXPORTACION = 'C3';

const recintoFiscal = nullable(text({ min: 2, max: 2 }));

const emisorV1 = object(
  { ...strictIssuerV1, tipoItemExpor: oneOf(1, SERVICES, 3), recintoFiscal, regimen: nullable(text()) },
  when(is('tipoItemExpor', SERVICES), { recintoFiscal: nothing, regimen: nothing }),
);

const receptorV1 = object(
  {
    nombre: text({ min: 1, max: 250 }),
    tipoDocumento: personDocumentType,
    numDocumento: text({ min: 3, max: 20 }),
    nombreComercial: nullable(text({ min: 1, max: 150 })),
    codPais: oneOf(...legacyCountries.rows.map(({ code }) => code)),
    nombrePais: text({ min: 3, max: 50 }),
    complemento: text({ min: 5, max: 300 }),
    tipoPersona: oneOf(1, 2),
    descActividad: text({ min: 5, max: 150 }),
    telefono: nullable(text({ min: 8, max: 50 })),
    correo: nullable(email),
  },
  when(is('tipoDocumento', '36'), { numDocumento: text({ pattern: NIT }) }),
  when(is('tipoDocumento', '13'), { numDocumento: text({ pattern: HYPHENATED_DUI }) }),
);

const transport: Fields = {
  placaTrans: nullable(text({ min: 5, max: 70 })),
  numConductor: nullable(text({ min: 5, max: 100 })),
  nombreConductor: nullable(text({ min: 5, max: 200 })),
};

/** The conditions name the driver's document by a key that does not exist, so that none of them binds it. */
const otrosDocumentosV1 = object(
  {
    codDocAsociado: oneOf(1, 2, 3, TRANSPORT),
    descDocumento: nullable(text({ max: 100 })),
    detalleDocumento: nullable(text({ max: 300 })),
    ...transport,
    modoTransp: nullable(integer({ min: 1, max: 4 })),
  },
  when(
    is('codDocAsociado', TRANSPORT),
    { modoTransp: integer(), nombreConductor: text(), placaTrans: text() },
    { modoTransp: nothing, nombreConductor: nothing, placaTrans: nothing },
  ),
  when(is('codDocAsociado', 1, 2), { descDocumento: text(), detalleDocumento: text() }),
);

const lineV1 = object(
  {
    ...line,
    codigo: nullable(text({ min: 1, max: 200 })),
    descripcion: descripcionV1,
    precioUni: unboundedPrice,
    ventaGravada: lineAmount,
    tributos: lineTributos,
    noGravado: signedLineAmount,
  },
  when(is('noGravado', 0), { tributos: nullable(list(oneOf(IVA_EXPORTACION))) }),
);

const totals: Fields = {
  totalGravada: totalAmount,
  porcentajeDescuento: percentage,
  totalDescu: totalAmount,
  flete: nullable(totalAmount),
  totalNoGravado: signedTotal,
  totalPagar: totalAmount,
};

const resumenV1 = object({
  ...totals,
  descuento: totalAmount,
  seguro: nullable(totalAmount),
  montoTotalOperacion: positiveTotal,
  totalLetras: totalLetrasV1,
  condicionOperacion,
  pagos: pagosV1,
  codIncoterms: nullable(text()),
  descIncoterms: nullable(text({ min: 3, max: 150 })),
  numPagoElectronico: nullable(text({ max: 100 })),
  observaciones: nullable(text({ max: 500 })),
});

/** The Factura de Exportación, type 11, of fe-fex-v1. */
export const exportacionV1 = object(
  {
    identificacion: identificacionExportacionV1({ tipoDte: '11', version: 1, motivo: { min: 1, max: 500 } }),
    emisor: emisorV1,
    receptor: nullable(receptorV1),
    otrosDocumentos: nullable(list(otrosDocumentosV1, { min: 1, max: 20 })),
    ventaTercero: ventaTerceroV1({ min: 1, max: 250 }),
    cuerpoDocumento: list(lineV1, { min: 1, max: MOST_LINES }),
    resumen: resumenV1,
    apendice: apendice(FREE),
  },
  when(inside('resumen', atLeast('montoTotalOperacion', E_MAIL_FROM_V1)), {
    receptor: members({ correo: text() }),
  }),
);

const emisorV2 = object({
  ...issuerV2,
  ...tradeNameV2,
  ...placeV2,
  descActividad: text({ min: 1, max: 150 }),
  direccion: direccionV2({ min: 1, max: 2 }),
  telefono: nullable(telefono),
  tipoItemExpor: integer(),
  recintoFiscal,
  tipoRegimen: nullable(text()),
  regimen: nullable(text({ min: 1, max: 13 })),
});

const receptorV2 = object({
  nombre: text({ min: 1, max: 250 }),
  tipoDocumento: text({ min: 2, max: 2 }),
  numDocumento: numDocumentoV2,
  nombreComercial: nullable(text({ min: 1, max: 150 })),
  codPais: text(),
  nombrePais: text({ min: 3, max: 50 }),
  complemento: text({ min: 1, max: 200 }),
  tipoPersona: integer(),
  descActividad: text({ min: 5, max: 150 }),
  telefono: nullable(telefono),
  correo: nullable(text({ min: 6, max: 100 })),
});

const otrosDocumentosV2 = object({
  codDocAsociado: nullable(integer()),
  descDocumento: nullable(text({ min: 3, max: 100 })),
  detalleDocumento: nullable(text({ min: 3, max: 300 })),
  ...transport,
  modoTransp: nullable(integer({ min: 1, max: 7 })),
});

/** The length that fe-fex-v3 means to set to `numeroDocumento` is a numeric bound, which says nothing of a text. */
const lineV2 = object({
  ...line,
  tipoItem: integer(),
  numeroDocumento: nullable(text()),
  codTributo: codTributoV2,
  descripcion: descripcionV2,
  precioUni: lineAmount,
  ventaGravada: lineAmount,
  tributos: lineTributos,
  noGravado: signedLineAmount,
});

const resumenV2 = object({
  ...totals,
  descuGravada: totalAmount,
  seguro: totalAmount,
  tributos: tributosV2,
  montoTotalOperacion: totalAmount,
  totalNoOnerosas: totalAmount,
  totalLetras: nullable(text({ min: 1, max: 200 })),
  saldoFavor: signedTotal,
  condicionOperacion: anyNumber,
  pagos: pagosV2,
  codIncoterms: nullable(text({ max: 2 })),
  descIncoterms: nullable(text({ min: 1, max: 150 })),
  numPagoElectronico: nullable(text({ min: 1, max: 100 })),
  observaciones: observacionesV2,
});

/** The Factura de Exportación, type 11, of fe-fex-v3. */
export const exportacionV2 = object(
  {
    identificacion: identificacionV2({ tipoDte: '11', version: 3 }),
    documentoRelacionado: nullable(documentoRelacionadoV2),
    emisor: emisorV2,
    receptor: receptorV2,
    otrosDocumentos: nullable(list(otrosDocumentosV2, { min: 1, max: 20 })),
    ventaTercero: ventaTerceroV2,
    compraTercero,
    cuerpoDocumento: list(lineV2, { min: 1, max: MOST_LINES }),
    resumen: resumenV2,
    apendice: apendice(NOT_EMPTY),
  },
  notBoth('ventaTercero', 'compraTercero'),
);
