import { describe, expect, it } from 'vitest';
import { goldenCases } from '../../../test/golden/golden-case.ts';
import { sheetOfCase } from '../../../test/support/example-sheet.ts';
import type { Sheet } from './sheet.ts';
import { totalsOf } from './totals.ts';

/** What the column says to whoever adds it up: each row with a sign changes the last row without one. */
function addedUp({ totals, toPay }: Pick<Sheet, 'totals' | 'toPay'>): readonly string[] {
  const wrong: string[] = [];
  let running: number | null = null;
  for (const { label, amount } of [...totals, toPay]) {
    const sign = /\(([+−])\)$/.exec(label)?.[1];
    const value = Math.round(Number(amount.replaceAll(',', '')) * 100);
    if (sign !== undefined) running = (running ?? 0) + (sign === '+' ? value : -value);
    else if (TOTALS.test(label)) {
      if (running !== null && Math.abs(running - value) > 0)
        wrong.push(`${label}: ${amount}, not ${running}`);
      running = value;
    }
  }
  return wrong;
}

/** The rows that are the sum of what stands over them. */
const TOTALS = /^(Suma total|Total de operaciones|Sub-total|Monto total|Total a pagar|Total general)/;

describe('the summary', () => {
  it.each(goldenCases())('of %s adds up from its first row to what is to pay', (name) => {
    expect(addedUp(sheetOfCase(name))).toEqual([]);
  });

  it('adds up with everything that other issuers may put into it', () => {
    const resumen = {
      totalNoSuj: '0',
      totalExenta: '0',
      totalGravada: '100.00',
      subTotalVentas: '100.00',
      descuGravada: '10.00',
      totalDescu: '12.00',
      subTotal: '90.00',
      ivaPerci1: '0.90',
      ivaRete1: '0.80',
      reteRenta: '9.00',
      montoTotalOperacion: '101.70',
      totalNoGravado: '5.00',
      totalPagar: '97.80',
      tributos: [{ codigo: '20', descripcion: 'IVA', valor: '11.70' }],
    };
    const said = totalsOf(resumen, '03');
    expect(addedUp(said)).toEqual([]);
    expect(said.totals.map(({ label }) => label)).toEqual([
      'Suma de ventas no sujetas',
      'Suma de ventas exentas',
      'Suma de ventas gravadas',
      'Suma total de operaciones',
      'Descuento global a gravadas (−)',
      'Total de descuentos (ya restados)',
      'Sub-total',
      'IVA (+)',
      'Monto total de la operación',
      'IVA percibido (+)',
      'IVA retenido (−)',
      'Retención de renta (−)',
      'Otros montos no afectos (+)',
    ]);
  });

  it.each([
    ['IVA retenido (−)', '2235.92', '2,235.92'],
    ['IVA retenido (no incluido en el total)', '2255.88', '2,255.88'],
  ])('of a note of fe-nc-v3 says %s where its total is %s', (label, montoTotalOperacion, amount) => {
    const tributos = [{ codigo: '20', descripcion: 'IVA', valor: '259.53' }];
    const resumen = { subTotal: '1996.35', tributos, ivaRete1: '19.96', montoTotalOperacion };
    const said = totalsOf(resumen, '05');
    expect(said.totals.at(-1)).toEqual({ label, amount: '19.96' });
    expect(said.toPay).toEqual({ label: 'Monto total de la operación', amount });
    expect(addedUp(said)).toEqual([]);
  });

  it('gives no sign to nothing, nor to an amount that has its own', () => {
    const tributos = [{ descripcion: 'IVA 0%', valor: '0.00' }];
    const resumen = { totalGravada: '5.00', tributos, totalNoGravado: '-1.00', totalPagar: '4.00' };
    expect(totalsOf(resumen, '11').totals.map(({ label }) => label)).toEqual([
      'Total de operaciones gravadas',
      'IVA 0%',
      'Otros montos no afectos',
    ]);
  });
});
