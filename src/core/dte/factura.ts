import type { Decimal } from '../money/decimal.ts';
import { buildDireccion } from './direccion.ts';
import { buildEmisor, type Issuer } from './emisor.ts';
import { buildExtension, WITH_PLATE } from './extension.ts';
import type { SchemaGeneration } from './kinds.ts';
import { type ApendiceEntry, buildApendice, buildPagos, type Pago } from './pagos.ts';
import type { ReceptorParty } from './receptor.ts';
import type { DteObject, DteValue } from './serialize.ts';

/** A line of type 01: prices and amounts include VAT. */
export interface FacturaItem {
  readonly tipoItem: number;
  readonly cantidad: Decimal;
  readonly codigo: string | null;
  readonly uniMedida: number;
  readonly descripcion: string;
  readonly precioUni: Decimal;
  readonly montoDescu: Decimal;
  readonly ventaNoSuj: Decimal;
  readonly ventaExenta: Decimal;
  readonly ventaGravada: Decimal;
  readonly ivaItem: Decimal;
}

export interface FacturaResumen {
  readonly totalNoSuj: Decimal;
  readonly totalExenta: Decimal;
  readonly totalGravada: Decimal;
  readonly subTotalVentas: Decimal;
  readonly totalDescu: Decimal;
  readonly subTotal: Decimal;
  readonly ivaRete: Decimal;
  readonly montoTotalOperacion: Decimal;
  readonly totalPagar: Decimal;
  readonly totalLetras: string;
  readonly totalIva: Decimal;
  readonly condicionOperacion: number;
  readonly pagos: readonly Pago[];
}

export interface Factura {
  readonly issuer: Issuer;
  readonly receptor: ReceptorParty | null;
  readonly items: readonly FacturaItem[];
  readonly resumen: FacturaResumen;
  readonly observaciones: string | null;
  readonly apendice: readonly ApendiceEntry[];
}

const NONE: Decimal = 0n;

/** The Factura (type 01, fe-fc-v1 or fe-f-v2) without its identification block, keys in the schema's order. */
export function buildFactura(factura: Factura, generation: SchemaGeneration): DteObject {
  const body = {
    documentoRelacionado: null,
    emisor: buildEmisor(factura.issuer, generation),
    receptor: buildReceptor(factura.receptor, generation),
    otrosDocumentos: null,
    ventaTercero: null,
    cuerpoDocumento: factura.items.map(buildItem),
    resumen: buildResumen(factura, generation),
  };
  const apendice = buildApendice(factura.apendice);
  if (generation === 'v2') return { ...body, apendice };
  return { ...body, extension: buildExtension(factura.observaciones, WITH_PLATE), apendice };
}

function buildReceptor(receptor: ReceptorParty | null, generation: SchemaGeneration): DteObject | null {
  if (receptor === null) return null;
  return {
    tipoDocumento: receptor.tipoDocumento,
    numDocumento: receptor.numDocumento,
    nrc: receptor.nrc,
    nombre: receptor.nombre,
    codActividad: receptor.codActividad,
    descActividad: receptor.descActividad,
    direccion: receptor.direccion === null ? null : buildDireccion(receptor.direccion, generation),
    telefono: receptor.telefono,
    correo: receptor.correo,
  };
}

function buildItem(item: FacturaItem, index: number): DteObject {
  return {
    numItem: index + 1,
    tipoItem: item.tipoItem,
    numeroDocumento: null,
    cantidad: item.cantidad,
    codigo: item.codigo,
    codTributo: null,
    uniMedida: item.uniMedida,
    descripcion: item.descripcion,
    precioUni: item.precioUni,
    montoDescu: item.montoDescu,
    ventaNoSuj: item.ventaNoSuj,
    ventaExenta: item.ventaExenta,
    ventaGravada: item.ventaGravada,
    tributos: null,
    psv: NONE,
    noGravado: NONE,
    ivaItem: item.ivaItem,
  };
}

function buildResumen({ resumen, observaciones }: Factura, generation: SchemaGeneration): DteObject {
  const retenciones: Record<string, DteValue> =
    generation === 'v1' ? { ivaRete1: resumen.ivaRete, reteRenta: NONE } : { ivaRete: resumen.ivaRete };
  const totals = {
    totalNoSuj: resumen.totalNoSuj,
    totalExenta: resumen.totalExenta,
    totalGravada: resumen.totalGravada,
    subTotalVentas: resumen.subTotalVentas,
    descuNoSuj: NONE,
    descuExenta: NONE,
    descuGravada: NONE,
    porcentajeDescuento: NONE,
    totalDescu: resumen.totalDescu,
    tributos: null,
    subTotal: resumen.subTotal,
    ...retenciones,
    montoTotalOperacion: resumen.montoTotalOperacion,
    totalNoGravado: NONE,
    totalPagar: resumen.totalPagar,
    totalLetras: resumen.totalLetras,
    totalIva: resumen.totalIva,
    saldoFavor: NONE,
    condicionOperacion: resumen.condicionOperacion,
    pagos: buildPagos(resumen.pagos),
    numPagoElectronico: null,
  };
  return generation === 'v1' ? totals : { ...totals, observaciones };
}
