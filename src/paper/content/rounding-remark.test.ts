import { describe, expect, it } from 'vitest';
import type { AmountColumn } from '../../core/dte/types/printed.ts';
import { roundingRemark } from './rounding-remark.ts';

const COLUMNS: readonly AmountColumn[] = [
  { key: 'precioUni', label: 'Precio unitario' },
  { key: 'montoDescu', label: 'Descuento' },
  { key: 'ventaGravada', label: 'Ventas gravadas' },
];
const ROUNDED = 'Precios y montos redondeados al imprimir; cifras exactas en el JSON.';

/** A line of quantity, price, sale and, where it has one, discount. */
function line(...numbers: readonly string[]) {
  const [cantidad, precioUni, ventaGravada, montoDescu = '0'] = numbers;
  return { cantidad, precioUni, ventaGravada, montoDescu };
}

describe('the remark about rounding', () => {
  it.each([
    ['whole cents', [line('2', '1.25', '2.5'), line('1', '0.85', '0.85')], { totalGravada: '3.35' }],
    ['a price of four decimals', [line('275', '298.4375', '82070.3125')], { totalGravada: '82070.31' }],
    [
      'discounts of the whole, which no line has',
      [line('1', '10', '9', '1')],
      { totalGravada: '9', totalDescu: '3', descuGravada: '2' },
    ],
    ['a sum that the document does not have', [line('1', '1.005', '1.005')], {}],
  ])('is not there for %s', (_what, items, resumen) => {
    expect(roundingRemark(items, COLUMNS, resumen)).toBe(null);
  });

  it('says what the printed lines add up to, and what the total is', () => {
    const items = [line('1', '0.335', '0.335'), line('1', '0.335', '0.335')];
    expect(roundingRemark(items, COLUMNS, { totalGravada: '0.67' })).toBe(
      `Las líneas de «Ventas gravadas» suman 0.68 y el total es 0.67. ${ROUNDED}`,
    );
  });

  it('says it of each column in one line', () => {
    const items = [line('1', '1.339', '1.0045', '0.3345'), line('1', '1.339', '1.0045', '0.3345')];
    expect(roundingRemark(items, COLUMNS, { totalGravada: '2.01', totalDescu: '0.67' })).toBe(
      `Las líneas de «Descuento» suman 0.66 y el total es 0.67; de «Ventas gravadas» suman 2.00 y el total es 2.01. ${ROUNDED}`,
    );
  });

  it('is there where quantity and price as printed give another amount', () => {
    const items = [line('200', '4.95575221', '991.150442')];
    expect(roundingRemark(items, COLUMNS, { totalGravada: '991.15' })).toBe(ROUNDED);
  });
});
