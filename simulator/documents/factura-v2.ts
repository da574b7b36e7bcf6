import { isActivityCode, isEmail, isNrc } from '../shapes/formats.ts';
import { cents, fine, integer, list, number, orNull, record, text } from '../shapes/shape.ts';
import { paymentsRemark } from './amounts.ts';
import { codedFields } from './coded-fields.ts';
import { receptorNumber } from './conditions-v2.ts';
import type { DocumentKind } from './document-kind.ts';
import { facturaAmounts } from './factura-amounts.ts';
import { FACTURA_RELATED_CODE, RESUMEN_TRIBUTO_CODE, receptorFrom25000 } from './factura-values.ts';
import { taxesBesideIncludedVat, taxLines } from './line-taxes.ts';
import {
  EMISOR_V2,
  HOME_RESUMEN_V2,
  NOMBRE_COMERCIAL,
  PLACE_V2,
  pagosV2,
  relacionadosV2,
  SALE_LINE_V2,
  UNTAXED_COLUMNS,
  ventaTerceroV2,
} from './parts-v2.ts';
import {
  CODES_OF_2026,
  contingencyValues,
  correlativeLines,
  creditTerms,
  montoTotalOperacion,
} from './rules-of-every-type.ts';
import { apendice, direccionV2, identificacion, motivoContin } from './shapes-of-every-type.ts';
import { territoryV2 } from './territory.ts';

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
  ...SALE_LINE_V2,
  ...UNTAXED_COLUMNS,
  precioUni: number({ below: 100_000_000_000n, decimals: 8 }),
  psv: fine(),
  ivaItem: fine(),
});

const resumen = record({
  ...HOME_RESUMEN_V2,
  totalLetras: orNull(text(1, 200)),
  totalIva: cents(),
  pagos: pagosV2({ above: 0n }),
  observaciones: orNull(text(1, 3000)),
});

const shape = record({
  identificacion: identificacion({
    tipoDte: '01',
    version: 2n,
    generation: 'v2',
    reason: motivoContin(1, 500),
  }),
  documentoRelacionado: orNull(relacionadosV2),
  emisor: record({ ...EMISOR_V2, ...NOMBRE_COMERCIAL, ...PLACE_V2 }),
  receptor: orNull(receptor),
  otrosDocumentos: orNull(list(otroDocumento, 1, 10)),
  ventaTercero: ventaTerceroV2,
  cuerpoDocumento: list(linea, 1, 2000),
  resumen,
  apendice: apendice(0, 0, 0),
});

/** Factura, the generation of 2026 (`fe-f-v2`). Its schema lets pass what the authority refuses by other rules. */
export const facturaV2: DocumentKind = {
  tipoDte: '01',
  version: 2,
  generation: 'v2',
  shape,
  conditions: receptorNumber,
  rules: [
    correlativeLines,
    contingencyValues('motivoContin'),
    codedFields([FACTURA_RELATED_CODE, ...CODES_OF_2026, RESUMEN_TRIBUTO_CODE]),
    territoryV2,
    taxLines,
    taxesBesideIncludedVat,
    creditTerms,
    receptorFrom25000,
    facturaAmounts('ivaRete'),
  ],
  remarks: [paymentsRemark],
  montoTotal: montoTotalOperacion,
};
