import { type Decimal, proportion8 } from '../money/decimal.ts';
import { buildDireccion } from './direccion.ts';
import { establishmentKind, type Issuer, issuerContact, issuerIdentity } from './emisor.ts';
import { buildExtension, WITHOUT_PLATE } from './extension.ts';
import type { SchemaGeneration } from './kinds.ts';
import type { NetItem, NetTotals } from './net-amounts.ts';
import { type ApendiceEntry, buildApendice } from './pagos.ts';
import type { ContribuyenteParty } from './receptor.ts';
import type { DteObject } from './serialize.ts';
import { buildIva, lineTributos } from './tributos.ts';

/** The CCF that a note adjusts. */
export interface AdjustedDocument {
  readonly codigoGeneracion: string;
  /** Its `fecEmi`. */
  readonly fechaEmision: string;
  /** Whether 1 % of VAT was retained, or perceived, on it: the note gives back its share. */
  readonly carriedRetention: boolean;
  readonly carriedPerception: boolean;
}

export interface NotaCredito {
  readonly issuer: Issuer;
  readonly receptor: ContribuyenteParty;
  readonly adjusted: AdjustedDocument;
  readonly items: readonly NetItem[];
  readonly totals: NetTotals;
  readonly totalLetras: string;
  readonly condicionOperacion: number;
  readonly observaciones: string | null;
  readonly apendice: readonly ApendiceEntry[];
}

const NONE: Decimal = 0n;
/** CAT-002 and CAT-007: an electronic CCF. */
const CREDITO_FISCAL = '03';
const ELECTRONICO = 2;
/** CAT-022: tax identification number. */
const NIT = '36';

/** The Nota de Crédito (type 05, fe-nc-v3 or v4) on one CCF, without its identification block. */
export function buildNotaCredito(nota: NotaCredito, generation: SchemaGeneration): DteObject {
  const { adjusted, issuer } = nota;
  const body = {
    documentoRelacionado: [
      {
        tipoDocumento: CREDITO_FISCAL,
        tipoGeneracion: ELECTRONICO,
        numeroDocumento: adjusted.codigoGeneracion,
        fechaEmision: adjusted.fechaEmision,
      },
    ],
    emisor: {
      ...issuerIdentity(issuer),
      nombreComercial: issuer.company.tradeName,
      ...establishmentKind(issuer, generation),
      ...issuerContact(issuer, generation),
    },
    receptor: buildReceptor(nota.receptor, generation),
    ventaTercero: null,
    cuerpoDocumento: nota.items.map((item, index) => ({
      ...buildItem(item, index, adjusted),
      ...(generation === 'v2' ? lineShares(item, adjusted) : {}),
    })),
    resumen: generation === 'v1' ? buildResumenV1(nota) : buildResumenV2(nota),
  };
  const apendice = buildApendice(nota.apendice);
  if (generation === 'v2') return { ...body, apendice };
  return { ...body, extension: buildExtension(nota.observaciones, WITHOUT_PLATE), apendice };
}

/** v4 names the recipient by document type and number where v3 had a NIT. */
function buildReceptor(receptor: ContribuyenteParty, generation: SchemaGeneration): DteObject {
  const identity =
    generation === 'v1' ? { nit: receptor.nit } : { tipoDocumento: NIT, numDocumento: receptor.nit };
  return {
    ...identity,
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

function buildItem(item: NetItem, index: number, adjusted: AdjustedDocument): DteObject {
  return {
    numItem: index + 1,
    tipoItem: item.tipoItem,
    numeroDocumento: adjusted.codigoGeneracion,
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
    tributos: lineTributos(item.ventaGravada),
  };
}

/** What v4 adds to a line. `totalIva` is 0 where a CCF is adjusted: its VAT stands in the summary's tributos. */
function lineShares(item: NetItem, adjusted: AdjustedDocument): DteObject {
  const share = proportion8(item.ventaGravada, 1n, 100n);
  return {
    noGravado: NONE,
    ivaPerci: adjusted.carriedPerception ? share : NONE,
    totalIva: NONE,
    ivaRete: adjusted.carriedRetention ? share : NONE,
  };
}

function buildResumenV1({ totals, totalLetras, condicionOperacion }: NotaCredito): DteObject {
  return {
    totalNoSuj: totals.totalNoSuj,
    totalExenta: totals.totalExenta,
    totalGravada: totals.totalGravada,
    subTotalVentas: totals.subTotalVentas,
    descuNoSuj: NONE,
    descuExenta: NONE,
    descuGravada: NONE,
    totalDescu: totals.totalDescu,
    tributos: buildIva(totals.totalGravada, totals.iva),
    subTotal: totals.subTotalVentas,
    ivaPerci1: totals.ivaPerci,
    ivaRete1: totals.ivaRete,
    reteRenta: NONE,
    montoTotalOperacion: totals.montoTotalOperacion,
    totalLetras,
    condicionOperacion,
  };
}

function buildResumenV2(nota: NotaCredito): DteObject {
  const { totals, totalLetras, condicionOperacion, observaciones } = nota;
  return {
    totalNoSuj: totals.totalNoSuj,
    totalExenta: totals.totalExenta,
    totalGravada: totals.totalGravada,
    subTotalVentas: totals.subTotalVentas,
    totalDescu: totals.totalDescu,
    tributos: buildIva(totals.totalGravada, totals.iva),
    montoTotalOperacion: totals.montoTotalOperacion,
    ivaPerci: totals.ivaPerci,
    totalIva: NONE,
    ivaRete: totals.ivaRete,
    totalNoGravado: NONE,
    totalPagar: totals.totalPagar,
    totalLetras,
    condicionOperacion,
    observaciones,
    codigoRetencionMH: null,
  };
}
