import { isActivityCode, isDate, isEmail, isNit, isNrc } from '../shapes/formats.ts';
import {
  cents,
  distinct,
  fine,
  formed,
  integer,
  list,
  number,
  orNull,
  record,
  signed,
  text,
} from '../shapes/shape.ts';
import type { DocumentKind } from './document-kind.ts';
import { facturaAmounts, paymentsRemark } from './factura-amounts.ts';
import { facturaConditionsV2 } from './factura-conditions-v2.ts';
import {
  catalogValues,
  contingencyValues,
  creditTerms,
  noStandardTax,
  receptorFrom25000,
} from './factura-values.ts';
import { correlativeLines, montoTotalOperacion } from './rules-of-every-type.ts';
import { apendice, direccionV2, identificacion } from './shapes-of-every-type.ts';

const documentoRelacionado = record({
  tipoDocumento: text(0, Number.POSITIVE_INFINITY),
  tipoGeneracion: integer(),
  numeroDocumento: text(1, 36),
  fechaEmision: formed(isDate),
});

const emisor = record({
  nit: formed(isNit),
  nrc: text(2, 8, isNrc),
  nombre: text(1, 250),
  codActividad: text(5, 6, isActivityCode),
  descActividad: text(5, 150),
  nombreComercial: orNull(text(1, 150)),
  direccion: direccionV2,
  telefono: text(8, 30),
  correo: text(6, 100, isEmail),
  codEstable: orNull(text(4, 4)),
  codPuntoVenta: orNull(text(1, 15)),
});

const receptor = record({
  tipoDocumento: orNull(text(0, Number.POSITIVE_INFINITY)),
  numDocumento: orNull(text(1, 20)),
  nrc: orNull(text(2, 8, isNrc)),
  nombre: orNull(text(1, 250)),
  codActividad: orNull(text(5, 6, isActivityCode)),
  descActividad: orNull(text(5, 150)),
  direccion: orNull(direccionV2),
  telefono: orNull(text(8, 30)),
  correo: orNull(text(6, 100, isEmail)),
});

const otroDocumento = record({
  codDocAsociado: orNull(integer({ min: 1n, max: 4n })),
  descDocumento: orNull(text(0, 100)),
  detalleDocumento: orNull(text(0, 300)),
  medico: orNull(
    record({
      nombre: orNull(text(0, 100)),
      nit: orNull(text(0, Number.POSITIVE_INFINITY)),
      docIdentificacion: orNull(text(1, 25)),
      tipoServicio: orNull(number({ min: 1n, max: 6n })),
    }),
  ),
});

const linea = record({
  numItem: integer({ min: 1n, max: 2000n }),
  tipoItem: integer(),
  numeroDocumento: orNull(text(1, 36)),
  cantidad: fine({ above: 0n }),
  codigo: orNull(text(1, 25)),
  codTributo: orNull(text(2, 2)),
  uniMedida: integer({ min: 1n, max: 99n }),
  descripcion: text(1, 1500),
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
  codigo: orNull(text(0, 2)),
  montoPago: cents(),
  referencia: orNull(text(0, 50)),
  plazo: orNull(text(0, Number.POSITIVE_INFINITY)),
  periodo: orNull(number({ above: 0n })),
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
  tributos: orNull(distinct(record({ codigo: text(2, 2), descripcion: text(1, 300), valor: cents() }), 0)),
  subTotal: cents(),
  ivaRete: cents(),
  montoTotalOperacion: cents(),
  totalNoGravado: signed(2),
  totalPagar: cents(),
  totalLetras: orNull(text(1, 200)),
  totalIva: cents(),
  saldoFavor: number({ max: 0n, above: -100_000_000_000n, decimals: 2 }),
  condicionOperacion: number({}),
  pagos: orNull(list(pago, 1, Number.POSITIVE_INFINITY)),
  numPagoElectronico: orNull(text(0, 100)),
  observaciones: orNull(text(1, 3000)),
});

const ventaTercero = record({
  nit: orNull(text(1, 20)),
  nombre: text(1, 250),
  codDomiciliado: orNull(integer()),
});

const shape = record({
  identificacion: identificacion({
    tipoDte: '01',
    version: 2n,
    numeroControl: /^DTE-01-[MBSP][0-9]{3}P[0-9]{3}-[0-9]{15}$/,
    motivoContin: [1, 500],
  }),
  documentoRelacionado: orNull(list(documentoRelacionado, 1, 50)),
  emisor,
  receptor: orNull(receptor),
  otrosDocumentos: orNull(list(otroDocumento, 1, 10)),
  ventaTercero: orNull(ventaTercero),
  cuerpoDocumento: list(linea, 1, 2000),
  resumen,
  apendice,
});

/** Factura, the generation of 2026 (`fe-f-v2`). Its schema lets pass what the authority refuses by other rules. */
export const facturaV2: DocumentKind = {
  tipoDte: '01',
  version: 2,
  shape,
  conditions: facturaConditionsV2,
  rules: [
    correlativeLines,
    contingencyValues,
    catalogValues,
    noStandardTax,
    creditTerms,
    receptorFrom25000,
    facturaAmounts({ retention: 'ivaRete', incomeTax: null }),
  ],
  remarks: [paymentsRemark],
  montoTotal: montoTotalOperacion,
};
