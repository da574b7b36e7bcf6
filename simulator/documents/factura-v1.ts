import { isActivityCode, isDate, isEmail, isNit, isNrc, matching } from '../shapes/formats.ts';
import {
  cents,
  distinct,
  fine,
  formed,
  integer,
  list,
  number,
  oneOf,
  orNull,
  record,
  signed,
  text,
} from '../shapes/shape.ts';
import { FACTURA_RELATED, LINE_COD_TRIBUTO, RECEPTOR_DOCUMENTS, RESUMEN_TRIBUTOS } from './catalogs.ts';
import type { DocumentKind } from './document-kind.ts';
import { facturaAmounts, paymentsRemark } from './factura-amounts.ts';
import { facturaConditionsV1 } from './factura-conditions-v1.ts';
import { creditTerms, noStandardTax } from './factura-values.ts';
import { correlativeLines, montoTotalOperacion } from './rules-of-every-type.ts';
import { apendice, direccionV1, identificacion } from './shapes-of-every-type.ts';

const documentoRelacionado = record({
  tipoDocumento: oneOf(...FACTURA_RELATED),
  tipoGeneracion: integer({ values: [1n, 2n] }),
  numeroDocumento: text(1, 36),
  fechaEmision: formed(isDate),
});

const emisor = record({
  nit: formed(isNit),
  nrc: text(2, 8, isNrc),
  nombre: text(1, 250),
  codActividad: text(5, 6, isActivityCode),
  descActividad: text(5, 150),
  nombreComercial: orNull(text(5, 150)),
  tipoEstablecimiento: oneOf('01', '02', '04', '07', '20'),
  direccion: direccionV1(1),
  telefono: text(8, 30),
  correo: text(3, 100, isEmail),
  codEstableMH: orNull(text(4, 4)),
  codEstable: orNull(text(4, 4)),
  codPuntoVentaMH: orNull(text(4, 4)),
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

const otroDocumento = record({
  codDocAsociado: integer({ min: 1n, max: 4n }),
  descDocumento: orNull(text(0, 100)),
  detalleDocumento: orNull(text(0, 300)),
  medico: orNull(
    record({
      nombre: text(0, 100),
      nit: orNull(formed(isNit)),
      docIdentificacion: orNull(text(2, 25)),
      tipoServicio: number({ min: 1n, max: 6n }),
    }),
  ),
});

const linea = record({
  numItem: integer({ min: 1n, max: 2000n }),
  tipoItem: integer({ values: [1n, 2n, 3n, 4n] }),
  numeroDocumento: orNull(text(1, 36)),
  cantidad: fine({ above: 0n }),
  codigo: orNull(text(1, 25)),
  codTributo: orNull(oneOf(...LINE_COD_TRIBUTO)),
  uniMedida: integer({ min: 1n, max: 99n }),
  descripcion: text(0, 1000),
  precioUni: number({ below: 100_000_000_000n, decimals: 8 }),
  montoDescu: fine(),
  ventaNoSuj: fine(),
  ventaExenta: fine(),
  ventaGravada: fine(),
  tributos: orNull(distinct(text(2, 2), 1)),
  psv: fine(),
  noGravado: signed(8),
  ivaItem: fine(),
});

const pago = record({
  codigo: formed(matching(/^(?:0[1-9]|1[0-4]|99)$/)),
  montoPago: cents(),
  referencia: orNull(text(0, 50)),
  plazo: orNull(oneOf('01', '02', '03')),
  periodo: orNull(number({})),
});

const resumen = record({
  totalNoSuj: cents(),
  totalExenta: cents(),
  totalGravada: cents(),
  subTotalVentas: cents(),
  descuNoSuj: cents(),
  descuExenta: cents(),
  descuGravada: cents(),
  porcentajeDescuento: cents({ max: 100n }),
  totalDescu: cents(),
  tributos: orNull(
    distinct(record({ codigo: oneOf(...RESUMEN_TRIBUTOS), descripcion: text(2, 150), valor: cents() }), 0),
  ),
  subTotal: cents(),
  ivaRete1: cents(),
  reteRenta: cents(),
  montoTotalOperacion: cents(),
  totalNoGravado: signed(2),
  totalPagar: cents(),
  totalLetras: text(0, 200),
  totalIva: cents(),
  saldoFavor: number({ max: 0n, decimals: 2 }),
  condicionOperacion: number({ values: [1n, 2n, 3n] }),
  pagos: orNull(list(pago, 1, Number.POSITIVE_INFINITY)),
  numPagoElectronico: orNull(text(0, 100)),
});

const extension = record({
  nombEntrega: orNull(text(5, 100)),
  docuEntrega: orNull(text(5, 25)),
  nombRecibe: orNull(text(5, 100)),
  docuRecibe: orNull(text(5, 25)),
  observaciones: orNull(text(0, 3000)),
  placaVehiculo: orNull(text(0, 10)),
});

const shape = record({
  identificacion: identificacion({
    tipoDte: '01',
    version: 1n,
    numeroControl: /^DTE-01-[A-Z0-9]{8}-[0-9]{15}$/,
    motivoContin: [5, 150],
  }),
  documentoRelacionado: orNull(list(documentoRelacionado, 1, 10)),
  emisor,
  receptor: orNull(receptor),
  otrosDocumentos: orNull(list(otroDocumento, 1, 10)),
  ventaTercero: orNull(record({ nit: formed(isNit), nombre: text(1, 250) })),
  cuerpoDocumento: list(linea, 1, 2000),
  resumen,
  extension: orNull(extension),
  apendice,
});

/** Factura, first generation (`fe-fc-v1`). */
export const facturaV1: DocumentKind = {
  tipoDte: '01',
  version: 1,
  shape,
  conditions: facturaConditionsV1,
  rules: [
    correlativeLines,
    noStandardTax,
    creditTerms,
    facturaAmounts({ retention: 'ivaRete1', incomeTax: 'reteRenta' }),
  ],
  remarks: [paymentsRemark],
  montoTotal: montoTotalOperacion,
};
