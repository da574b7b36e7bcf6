import { amountIn, integerIn, recordIn, recordsIn } from '../exact/json.ts';
import { compare, isZero, ratio } from '../exact/rational.ts';
import { isActivityCode, isEmail, isNit, isNrc, matching } from '../shapes/formats.ts';
import {
  cents,
  distinct,
  each,
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
import { paymentsRemark } from './amounts.ts';
import { RECEPTOR_DOCUMENTS } from './catalogs.ts';
import { codedFields } from './coded-fields.ts';
import { type Condition, conditionsOf, documentNumber } from './conditions-v1.ts';
import type { DocumentKind } from './document-kind.ts';
import { exportacionAmounts } from './exportacion-amounts.ts';
import { EXPORT_CODES_V1, exportTermsV1, LEGACY_COUNTRY_CODES } from './exportacion-values.ts';
import { pagosV1, TIPO_ESTABLECIMIENTO } from './parts-v1.ts';
import {
  CODES_OF_EVERY_TYPE,
  contingencyValues,
  correlativeLines,
  creditTerms,
  montoTotalOperacion,
} from './rules-of-every-type.ts';
import { apendice, direccionV1, identificacion } from './shapes-of-every-type.ts';
import { territoryV1 } from './territory.ts';

const ANY_TEXT = text(0, Number.POSITIVE_INFINITY);

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
  tipoItemExpor: integer({ values: [1n, 2n, 3n] }),
  recintoFiscal: orNull(text(2, 2)),
  regimen: orNull(ANY_TEXT),
});

const receptor = record({
  nombre: text(1, 250),
  tipoDocumento: oneOf(...RECEPTOR_DOCUMENTS),
  numDocumento: text(3, 20),
  nombreComercial: orNull(text(1, 150)),
  codPais: oneOf(...LEGACY_COUNTRY_CODES),
  nombrePais: text(3, 50),
  complemento: text(5, 300),
  tipoPersona: integer({ values: [1n, 2n] }),
  descActividad: text(5, 150),
  telefono: orNull(text(8, 50)),
  correo: orNull(text(3, 100, isEmail)),
});

const otroDocumento = record({
  codDocAsociado: integer({ values: [1n, 2n, 3n, 4n] }),
  descDocumento: orNull(text(0, 100)),
  detalleDocumento: orNull(text(0, 300)),
  placaTrans: orNull(text(5, 70)),
  modoTransp: orNull(integer({ values: [1n, 2n, 3n, 4n] })),
  numConductor: orNull(text(5, 100)),
  nombreConductor: orNull(text(5, 200)),
});

const linea = record({
  numItem: integer({ min: 1n, max: 2000n }),
  cantidad: fine({ above: 0n }),
  codigo: orNull(text(1, 200)),
  uniMedida: integer({ min: 1n, max: 99n }),
  descripcion: text(0, 1000),
  precioUni: number({ below: 100_000_000_000n, decimals: 8 }),
  ...each(fine(), 'montoDescu', 'ventaGravada'),
  tributos: orNull(distinct(text(2, 2), 1)),
  noGravado: signed(8),
});

const resumen = record({
  ...each(cents(), 'totalGravada', 'descuento', 'totalDescu', 'totalPagar'),
  porcentajeDescuento: cents({ max: 100n }),
  ...each(orNull(cents()), 'seguro', 'flete'),
  montoTotalOperacion: cents({ above: 0n }),
  totalNoGravado: signed(2),
  totalLetras: text(0, 200),
  condicionOperacion: number({ values: [1n, 2n, 3n] }),
  pagos: pagosV1,
  codIncoterms: orNull(ANY_TEXT),
  descIncoterms: orNull(text(3, 150)),
  numPagoElectronico: orNull(text(0, 100)),
  observaciones: orNull(text(0, 500)),
});

const shape = record({
  identificacion: identificacion({
    tipoDte: '11',
    version: 1n,
    generation: 'v1',
    reason: { motivoContigencia: orNull(text(1, 500)) },
  }),
  emisor,
  receptor: orNull(receptor),
  otrosDocumentos: orNull(list(otroDocumento, 1, 20)),
  ventaTercero: orNull(record({ nit: formed(isNit), nombre: text(1, 250) })),
  cuerpoDocumento: list(linea, 1, 2000),
  resumen,
  apendice: apendice(0, 0, 0),
});

/** From this amount on the receiver is there and has an e-mail address. */
const IDENTIFIED_FROM = ratio(10_000n, 1n);

const receiver: Condition = (document, demand) => {
  const amount = amountIn(recordIn(document, 'resumen'), 'montoTotalOperacion');
  if (compare(amount, IDENTIFIED_FROM) < 0) return;
  demand(document['receptor'] !== null, '#/receptor', 'type');
  demand(recordIn(document, 'receptor')['correo'] !== null, '#/receptor/correo', 'type');
};

/** The schema misspells the field of the reason here too, and asks for no type of contingency. */
const transmission: Condition = (document, demand) => {
  const part = recordIn(document, 'identificacion');
  const normal = integerIn(part, 'tipoOperacion') === 1;
  demand(integerIn(part, 'tipoModelo') === (normal ? 1 : 2), '#/identificacion/tipoModelo');
  demand(!normal || part['tipoContingencia'] === null, '#/identificacion/tipoContingencia', 'type');
};

/** Services leave through no customs. */
const services: Condition = (document, demand) => {
  const part = recordIn(document, 'emisor');
  const ofServices = integerIn(part, 'tipoItemExpor') === 2;
  for (const key of ['recintoFiscal', 'regimen']) {
    demand(!ofServices || part[key] === null, `#/emisor/${key}`, 'type');
  }
};

/** A transport document (4) names vehicle and driver, and others do not; 1 and 2 are described. */
const transport: Condition = (document, demand) => {
  for (const [index, other] of recordsIn(document, 'otrosDocumentos').entries()) {
    const at = (key: string) => `#/otrosDocumentos/${index}/${key}`;
    const kind = integerIn(other, 'codDocAsociado') ?? 0;
    for (const key of ['modoTransp', 'nombreConductor', 'placaTrans']) {
      demand((other[key] !== null) === (kind === 4), at(key), 'type');
    }
    for (const key of ['descDocumento', 'detalleDocumento']) {
      demand(kind > 2 || other[key] !== null, at(key), 'type');
    }
  }
};

/** Sales list VAT at 0 % or nothing. */
const taxes: Condition = (document, demand) => {
  for (const [index, line] of recordsIn(document, 'cuerpoDocumento').entries()) {
    const codes = line['tributos'];
    if (!isZero(amountIn(line, 'noGravado')) || !Array.isArray(codes)) continue;
    demand(
      codes.every((code) => code === 'C3'),
      `#/cuerpoDocumento/${index}/tributos`,
    );
  }
};

/** Factura de exportacion, first generation (`fe-fex-v1`). */
export const exportacionV1: DocumentKind = {
  tipoDte: '11',
  version: 1,
  generation: 'v1',
  shape,
  conditions: conditionsOf(
    ...[transmission, receiver, services, transport, taxes],
    documentNumber('receptor', matching(/^[0-9]{8}-[0-9]$/)),
  ),
  rules: [
    correlativeLines,
    contingencyValues('motivoContigencia'),
    codedFields([...CODES_OF_EVERY_TYPE, ...EXPORT_CODES_V1]),
    territoryV1,
    exportTermsV1,
    creditTerms,
    exportacionAmounts('descuento'),
  ],
  remarks: [paymentsRemark],
  montoTotal: montoTotalOperacion,
};
