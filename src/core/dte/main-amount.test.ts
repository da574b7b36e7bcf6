import { expect, it } from 'vitest';
import { mainAmountOf } from './main-amount.ts';

it('is what there is to pay', () => {
  const resumen = { montoTotalOperacion: '2255.88', totalPagar: '2235.92' };
  expect(mainAmountOf(resumen, '03')).toEqual({ label: 'Total a pagar', digits: '2235.92' });
  expect(mainAmountOf(resumen, '11')).toEqual({ label: 'Total general', digits: '2235.92' });
});

it('is the whole of the operation in a note of fe-nc-v3, which has nothing to pay', () => {
  const label = 'Monto total de la operación';
  expect(mainAmountOf({ montoTotalOperacion: '44.84' }, '05')).toEqual({ label, digits: '44.84' });
  expect(mainAmountOf(null, '05')).toEqual({ label, digits: '0' });
});
