import { expect, it } from 'vitest';
import { decimal } from '../money/decimal.ts';
import { rebuiltLines } from './rebuilt-lines.ts';

const LINE = {
  tipoItem: decimal('1'),
  cantidad: decimal('3'),
  codigo: null,
  uniMedida: decimal('99'),
  descripcion: 'Pan',
  precioUni: decimal('1.5'),
  montoDescu: decimal('0'),
  ventaNoSuj: decimal('0'),
  ventaExenta: decimal('0'),
  ventaGravada: decimal('4.5'),
};

it('finds the percentage that makes the discount, and leaves the usual unit open', () => {
  const discounted = { ...LINE, montoDescu: decimal('1.49999999'), ventaGravada: decimal('3.00000001') };
  const [whole, third] = rebuiltLines('01', {
    cuerpoDocumento: [LINE, { ...discounted, uniMedida: decimal('59') }],
  });
  expect(whole).toMatchObject({ quantity: 3, unitPrice: 1.5, discountPercentage: 0, unit: null });
  expect(third).toMatchObject({ discountPercentage: 33.33333311, unit: '59' });
});

it('finds the price that was quoted where a document tells the one without VAT', () => {
  const taxed = { ...LINE, precioUni: decimal('1.32743363') };
  const exempt = { ...LINE, ventaExenta: decimal('4.5'), ventaGravada: decimal('0') };
  const lines = rebuiltLines('03', { cuerpoDocumento: [taxed, exempt] });
  expect(lines.map(({ unitPrice, saleType }) => [unitPrice, saleType])).toEqual([
    [1.5, 'taxed'],
    [1.5, 'exempt'],
  ]);
});

it('finds the services by the tax that was kept back', () => {
  const bought = (tipoItem: string, compra: string) => ({
    ...LINE,
    tipoItem: decimal(tipoItem),
    compra: decimal(compra),
  });
  const lines = [bought('1', '10'), bought('2', '20'), bought('1', '40')];
  const services = (reteRenta: string) =>
    rebuiltLines('14', { resumen: { reteRenta: decimal(reteRenta) }, cuerpoDocumento: lines }).map(
      ({ isService }) => isService,
    );
  expect(services('0')).toEqual([false, false, false]);
  expect(services('2')).toEqual([false, true, false]);
  expect(services('5')).toEqual([true, false, true]);
  expect(services('7')).toEqual([true, true, true]);
});
