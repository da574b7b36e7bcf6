import { isActivityCode, isEmail, isNit, isNrc } from '../shapes/formats.ts';
import {
  cents,
  each,
  fine,
  formed,
  list,
  number,
  oneOf,
  orNull,
  record,
  signed,
  text,
} from '../shapes/shape.ts';
import { paymentsRemark } from './amounts.ts';
import { FACTURA_RELATED, RECEPTOR_DOCUMENTS, RESUMEN_TRIBUTOS } from './catalogs.ts';
import { codedFields } from './coded-fields.ts';
import type { DocumentKind } from './document-kind.ts';
import { facturaAmounts } from './factura-amounts.ts';
import { facturaConditionsV1 } from './factura-conditions-v1.ts';
import { taxesBesideIncludedVat } from './line-taxes.ts';
import {
  documentoRelacionadoV1,
  extensionV1,
  otroDocumentoV1,
  pagosV1,
  SALE_LINE_V1,
  SALE_RESUMEN_V1,
  TIPO_ESTABLECIMIENTO,
  tributosV1,
} from './parts-v1.ts';
import {
  CODES_OF_EVERY_TYPE,
  correlativeLines,
  creditTerms,
  montoTotalOperacion,
} from './rules-of-every-type.ts';
import { apendice, direccionV1, identificacion, motivoContin } from './shapes-of-every-type.ts';
import { territoryV1 } from './territory.ts';

const emisor = record({
  nit: formed(isNit),
  nrc: text(2, 8, isNrc),
  nombre: text(1, 250),
  codActividad: text(5, 6, isActivityCode),
  descActividad: text(5, 150),
  nombreComercial: orNull(text(5, 150)),
  tipoEstablecimiento: TIPO_ESTABLECIMIENTO,
  direccion: direccionV1(1),
  telefono: text(8, 30),
  correo: text(3, 100, isEmail),
  ...each(orNull(text(4, 4)), 'codEstableMH', 'codEstable', 'codPuntoVentaMH'),
  codPuntoVenta: orNull(text(1, 15)),
});

const receptor = record({
  tipoDocumento: orNull(oneOf(...RECEPTOR_DOCUMENTS)),
  numDocumento: orNull(text(3, 20)),
  nrc: orNull(text(2, 8, isNrc)),
  nombre: orNull(text(1, 250)),
  codActividad: orNull(text(5, 6, isActivityCode)),
  descActividad: orNull(text(5, 150)),
  direccion: orNull(direccionV1(5)),
  telefono: orNull(text(8, 30)),
  correo: orNull(text(0, 100, isEmail)),
});

const linea = record({
  ...SALE_LINE_V1,
  numeroDocumento: orNull(text(1, 36)),
  precioUni: number({ below: 100_000_000_000n, decimals: 8 }),
  psv: fine(),
  noGravado: signed(8),
  ivaItem: fine(),
});

const resumen = record({
  ...SALE_RESUMEN_V1,
  porcentajeDescuento: cents({ max: 100n }),
  tributos: tributosV1(oneOf(...RESUMEN_TRIBUTOS)),
  totalNoGravado: signed(2),
  ...each(cents(), 'totalPagar', 'totalIva'),
  saldoFavor: number({ max: 0n, decimals: 2 }),
  pagos: pagosV1,
  numPagoElectronico: orNull(text(0, 100)),
});

const shape = record({
  identificacion: identificacion({
    tipoDte: '01',
    version: 1n,
    generation: 'v1',
    reason: motivoContin(5, 150),
  }),
  documentoRelacionado: orNull(list(documentoRelacionadoV1(...FACTURA_RELATED), 1, 10)),
  emisor,
  receptor: orNull(receptor),
  otrosDocumentos: orNull(list(otroDocumentoV1, 1, 10)),
  ventaTercero: orNull(record({ nit: formed(isNit), nombre: text(1, 250) })),
  cuerpoDocumento: list(linea, 1, 2000),
  resumen,
  extension: extensionV1(5, { placaVehiculo: orNull(text(0, 10)) }),
  apendice: apendice(0, 0, 0),
});

/** Factura, first generation (`fe-fc-v1`). */
export const facturaV1: DocumentKind = {
  tipoDte: '01',
  version: 1,
  generation: 'v1',
  shape,
  conditions: facturaConditionsV1,
  rules: [
    correlativeLines,
    codedFields(CODES_OF_EVERY_TYPE),
    territoryV1,
    taxesBesideIncludedVat,
    creditTerms,
    facturaAmounts('ivaRete1'),
  ],
  remarks: [paymentsRemark],
  montoTotal: montoTotalOperacion,
};
