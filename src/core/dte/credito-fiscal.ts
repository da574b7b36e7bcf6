import type { Decimal } from '../money/decimal.ts';
import { buildDireccion } from './direccion.ts';
import { establishmentKind, type Issuer, issuerContact, issuerIdentity, issuerPlace } from './emisor.ts';
import { buildExtension, WITH_PLATE } from './extension.ts';
import type { SchemaGeneration } from './kinds.ts';
import type { NetItem, NetTotals } from './net-amounts.ts';
import { type ApendiceEntry, buildApendice, buildPagos, type Pago } from './pagos.ts';
import type { ContribuyenteParty } from './receptor.ts';
import type { DteObject } from './serialize.ts';
import { buildIva, lineTributos } from './tributos.ts';

export interface CreditoFiscal {
  readonly issuer: Issuer;
  readonly receptor: ContribuyenteParty;
  readonly items: readonly NetItem[];
  readonly totals: NetTotals;
  readonly totalLetras: string;
  readonly condicionOperacion: number;
  readonly pagos: readonly Pago[];
  readonly observaciones: string | null;
  readonly apendice: readonly ApendiceEntry[];
}

const NONE: Decimal = 0n;

/** The Comprobante de Crédito Fiscal (type 03, fe-ccf-v3 or v4) without its identification block. */
export function buildCreditoFiscal(ccf: CreditoFiscal, generation: SchemaGeneration): DteObject {
  const body = {
    documentoRelacionado: null,
    emisor: {
      ...issuerIdentity(ccf.issuer),
      nombreComercial: ccf.issuer.company.tradeName,
      ...establishmentKind(ccf.issuer, generation),
      ...issuerContact(ccf.issuer, generation),
      ...issuerPlace(ccf.issuer, generation),
    },
    receptor: buildReceptor(ccf.receptor, generation),
    otrosDocumentos: null,
    ventaTercero: null,
    cuerpoDocumento: ccf.items.map(buildItem),
    resumen: buildResumen(ccf, generation),
  };
  const apendice = buildApendice(ccf.apendice);
  if (generation === 'v2') return { ...body, apendice };
  return { ...body, extension: buildExtension(ccf.observaciones, WITH_PLATE), apendice };
}

function buildReceptor(receptor: ContribuyenteParty, generation: SchemaGeneration): DteObject {
  return {
    nit: receptor.nit,
    nrc: receptor.nrc,
    nombre: receptor.nombre,
    codActividad: receptor.codActividad,
    descActividad: receptor.descActividad,
    nombreComercial: receptor.nombreComercial,
    direccion: buildDireccion(receptor.direccion, generation),
    telefono: receptor.telefono,
    correo: receptor.correo,
  };
}

function buildItem(item: NetItem, index: number): DteObject {
  return {
    numItem: index + 1,
    tipoItem: item.tipoItem,
    numeroDocumento: null,
    codigo: item.codigo,
    codTributo: null,
    descripcion: item.descripcion,
    cantidad: item.cantidad,
    uniMedida: item.uniMedida,
    precioUni: item.precioUni,
    montoDescu: item.montoDescu,
    ventaNoSuj: item.ventaNoSuj,
    ventaExenta: item.ventaExenta,
    ventaGravada: item.ventaGravada,
    tributos: lineTributos(item.ventaGravada),
    psv: NONE,
    noGravado: NONE,
  };
}

function buildResumen(ccf: CreditoFiscal, generation: SchemaGeneration): DteObject {
  const { totals, observaciones } = ccf;
  const retained: DteObject =
    generation === 'v1'
      ? { ivaPerci1: totals.ivaPerci, ivaRete1: totals.ivaRete, reteRenta: NONE }
      : { ivaPerci: totals.ivaPerci, ivaRete: totals.ivaRete };
  const resumen = {
    totalNoSuj: totals.totalNoSuj,
    totalExenta: totals.totalExenta,
    totalGravada: totals.totalGravada,
    subTotalVentas: totals.subTotalVentas,
    descuNoSuj: NONE,
    descuExenta: NONE,
    descuGravada: NONE,
    porcentajeDescuento: NONE,
    totalDescu: totals.totalDescu,
    tributos: buildIva(totals.totalGravada, totals.iva),
    subTotal: totals.subTotalVentas,
    ...retained,
    montoTotalOperacion: totals.montoTotalOperacion,
    totalNoGravado: NONE,
    totalPagar: totals.totalPagar,
    totalLetras: ccf.totalLetras,
    saldoFavor: NONE,
    condicionOperacion: ccf.condicionOperacion,
    pagos: buildPagos(ccf.pagos),
    numPagoElectronico: null,
  };
  return generation === 'v1' ? resumen : { ...resumen, observaciones };
}
