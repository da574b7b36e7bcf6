import { isActivityCode, isDate, isEmail, isNit, isNrc, matching } from '../shapes/formats.ts';
import {
  cents,
  distinct,
  each,
  type Fields,
  fine,
  formed,
  integer,
  list,
  number,
  oneOf,
  orNull,
  type RecordShape,
  record,
  type Shape,
  text,
} from '../shapes/shape.ts';
import { LINE_COD_TRIBUTO, PLAZOS } from './catalogs.ts';
import { direccionV1 } from './shapes-of-every-type.ts';

/** Documents that one of some types may refer to. */
export function documentoRelacionadoV1(...tipos: readonly string[]): RecordShape {
  return record({
    tipoDocumento: oneOf(...tipos),
    tipoGeneracion: integer({ values: [1n, 2n] }),
    numeroDocumento: text(1, 36),
    fechaEmision: formed(isDate),
  });
}

export const TIPO_ESTABLECIMIENTO: Shape = oneOf('01', '02', '04', '07', '20');

/** Who somebody is, in the documents between taxpayers and in type 14. */
export const IDENTITY_V1: Fields = {
  nrc: formed(isNrc),
  codActividad: formed(isActivityCode),
  descActividad: text(1, 150),
  direccion: direccionV1(1),
};

/** The issuer of types 03 and 05, without its places of sale. */
export const EMISOR_V1: Fields = {
  ...IDENTITY_V1,
  nit: formed(isNit),
  nombre: text(3, 200),
  nombreComercial: orNull(text(1, 150)),
  tipoEstablecimiento: TIPO_ESTABLECIMIENTO,
  telefono: text(8, 30),
  correo: text(3, 100, isEmail),
};

/** Where types 03 and 14 were issued. */
export const PLACE_V1: Fields = {
  ...each(orNull(text(4, 4)), 'codEstableMH', 'codPuntoVentaMH'),
  codEstable: orNull(text(1, 10)),
  codPuntoVenta: orNull(text(1, 15)),
};

/** The receiver of types 03 and 05, a taxpayer. */
export const contribuyenteV1: RecordShape = record({
  ...IDENTITY_V1,
  nit: formed(isNit),
  nombre: text(1, 250),
  nombreComercial: orNull(text(1, 150)),
  telefono: orNull(text(8, 30)),
  correo: text(0, 100, isEmail),
});

export const otroDocumentoV1: RecordShape = record({
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

/** What every line of a sale has, in types 01, 03 and 05. */
export const SALE_LINE_V1: Fields = {
  numItem: integer({ min: 1n, max: 2000n }),
  tipoItem: integer({ values: [1n, 2n, 3n, 4n] }),
  cantidad: fine({ above: 0n }),
  codigo: orNull(text(1, 25)),
  codTributo: orNull(oneOf(...LINE_COD_TRIBUTO)),
  uniMedida: integer({ min: 1n, max: 99n }),
  descripcion: text(0, 1000),
  ...each(fine(), 'montoDescu', 'ventaNoSuj', 'ventaExenta', 'ventaGravada'),
  tributos: orNull(distinct(text(2, 2), 1)),
};

/** What every summary of a sale has, in types 01, 03 and 05. */
export const SALE_RESUMEN_V1: Fields = {
  ...each(cents(), 'totalNoSuj', 'totalExenta', 'totalGravada', 'subTotalVentas'),
  ...each(cents(), 'descuNoSuj', 'descuExenta', 'descuGravada', 'totalDescu'),
  ...each(cents(), 'subTotal', 'ivaRete1', 'reteRenta', 'montoTotalOperacion'),
  totalLetras: text(0, 200),
  condicionOperacion: number({ values: [1n, 2n, 3n] }),
};

/** The tributos of a summary; some types list the codes. */
export function tributosV1(codigo: Shape): Shape {
  return orNull(distinct(record({ codigo, descripcion: text(2, 150), valor: cents() }), 0));
}

export const pagosV1: Shape = orNull(
  list(
    record({
      codigo: formed(matching(/^(?:0[1-9]|1[0-4]|99)$/)),
      montoPago: cents(),
      referencia: orNull(text(0, 50)),
      plazo: orNull(oneOf(...PLAZOS)),
      periodo: orNull(number({})),
    }),
    1,
    Number.POSITIVE_INFINITY,
  ),
);

/** Who handed over and who received; types differ in the shortest texts and in the vehicle. */
export function extensionV1(shortest: number, vehicle: Fields): Shape {
  return orNull(
    record({
      ...each(orNull(text(shortest, 100)), 'nombEntrega', 'nombRecibe'),
      ...each(orNull(text(shortest, 25)), 'docuEntrega', 'docuRecibe'),
      observaciones: orNull(text(0, 3000)),
      ...vehicle,
    }),
  );
}
