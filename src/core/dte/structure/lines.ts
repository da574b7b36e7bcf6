import { IVA } from '../tributos.ts';
import { AMOUNT, SIGNED_AMOUNT } from './amounts.ts';
import { NIT } from './codes.ts';
import type { Block, Fields, List, Rule } from './table.ts';

/** `tipoItem` (CAT-011) and `uniMedida` (CAT-014) of a line that stands for a tax. */
export const TAX_LINE = 4;
export const OTHER_UNIT = 99;

/** What a line of v1 may have; each type has some of these, in an order of its own. */
export const LINE_V1: Fields = {
  numItem: 'whole 1..2000',
  /** CAT-011: goods, services, both, and taxes that a line stands for. */
  tipoItem: [1, 2, 3, TAX_LINE],
  /** The related document that it belongs to. */
  numeroDocumento: 'text 1..36 or null',
  cantidad: 'number 8 decimals >0 <1e11',
  codigo: 'text 1..25 or null',
  /** CAT-015: taxes of which a line names one. */
  codTributo: ['A8', '57', '90', 'D4', 'D5', '25', 'A6', null],
  uniMedida: 'whole 1..99',
  descripcion: 'text ..1000',
  precioUni: AMOUNT,
  montoDescu: AMOUNT,
  ventaNoSuj: AMOUNT,
  ventaExenta: AMOUNT,
  ventaGravada: AMOUNT,
  compra: AMOUNT,
  /** Codes of CAT-015. */
  tributos: { each: 'text 2..2', min: 1, unique: true, orNull: true },
  psv: `${AMOUNT} = 0`,
  noGravado: `${SIGNED_AMOUNT} = 0`,
  ivaItem: AMOUNT,
};

/** What a line of v2 may have. */
export const LINE_V2: Fields = {
  ...LINE_V1,
  tipoItem: 'whole',
  codTributo: 'text 2..2 or null',
  descripcion: 'text 1..1500',
  ivaPerci: AMOUNT,
  totalIva: `${AMOUNT} = 0`,
  ivaRete: AMOUNT,
};

/** The list `cuerpoDocumento`. */
export function cuerpoDocumento(keys: Fields, ...rules: readonly Rule[]): List {
  return { each: { keys, rules }, min: 1, max: 2000 };
}

/**
 * What v1 asks of lines whose VAT stands beside the price (types 03 and 05): exactly the taxed ones name taxes; a line
 * that stands for a tax names it and bears VAT alone; any other line names only the listed taxes.
 */
export function taxedLineRules(taxes: readonly string[]): readonly Rule[] {
  return [
    {
      when: 'ventaGravada',
      upTo: 0,
      must: { tributos: [null] },
      otherwise: { tributos: { each: 'text', min: 1 } },
    },
    {
      when: 'tipoItem',
      is: [TAX_LINE],
      must: { uniMedida: [OTHER_UNIT], codTributo: 'text', tributos: { each: [IVA] } },
      otherwise: { codTributo: [null], tributos: { each: taxes, orNull: true } },
    },
  ];
}

/** A doctor's services have their own block instead of a description (CAT-021). */
const MEDICAL = 3;

/** The list `otrosDocumentos` of v1, types 01 and 03. */
export const OTROS_DOCUMENTOS_V1: List = {
  each: {
    keys: {
      codDocAsociado: 'whole 1..4',
      descDocumento: 'text ..100 or null',
      detalleDocumento: 'text ..300 or null',
      medico: {
        keys: {
          nombre: 'text ..100',
          nit: `${NIT} or null`,
          docIdentificacion: 'text 2..25 or null',
          tipoServicio: 'number 1..6',
        },
        rules: [{ when: 'nit', is: [null], must: { docIdentificacion: 'text' } }],
        orNull: true,
      },
    },
    rules: [
      {
        when: 'codDocAsociado',
        is: [MEDICAL],
        must: { medico: { keys: {}, open: true }, descDocumento: [null], detalleDocumento: [null] },
        otherwise: { medico: [null], descDocumento: 'text', detalleDocumento: 'text' },
      },
    ],
  },
  min: 1,
  max: 10,
  orNull: true,
};

/** The list `otrosDocumentos` of v2, in which types 01 and 03 differ. */
export function otrosDocumentosV2(
  own: Readonly<Record<'descDocumento' | 'detalleDocumento' | 'nombre' | 'tipoServicio', string>>,
): List {
  const medico: Block = {
    keys: {
      nombre: own.nombre,
      nit: 'text or null',
      docIdentificacion: 'text 1..25 or null',
      tipoServicio: own.tipoServicio,
    },
    orNull: true,
  };
  const { descDocumento, detalleDocumento } = own;
  const keys = { codDocAsociado: 'whole 1..4 or null', descDocumento, detalleDocumento, medico };
  return { each: { keys }, min: 1, max: 10, orNull: true };
}
