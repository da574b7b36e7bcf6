import { isActivityCode, isDate, isEmail, isNit, isNrc } from '../shapes/formats.ts';
import {
  cents,
  distinct,
  each,
  type Fields,
  fine,
  formed,
  integer,
  list,
  type NumberLimits,
  number,
  orNull,
  record,
  type Shape,
  signed,
  text,
} from '../shapes/shape.ts';
import { direccionV2 } from './shapes-of-every-type.ts';

const ANY_TEXT = text(0, Number.POSITIVE_INFINITY);

const documentoRelacionado = record({
  tipoDocumento: ANY_TEXT,
  tipoGeneracion: integer(),
  numeroDocumento: text(1, 36),
  fechaEmision: formed(isDate),
});

/** Between 1 and 50 documents to which this one refers. */
export const relacionadosV2 = list(documentoRelacionado, 1, 50);

/** The issuer, whatever it issues. Types 05 and 11 differ in some lengths, 05 and 14 in what may be null. */
export const EMISOR_V2: Fields = {
  nit: formed(isNit),
  nrc: text(2, 8, isNrc),
  nombre: text(1, 250),
  codActividad: text(5, 6, isActivityCode),
  descActividad: text(5, 150),
  direccion: direccionV2,
  telefono: text(8, 30),
  correo: text(6, 100, isEmail),
};

export const NOMBRE_COMERCIAL: Fields = { nombreComercial: orNull(text(1, 150)) };

/** Where a document was issued; notes do not say it. */
export const PLACE_V2: Fields = { codEstable: orNull(text(4, 4)), codPuntoVenta: orNull(text(1, 15)) };

/** The receiver of types 03 and 05, a taxpayer, without its number. */
export const CONTRIBUYENTE_V2: Fields = {
  nrc: orNull(text(2, 8, isNrc)),
  nombre: text(1, 250),
  codActividad: text(5, 6, isActivityCode),
  descActividad: text(5, 150),
  ...NOMBRE_COMERCIAL,
  direccion: direccionV2,
  telefono: orNull(text(8, 30)),
  correo: orNull(text(1, 100, isEmail)),
};

export const ventaTerceroV2: Shape = orNull(
  record({ nit: orNull(text(1, 20)), nombre: text(1, 250), codDomiciliado: orNull(integer()) }),
);

/** What every line of a sale has, in types 01, 03, 05 and 11. */
export const SALE_LINE_V2: Fields = {
  numItem: integer({ min: 1n, max: 2000n }),
  tipoItem: integer(),
  numeroDocumento: orNull(text(1, 36)),
  cantidad: fine({ above: 0n }),
  codigo: orNull(text(1, 25)),
  codTributo: orNull(text(2, 2)),
  uniMedida: integer({ min: 1n, max: 99n }),
  descripcion: text(1, 1500),
  ...each(fine(), 'precioUni', 'montoDescu', 'ventaGravada'),
  tributos: orNull(distinct(text(2, 2), 1)),
  noGravado: signed(8),
};

/** The columns of a sale at home. */
export const UNTAXED_COLUMNS: Fields = each(fine(), 'ventaNoSuj', 'ventaExenta');

/** What every summary of a sale has, in types 01, 03, 05 and 11. */
export const SALE_RESUMEN_V2: Fields = {
  ...each(cents(), 'totalGravada', 'totalDescu', 'montoTotalOperacion', 'totalPagar'),
  tributos: orNull(distinct(record({ codigo: text(2, 2), descripcion: text(1, 300), valor: cents() }), 0)),
  totalNoGravado: signed(2),
  condicionOperacion: number({}),
};

/** What summaries of types 01 and 03 have besides. */
export const HOME_RESUMEN_V2: Fields = {
  ...SALE_RESUMEN_V2,
  ...each(cents(), 'totalNoSuj', 'totalExenta', 'subTotalVentas', 'subTotal', 'ivaRete'),
  ...each(cents(), 'descuNoSuj', 'descuExenta', 'descuGravada'),
  porcentajeDescuento: cents({ max: 100n }),
  saldoFavor: number({ max: 0n, above: -100_000_000_000n, decimals: 2 }),
  numPagoElectronico: orNull(text(0, 100)),
};

/** The payments; type 14 alone does not say that a period is positive. */
export function pagosV2(periodo: NumberLimits): Shape {
  const pago = record({
    codigo: orNull(text(0, 2)),
    montoPago: cents(),
    referencia: orNull(text(0, 50)),
    plazo: orNull(ANY_TEXT),
    periodo: orNull(number(periodo)),
  });
  return orNull(list(pago, 1, Number.POSITIVE_INFINITY));
}
