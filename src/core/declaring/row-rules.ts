import type { AnnexRow, RowFinding, RowRule } from './annex.ts';
import { centsOf } from './cents.ts';
import { isPurchaseClass } from './income-codes.ts';
import { mistake, remark, WRONG_NIT } from './portal-words.ts';

/** The control number of a row without its hyphens is of the type that the row says, which stands behind `DTE`. */
export function whyNotType({
  tipo,
  resolucion,
}: AnnexRow<'tipo' | 'resolucion'>): RowFinding<'resolucion'> | null {
  return resolucion.startsWith(`DTE${tipo}`)
    ? null
    : { column: 'resolucion', ...remark('el número de control es de otro tipo de documento') };
}

/** A row names somebody by one of two numbers; `both` says what is wrong where it has both. */
export function byOneNumber<Number extends string>(number: Number, both: string): RowRule<Number | 'dui'> {
  return (row) => {
    if (row[number] !== '' && row.dui !== '') return { column: 'dui', ...remark(both) };
    return row[number] === '' && row.dui === '' ? { column: number, ...mistake(WRONG_NIT) } : null;
  };
}

/** An amount that is the sum of others. */
export function addsUp<Name extends string>(
  total: Name,
  parts: readonly Name[],
  message: string,
): RowRule<Name> {
  return (row) => {
    const added = parts.reduce((cents, name) => cents + centsOf(row[name]), 0n);
    return added === centsOf(row[total]) ? null : { column: total, ...remark(message) };
  };
}

/** The first of these amounts that is of the wrong sign in a row that lowers what is declared, or in any other row. */
export function wrongSign<Name extends string>(
  row: AnnexRow<Name>,
  names: readonly Name[],
  isLowering: boolean,
): Name | undefined {
  return names.find((name) => (isLowering ? centsOf(row[name]) > 0n : centsOf(row[name]) < 0n));
}

/** Holds the four columns of a purchase against the manual's table; 0 in all of them is of a period that asked for none. */
export function whyNotPurchase(
  row: AnnexRow<'operacion' | 'clasificacion' | 'sector' | 'tipo'>,
): RowFinding<'tipo'> | null {
  const codes = {
    operationType: Number(row.operacion),
    classification: Number(row.clasificacion),
    sector: Number(row.sector),
    costType: Number(row.tipo),
  };
  const message =
    'Tipo de operación, clasificación, sector y tipo de costo o gasto no son una combinación del manual (página 16)';
  return Object.values(codes).every((code) => code === 0) || isPurchaseClass(codes)
    ? null
    : { column: 'tipo', ...remark(message) };
}
