import { POSITIVE_TOTAL, SIGNED_TOTAL, TOTAL } from './amounts.ts';
import { type Field, type Fields, type List, orNull, type Rule } from './table.ts';

/** `tributos` of the summary: taxes of CAT-015, each once. */
function tributos(codigo: Field, descripcion: string): List {
  return { each: { keys: { codigo, descripcion, valor: TOTAL } }, unique: true, orNull: true };
}

export const ANY_TAX = 'text 2..2';

export function tributosV1(codigo: Field): List {
  return tributos(codigo, 'text 2..150');
}

function payments(keys: Fields): List {
  return { each: { keys }, min: 1, orNull: true };
}

/** `pagos` of v1. The official pattern of the code (CAT-017) has an empty alternative: no code is one, too. */
const PAGOS_V1: List = payments({
  codigo: 'text like ^(?:0[1-9]|1[0-4]|99)?$',
  montoPago: TOTAL,
  referencia: 'text ..50 or null',
  plazo: 'text like ^0[1-3]$ or null',
  periodo: 'number or null',
});

/** `pagos` of v2, one of whose types takes any number for the period. */
export function pagosV2(periodo: string): List {
  return payments({
    codigo: 'text ..2 or null',
    montoPago: TOTAL,
    referencia: 'text ..50 or null',
    plazo: 'text or null',
    periodo: orNull(periodo),
  });
}

/** What the summary of v1 may have; each type has some of these, in an order of its own. */
export const RESUMEN_V1: Fields = {
  totalNoSuj: TOTAL,
  totalExenta: TOTAL,
  totalGravada: TOTAL,
  totalCompra: TOTAL,
  subTotalVentas: TOTAL,
  descu: `${TOTAL} = 0`,
  descuNoSuj: `${TOTAL} = 0`,
  descuExenta: `${TOTAL} = 0`,
  descuGravada: `${TOTAL} = 0`,
  descuento: `${TOTAL} = 0`,
  porcentajeDescuento: 'number 2 decimals 0..100 = 0',
  totalDescu: TOTAL,
  seguro: `${TOTAL} or null`,
  flete: `${TOTAL} or null`,
  tributos: tributosV1(ANY_TAX),
  subTotal: TOTAL,
  ivaPerci1: TOTAL,
  ivaRete1: TOTAL,
  reteRenta: `${TOTAL} = 0`,
  montoTotalOperacion: POSITIVE_TOTAL,
  totalNoGravado: `${SIGNED_TOTAL} = 0`,
  totalPagar: TOTAL,
  totalLetras: 'text ..200',
  totalIva: TOTAL,
  /** A credit, and so never positive. */
  saldoFavor: 'number 2 decimals ..0 = 0',
  /** CAT-016. */
  condicionOperacion: [1, 2, 3],
  pagos: PAGOS_V1,
  codIncoterms: 'text or null',
  descIncoterms: 'text 3..150 or null',
  numPagoElectronico: 'text ..100 or null',
};

/** What the summary of v2 may have. */
export const RESUMEN_V2: Fields = {
  ...RESUMEN_V1,
  tributos: tributos(ANY_TAX, 'text 1..300'),
  ivaPerci: TOTAL,
  ivaRete: TOTAL,
  montoTotalOperacion: TOTAL,
  totalNoOnerosas: `${TOTAL} = 0`,
  totalLetras: 'text 1..200 or null',
  saldoFavor: 'number 2 decimals ..0 >-1e11 = 0',
  condicionOperacion: 'number',
  pagos: pagosV2('number >0'),
  observaciones: 'text 1..3000 or null',
};

/** The sales of a summary by the way in which they are taxed, and the discounts on them. */
export const SALES = 'totalNoSuj totalExenta totalGravada subTotalVentas';
export const DISCOUNTS = 'descuNoSuj descuExenta descuGravada';

/** What v1 asks of types 03 and 14 on credit (CAT-016): every payment says its term. */
export const CREDIT_TERMS: Rule = {
  when: 'condicionOperacion',
  is: [2],
  must: {
    pagos: { each: { keys: { plazo: 'text', periodo: 'number' }, open: true }, orNull: true },
  },
};

/** v1: where nothing is taxed, none of these is more than zero. */
export function untaxedWithout(...keys: readonly string[]): Rule {
  return {
    when: 'totalGravada',
    upTo: 0,
    must: Object.fromEntries(keys.map((key) => [key, 'number ..0'])),
  };
}

/** The block `extension` of v1: who hands over and who receives; `more` are the keys that one type adds. */
export function extension(shortest: number, more: Fields = {}): Field {
  const name = `text ${shortest}..100 or null`;
  const document = `text ${shortest}..25 or null`;
  return {
    keys: {
      nombEntrega: name,
      docuEntrega: document,
      nombRecibe: name,
      docuRecibe: document,
      observaciones: 'text ..3000 or null',
      ...more,
    },
    orNull: true,
  };
}

/** The list `apendice`: free information of the issuer's, the shortest texts of which depend on the document. */
function apendice(campo: number, etiqueta: number, valor: number): List {
  const keys = {
    campo: `text ${campo}..25`,
    etiqueta: `text ${etiqueta}..50`,
    valor: `text ${valor}..150`,
  };
  return { each: { keys }, min: 1, max: 10, orNull: true };
}

/** Most types take empty texts; fe-fex-v3 does not; fe-ccf-v3 and both of type 05 ask for more than one character. */
export const FREE_APENDICE = apendice(0, 0, 0);
export const FILLED_APENDICE = apendice(1, 1, 1);
export const SPEAKING_APENDICE = apendice(2, 3, 1);
