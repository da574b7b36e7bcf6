import type { Decimal } from '../money/decimal.ts';
import {
  establishmentKind,
  type Issuer,
  issuerContact,
  issuerIdentity,
  issuerPlace,
  longTradeName,
} from './emisor.ts';
import type { SchemaGeneration } from './kinds.ts';
import { type ApendiceEntry, buildApendice, buildPagos, type Pago } from './pagos.ts';
import type { ExtranjeroParty } from './receptor.ts';
import type { DteObject } from './serialize.ts';
import { IVA_EXPORTACION } from './tributos.ts';

/** A line of type 11; exports carry no VAT. */
export interface ExportacionItem {
  readonly tipoItem: number;
  readonly cantidad: Decimal;
  readonly codigo: string | null;
  readonly uniMedida: number;
  readonly descripcion: string;
  readonly precioUni: Decimal;
  readonly montoDescu: Decimal;
  readonly ventaGravada: Decimal;
}

/** How the goods or services leave the country; all null for services. */
export interface ExportTerms {
  /** CAT-011 for the whole: 1 goods, 2 services, 3 both. */
  readonly tipoItemExpor: number;
  /** CAT-027. */
  readonly recintoFiscal: string | null;
  /** CAT-033. */
  readonly tipoRegimen: string | null;
  /** CAT-028. */
  readonly regimen: string | null;
  /** CAT-031. */
  readonly codIncoterms: string | null;
  readonly descIncoterms: string | null;
}

export interface Exportacion {
  readonly issuer: Issuer;
  readonly receptor: ExtranjeroParty;
  readonly terms: ExportTerms;
  readonly items: readonly ExportacionItem[];
  readonly totalGravada: Decimal;
  readonly totalDescu: Decimal;
  readonly seguro: Decimal;
  readonly flete: Decimal;
  readonly montoTotalOperacion: Decimal;
  readonly totalPagar: Decimal;
  readonly totalLetras: string;
  readonly condicionOperacion: number;
  readonly pagos: readonly Pago[];
  readonly observaciones: string | null;
  readonly apendice: readonly ApendiceEntry[];
}

const NONE: Decimal = 0n;

/** The Factura de Exportación (type 11, fe-fex-v1 or v3) without its identification block. */
export function buildExportacion(fex: Exportacion, generation: SchemaGeneration): DteObject {
  const parties = { emisor: buildEmisor(fex, generation), receptor: buildReceptor(fex.receptor) };
  const rest = {
    cuerpoDocumento: fex.items.map((item, index) => buildItem(item, index, generation)),
    resumen: generation === 'v1' ? buildResumenV1(fex) : buildResumenV2(fex),
    apendice: buildApendice(fex.apendice),
  };
  if (generation === 'v1') return { ...parties, otrosDocumentos: null, ventaTercero: null, ...rest };
  return {
    documentoRelacionado: null,
    ...parties,
    otrosDocumentos: null,
    ventaTercero: null,
    compraTercero: null,
    ...rest,
  };
}

function buildEmisor({ issuer, terms }: Exportacion, generation: SchemaGeneration): DteObject {
  const { tipoItemExpor, recintoFiscal, tipoRegimen, regimen } = terms;
  const customs: DteObject =
    generation === 'v1'
      ? { recintoFiscal, regimen: regimenV1(tipoRegimen, regimen) }
      : { recintoFiscal, tipoRegimen, regimen };
  return {
    ...issuerIdentity(issuer),
    nombreComercial: longTradeName(issuer, generation),
    ...establishmentKind(issuer, generation),
    ...issuerContact(issuer, generation),
    ...issuerPlace(issuer, generation),
    tipoItemExpor,
    ...customs,
  };
}

/** v1 writes the type of regime in front of the regime: `EX-1.1000.000`. */
function regimenV1(tipoRegimen: string | null, regimen: string | null): string | null {
  if (regimen === null) return null;
  return tipoRegimen === null ? regimen : `${tipoRegimen}.${regimen}`;
}

function buildReceptor(receptor: ExtranjeroParty): DteObject {
  return {
    nombre: receptor.nombre,
    tipoDocumento: receptor.tipoDocumento,
    numDocumento: receptor.numDocumento,
    nombreComercial: receptor.nombreComercial,
    codPais: receptor.codPais,
    nombrePais: receptor.nombrePais,
    complemento: receptor.complemento,
    tipoPersona: receptor.tipoPersona,
    descActividad: receptor.descActividad,
    telefono: receptor.telefono,
    correo: receptor.correo,
  };
}

function buildItem(item: ExportacionItem, index: number, generation: SchemaGeneration): DteObject {
  const { cantidad, codigo, uniMedida, descripcion, precioUni, montoDescu, ventaGravada } = item;
  const amounts = {
    uniMedida,
    descripcion,
    precioUni,
    montoDescu,
    ventaGravada,
    tributos: [IVA_EXPORTACION],
    noGravado: NONE,
  };
  const numItem = index + 1;
  if (generation === 'v1') return { numItem, cantidad, codigo, ...amounts };
  return {
    numItem,
    tipoItem: item.tipoItem,
    numeroDocumento: null,
    cantidad,
    codigo,
    codTributo: null,
    ...amounts,
  };
}

function buildResumenV1(fex: Exportacion): DteObject {
  return {
    totalGravada: fex.totalGravada,
    descuento: NONE,
    porcentajeDescuento: NONE,
    totalDescu: fex.totalDescu,
    seguro: fex.seguro,
    flete: fex.flete,
    montoTotalOperacion: fex.montoTotalOperacion,
    totalNoGravado: NONE,
    totalPagar: fex.totalPagar,
    ...closing(fex),
  };
}

function buildResumenV2(fex: Exportacion): DteObject {
  const { totalLetras, ...rest } = closing(fex);
  return {
    totalGravada: fex.totalGravada,
    descuGravada: NONE,
    porcentajeDescuento: NONE,
    totalDescu: fex.totalDescu,
    seguro: fex.seguro,
    flete: fex.flete,
    tributos: [
      { codigo: IVA_EXPORTACION, descripcion: 'Impuesto al Valor Agregado (exportaciones) 0%', valor: NONE },
    ],
    montoTotalOperacion: fex.montoTotalOperacion,
    totalNoGravado: NONE,
    totalNoOnerosas: NONE,
    totalPagar: fex.totalPagar,
    totalLetras,
    saldoFavor: NONE,
    ...rest,
  };
}

function closing(fex: Exportacion) {
  return {
    totalLetras: fex.totalLetras,
    condicionOperacion: fex.condicionOperacion,
    pagos: buildPagos(fex.pagos),
    codIncoterms: fex.terms.codIncoterms,
    descIncoterms: fex.terms.descIncoterms,
    numPagoElectronico: null,
    observaciones: fex.observaciones,
  };
}
