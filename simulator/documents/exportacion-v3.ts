import type { JsonRecord } from '../exact/json.ts';
import type { Fault } from '../shapes/fault.ts';
import { isEmail } from '../shapes/formats.ts';
import { cents, each, integer, list, orNull, record, signed, text } from '../shapes/shape.ts';
import { paymentsRemark } from './amounts.ts';
import { codedFields } from './coded-fields.ts';
import { receptorNumber } from './conditions-v2.ts';
import type { DocumentKind } from './document-kind.ts';
import { exportacionAmounts } from './exportacion-amounts.ts';
import { EXPORT_CODES_V3, exportTaxes, exportTermsV3 } from './exportacion-values.ts';
import { taxLines } from './line-taxes.ts';
import {
  EMISOR_V2,
  NOMBRE_COMERCIAL,
  PLACE_V2,
  pagosV2,
  relacionadosV2,
  SALE_LINE_V2,
  SALE_RESUMEN_V2,
  ventaTerceroV2,
} from './parts-v2.ts';
import {
  CODES_OF_2026,
  contingencyValues,
  correlativeLines,
  creditTerms,
  montoTotalOperacion,
} from './rules-of-every-type.ts';
import { apendice, identificacion, motivoContin } from './shapes-of-every-type.ts';
import { relatedNumbers } from './taxpayer-values.ts';
import { territoryV2 } from './territory.ts';

const ANY_TEXT = text(0, Number.POSITIVE_INFINITY);

const emisor = record({
  ...EMISOR_V2,
  ...NOMBRE_COMERCIAL,
  ...PLACE_V2,
  descActividad: text(1, 150),
  telefono: orNull(text(8, 30)),
  tipoItemExpor: integer(),
  recintoFiscal: orNull(text(2, 2)),
  tipoRegimen: orNull(ANY_TEXT),
  regimen: orNull(text(1, 13)),
});

const receptor = record({
  nombre: text(1, 250),
  tipoDocumento: text(2, 2),
  numDocumento: text(1, 20),
  descActividad: text(5, 150),
  ...NOMBRE_COMERCIAL,
  codPais: ANY_TEXT,
  nombrePais: text(3, 50),
  complemento: text(1, 200),
  tipoPersona: integer(),
  telefono: orNull(text(8, 30)),
  correo: orNull(text(6, 100, isEmail)),
});

const otroDocumento = record({
  codDocAsociado: orNull(integer()),
  descDocumento: orNull(text(3, 100)),
  detalleDocumento: orNull(text(3, 300)),
  placaTrans: orNull(text(5, 70)),
  modoTransp: orNull(integer({ min: 1n, max: 7n })),
  numConductor: orNull(text(5, 100)),
  nombreConductor: orNull(text(5, 200)),
});

const resumen = record({
  ...SALE_RESUMEN_V2,
  ...each(cents(), 'descuGravada', 'seguro', 'totalNoOnerosas'),
  porcentajeDescuento: cents({ max: 100n }),
  flete: orNull(cents()),
  saldoFavor: signed(2),
  totalLetras: orNull(text(1, 200)),
  pagos: pagosV2({ above: 0n }),
  codIncoterms: orNull(text(0, 2)),
  descIncoterms: orNull(text(1, 150)),
  numPagoElectronico: orNull(text(1, 100)),
  observaciones: orNull(text(1, 3000)),
});

const shape = record({
  identificacion: identificacion({
    tipoDte: '11',
    version: 3n,
    generation: 'v2',
    reason: motivoContin(1, 500),
  }),
  documentoRelacionado: orNull(relacionadosV2),
  emisor,
  receptor,
  otrosDocumentos: orNull(list(otroDocumento, 1, 20)),
  ventaTercero: ventaTerceroV2,
  compraTercero: orNull(record({ numDocumento: text(1, 20), nombre: text(1, 250) })),
  cuerpoDocumento: list(record({ ...SALE_LINE_V2, numeroDocumento: orNull(ANY_TEXT) }), 1, 2000),
  resumen,
  apendice: apendice(1, 1, 1),
});

/** A sale is made for a third party, or a purchase, or neither. */
function conditions(document: JsonRecord): readonly Fault[] {
  const both = document['ventaTercero'] !== null && document['compraTercero'] !== null;
  const number = receptorNumber(document);
  return both ? [...number, { path: '#/compraTercero', problem: 'type' }] : number;
}

/** Factura de exportacion, the generation of 2026 (`fe-fex-v3`). */
export const exportacionV3: DocumentKind = {
  tipoDte: '11',
  version: 3,
  generation: 'v2',
  shape,
  conditions,
  rules: [
    correlativeLines,
    contingencyValues('motivoContin'),
    codedFields([...CODES_OF_2026, ...EXPORT_CODES_V3]),
    relatedNumbers,
    territoryV2,
    exportTermsV3,
    taxLines,
    exportTaxes,
    creditTerms,
    exportacionAmounts('descuGravada'),
  ],
  remarks: [paymentsRemark],
  montoTotal: montoTotalOperacion,
};
