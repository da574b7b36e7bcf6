import { isActivityCode, isEmail, isNrc } from '../shapes/formats.ts';
import { cents, each, fine, formed, integer, list, number, orNull, record, text } from '../shapes/shape.ts';
import { paymentsRemark } from './amounts.ts';
import { among, coded, codedFields } from './coded-fields.ts';
import { receptorNumber } from './conditions-v2.ts';
import type { DocumentKind } from './document-kind.ts';
import { EMISOR_V2, PLACE_V2, pagosV2 } from './parts-v2.ts';
import { CODES_OF_2026, contingencyValues, correlativeLines, creditTerms } from './rules-of-every-type.ts';
import { apendice, direccionV2, identificacion, motivoContin } from './shapes-of-every-type.ts';
import { subTotalOfPurchase, sujetoExcluidoAmounts } from './sujeto-excluido-amounts.ts';
import { territoryV2 } from './territory.ts';

const receptor = record({
  tipoDocumento: text(0, Number.POSITIVE_INFINITY),
  numDocumento: text(1, 20),
  nombre: text(1, 250),
  codActividad: orNull(formed(isActivityCode)),
  descActividad: orNull(text(5, 150)),
  direccion: direccionV2,
  telefono: orNull(text(8, 30)),
  correo: orNull(text(6, 100, isEmail)),
});

const linea = record({
  numItem: integer({ min: 1n, max: 2000n }),
  tipoItem: integer(),
  cantidad: fine({ above: 0n }),
  codigo: orNull(text(1, 25)),
  uniMedida: integer({ min: 1n }),
  descripcion: text(1, 1500),
  ...each(fine(), 'precioUni', 'montoDescu', 'compra'),
});

const resumen = record({
  ...each(cents(), 'totalCompra', 'descu', 'totalDescu', 'subTotal', 'reteRenta', 'totalPagar'),
  totalLetras: orNull(text(1, 200)),
  condicionOperacion: number({}),
  pagos: pagosV2({}),
  observaciones: orNull(text(1, 3000)),
});

const shape = record({
  identificacion: identificacion({
    tipoDte: '14',
    version: 2n,
    generation: 'v2',
    reason: motivoContin(1, 500),
  }),
  emisor: record({ ...EMISOR_V2, ...PLACE_V2, nrc: orNull(text(2, 8, isNrc)) }),
  receptor,
  cuerpoDocumento: list(linea, 1, 2000),
  resumen,
  apendice: apendice(0, 0, 0),
});

/** Nobody buys a tax. */
const PURCHASE_CODE = coded('cuerpoDocumento', 'tipoItem', among(['1', '2', '3']));

/** Factura de sujeto excluido, the generation of 2026 (`fe-fse-v2`). */
export const sujetoExcluidoV2: DocumentKind = {
  tipoDte: '14',
  version: 2,
  generation: 'v2',
  shape,
  conditions: receptorNumber,
  rules: [
    correlativeLines,
    contingencyValues('motivoContin'),
    codedFields([...CODES_OF_2026, PURCHASE_CODE]),
    territoryV2,
    creditTerms,
    sujetoExcluidoAmounts,
  ],
  remarks: [paymentsRemark],
  montoTotal: subTotalOfPurchase,
};
