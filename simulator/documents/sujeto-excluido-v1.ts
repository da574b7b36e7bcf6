import { isActivityCode, isEmail, isNit, isNrc, matching } from '../shapes/formats.ts';
import {
  cents,
  each,
  fine,
  formed,
  integer,
  list,
  number,
  oneOf,
  orNull,
  record,
  text,
} from '../shapes/shape.ts';
import { paymentsRemark } from './amounts.ts';
import { RECEPTOR_DOCUMENTS } from './catalogs.ts';
import { codedFields } from './coded-fields.ts';
import { conditionsOf, contingency, documentNumber, termOfEachPayment } from './conditions-v1.ts';
import type { DocumentKind } from './document-kind.ts';
import { IDENTITY_V1, PLACE_V1, pagosV1 } from './parts-v1.ts';
import { CODES_OF_EVERY_TYPE, correlativeLines } from './rules-of-every-type.ts';
import { apendice, direccionV1, identificacion, motivoContin } from './shapes-of-every-type.ts';
import { subTotalOfPurchase, sujetoExcluidoAmounts } from './sujeto-excluido-amounts.ts';
import { territoryV1 } from './territory.ts';

const emisor = record({
  ...IDENTITY_V1,
  ...PLACE_V1,
  nit: formed(isNit),
  nrc: orNull(formed(isNrc)),
  nombre: text(1, 250),
  telefono: text(8, 30),
  correo: text(3, 100, isEmail),
});

const sujetoExcluido = record({
  tipoDocumento: oneOf(...RECEPTOR_DOCUMENTS),
  numDocumento: text(1, 20),
  nombre: text(1, 250),
  codActividad: orNull(formed(isActivityCode)),
  descActividad: orNull(text(1, 150)),
  direccion: direccionV1(1),
  telefono: orNull(text(8, 30)),
  correo: orNull(text(0, 100, isEmail)),
});

/** Units that this schema alone lists: 1 to 59 without four, and 99. */
const NO_UNIT = [7n, 28n, 41n, 48n];
const UNITS = [...Array(59).keys()]
  .map((index) => BigInt(index + 1))
  .filter((unit) => !NO_UNIT.includes(unit));

const linea = record({
  numItem: integer({ min: 1n, max: 2000n }),
  tipoItem: integer({ values: [1n, 2n, 3n] }),
  cantidad: fine({ above: 0n }),
  codigo: orNull(text(1, 25)),
  uniMedida: integer({ values: [...UNITS, 99n] }),
  descripcion: text(0, 1000),
  ...each(fine(), 'precioUni', 'montoDescu', 'compra'),
});

const resumen = record({
  ...each(cents(), 'totalCompra', 'descu', 'subTotal', 'ivaRete1', 'reteRenta', 'totalPagar'),
  totalDescu: orNull(cents()),
  totalLetras: text(0, 200),
  condicionOperacion: number({ values: [1n, 2n, 3n] }),
  pagos: pagosV1,
  observaciones: orNull(text(0, 3000)),
});

const shape = record({
  identificacion: identificacion({
    tipoDte: '14',
    version: 1n,
    generation: 'v1',
    reason: motivoContin(1, 500),
  }),
  emisor,
  sujetoExcluido,
  cuerpoDocumento: list(linea, 1, 2000),
  resumen,
  apendice: apendice(0, 0, 0),
});

/** Factura de sujeto excluido, first generation (`fe-fse-v1`). */
export const sujetoExcluidoV1: DocumentKind = {
  tipoDte: '14',
  version: 1,
  generation: 'v1',
  shape,
  conditions: conditionsOf(
    contingency,
    documentNumber('sujetoExcluido', matching(/^[0-9]{9}$/)),
    termOfEachPayment,
  ),
  rules: [correlativeLines, codedFields(CODES_OF_EVERY_TYPE), territoryV1, sujetoExcluidoAmounts],
  remarks: [paymentsRemark],
  montoTotal: subTotalOfPurchase,
};
