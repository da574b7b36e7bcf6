import type { Decimal } from '../money/decimal.ts';
import { buildDireccion } from './direccion.ts';
import { type Issuer, issuerContact, issuerIdentity, issuerPlace } from './emisor.ts';
import type { SchemaGeneration } from './kinds.ts';
import { type ApendiceEntry, buildApendice, buildPagos, type Pago } from './pagos.ts';
import type { SujetoExcluidoParty } from './receptor.ts';
import type { DteObject } from './serialize.ts';

/** A line of type 14: what the issuer bought. */
export interface CompraItem {
  readonly tipoItem: number;
  readonly cantidad: Decimal;
  readonly codigo: string | null;
  readonly uniMedida: number;
  readonly descripcion: string;
  readonly precioUni: Decimal;
  readonly montoDescu: Decimal;
  readonly compra: Decimal;
}

export interface SujetoExcluido {
  readonly issuer: Issuer;
  readonly subject: SujetoExcluidoParty;
  readonly items: readonly CompraItem[];
  readonly totalCompra: Decimal;
  readonly totalDescu: Decimal;
  readonly reteRenta: Decimal;
  readonly totalPagar: Decimal;
  readonly totalLetras: string;
  readonly condicionOperacion: number;
  readonly pagos: readonly Pago[];
  readonly observaciones: string | null;
  readonly apendice: readonly ApendiceEntry[];
}

const NONE: Decimal = 0n;

/** The Factura de Sujeto Excluido (type 14, fe-fse-v1 or v2) without its identification block. */
export function buildSujetoExcluido(fse: SujetoExcluido, generation: SchemaGeneration): DteObject {
  const subject = buildSubject(fse.subject, generation);
  return {
    emisor: buildEmisor(fse.issuer, generation),
    ...(generation === 'v1' ? { sujetoExcluido: subject } : { receptor: subject }),
    cuerpoDocumento: fse.items.map(buildItem),
    resumen: buildResumen(fse, generation),
    apendice: buildApendice(fse.apendice),
  };
}

function buildEmisor(issuer: Issuer, generation: SchemaGeneration): DteObject {
  const { direccion, telefono, correo } = issuerContact(issuer, generation);
  return { ...issuerIdentity(issuer), direccion, telefono, ...issuerPlace(issuer, generation), correo };
}

function buildSubject(subject: SujetoExcluidoParty, generation: SchemaGeneration): DteObject {
  return {
    tipoDocumento: subject.tipoDocumento,
    numDocumento: subject.numDocumento,
    nombre: subject.nombre,
    codActividad: subject.codActividad,
    descActividad: subject.descActividad,
    direccion: buildDireccion(subject.direccion, generation),
    telefono: subject.telefono,
    correo: subject.correo,
  };
}

function buildItem(item: CompraItem, index: number): DteObject {
  const { tipoItem, cantidad, codigo, uniMedida, descripcion, precioUni, montoDescu, compra } = item;
  return {
    numItem: index + 1,
    tipoItem,
    cantidad,
    codigo,
    uniMedida,
    descripcion,
    precioUni,
    montoDescu,
    compra,
  };
}

function buildResumen(fse: SujetoExcluido, generation: SchemaGeneration): DteObject {
  return {
    totalCompra: fse.totalCompra,
    descu: NONE,
    totalDescu: fse.totalDescu,
    subTotal: fse.totalCompra,
    ...(generation === 'v1' ? { ivaRete1: NONE } : {}),
    reteRenta: fse.reteRenta,
    totalPagar: fse.totalPagar,
    totalLetras: fse.totalLetras,
    condicionOperacion: fse.condicionOperacion,
    pagos: buildPagos(fse.pagos),
    observaciones: fse.observaciones,
  };
}
