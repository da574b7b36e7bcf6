import type { NetItem, NetTotals } from '../drafting/net-lines.ts';
import { SALE_TYPES, type SaleType } from '../drafting/order.ts';
import {
  amountIn,
  identifierIn,
  integerIn,
  objectIn,
  objectsIn,
  readDte,
  textIn,
  textOrNullIn,
} from '../dte/read-dte.ts';
import type { ContribuyenteParty } from '../dte/receptor.ts';
import { IVA } from '../dte/tributos.ts';
import { parseNit } from '../identifiers/nit.ts';
import { parseNrc } from '../identifiers/nrc.ts';
import { type CodigoGeneracion, parseCodigoGeneracion } from '../identifiers/official.ts';
import type { JsonObject } from '../json/read-json.ts';
import { sum } from '../money/decimal.ts';
import { type AdjustedAmounts, amountsOf, byClass, largest, saleOf, totalOf, unitsIn } from './amounts.ts';

/** The recipient as the CCF names it; v1 documents have no district. */
export interface CcfReceptor extends Omit<ContribuyenteParty, 'direccion'> {
  readonly direccion: {
    readonly departamento: string;
    readonly municipio: string;
    readonly distrito: string | null;
    readonly complemento: string;
  };
}

/** A CCF as it was signed, as far as a note on it repeats it. */
export interface IssuedCcf {
  readonly codigoGeneracion: CodigoGeneracion;
  /** Its `fecEmi`. */
  readonly fechaEmision: string;
  /** CAT-019, the issuer's on this document. */
  readonly activityCode: string;
  readonly receptor: CcfReceptor;
  readonly items: readonly NetItem[];
  readonly totals: NetTotals;
  /** CAT-016. */
  readonly condicionOperacion: number;
}

/** Reads the signed text of a CCF. Throws TypeError where it is none of ours. */
export function readIssuedCcf(text: string): IssuedCcf {
  const document = readDte(text);
  const identificacion = objectIn(document, 'identificacion');
  const resumen = objectIn(document, 'resumen');
  return {
    codigoGeneracion: identifierIn(identificacion, 'codigoGeneracion', parseCodigoGeneracion),
    fechaEmision: textIn(identificacion, 'fecEmi'),
    activityCode: textIn(objectIn(document, 'emisor'), 'codActividad'),
    receptor: readReceptor(objectIn(document, 'receptor')),
    items: objectsIn(document, 'cuerpoDocumento').map(readItem),
    totals: readTotals(resumen),
    condicionOperacion: integerIn(resumen, 'condicionOperacion'),
  };
}

/**
 * What the CCF sold, and so the most that notes can take. Its lines may sum to a little more than its subtotal in
 * cents; a note on all of them must fit nevertheless.
 */
export function ccfAmounts({ items, totals }: Pick<IssuedCcf, 'items' | 'totals'>): AdjustedAmounts {
  const { classes, gross, net } = amountsOf(items, totals);
  return {
    gross,
    net: largest([net, totals.subTotalVentas]),
    classes: byClass((saleType) => {
      const ofLines = classes[saleType];
      return { ...ofLines, net: largest([ofLines.net, totalOf(totals, saleType)]) };
    }),
    units: unitsIn(items.map(({ cantidad }, index) => [index + 1, cantidad])),
  };
}

/** The only class of sale of a CCF; null where it has several. */
export function onlyClassOf({ items }: Pick<IssuedCcf, 'items'>): SaleType | null {
  const [first = null, ...others] = SALE_TYPES.filter((saleType) =>
    items.some((item) => saleOf(item, saleType) !== 0n),
  );
  return others.length === 0 ? first : null;
}

/** The recipient of a CCF; a note of v2 has its NIT under another name. */
export function readReceptor(receptor: JsonObject): CcfReceptor {
  const direccion = objectIn(receptor, 'direccion');
  return {
    nit: identifierIn(receptor, 'nit' in receptor ? 'nit' : 'numDocumento', parseNit),
    nrc: identifierIn(receptor, 'nrc', parseNrc),
    nombre: textIn(receptor, 'nombre'),
    codActividad: textIn(receptor, 'codActividad'),
    descActividad: textIn(receptor, 'descActividad'),
    nombreComercial: textOrNullIn(receptor, 'nombreComercial'),
    direccion: {
      departamento: textIn(direccion, 'departamento'),
      municipio: textIn(direccion, 'municipio'),
      distrito: textOrNullIn(direccion, 'distrito'),
      complemento: textIn(direccion, 'complemento'),
    },
    telefono: textOrNullIn(receptor, 'telefono'),
    correo: textOrNullIn(receptor, 'correo'),
  };
}

/** A line of a CCF or of a note. */
export function readItem(item: JsonObject): NetItem {
  return {
    tipoItem: integerIn(item, 'tipoItem'),
    cantidad: amountIn(item, 'cantidad'),
    codigo: textOrNullIn(item, 'codigo'),
    uniMedida: integerIn(item, 'uniMedida'),
    descripcion: textIn(item, 'descripcion'),
    precioUni: amountIn(item, 'precioUni'),
    montoDescu: amountIn(item, 'montoDescu'),
    ventaNoSuj: amountIn(item, 'ventaNoSuj'),
    ventaExenta: amountIn(item, 'ventaExenta'),
    ventaGravada: amountIn(item, 'ventaGravada'),
  };
}

/** The totals of a CCF or of a note. */
export function readTotals(resumen: JsonObject): NetTotals {
  const tributos = objectsIn(resumen, 'tributos').filter((tributo) => textIn(tributo, 'codigo') === IVA);
  return {
    totalNoSuj: amountIn(resumen, 'totalNoSuj'),
    totalExenta: amountIn(resumen, 'totalExenta'),
    totalGravada: amountIn(resumen, 'totalGravada'),
    subTotalVentas: amountIn(resumen, 'subTotalVentas'),
    totalDescu: amountIn(resumen, 'totalDescu'),
    iva: sum(tributos.map((tributo) => amountIn(tributo, 'valor'))),
    ivaPerci: amountIn(resumen, 'ivaPerci1' in resumen ? 'ivaPerci1' : 'ivaPerci'),
    ivaRete: amountIn(resumen, 'ivaRete1' in resumen ? 'ivaRete1' : 'ivaRete'),
  };
}
