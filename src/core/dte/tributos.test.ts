import { describe, expect, it } from 'vitest';
import { decimal } from '../money/decimal.ts';
import { buildIva, lineTributos } from './tributos.ts';

describe('the taxes of a summary', () => {
  it('are VAT at its amount, though it be nothing', () => {
    const iva = (valor: string) => [
      { codigo: '20', descripcion: 'Impuesto al Valor Agregado 13%', valor: decimal(valor) },
    ];
    expect(buildIva(decimal('100'), decimal('13'))).toEqual(iva('13'));
    expect(buildIva(decimal('0.01'), 0n)).toEqual(iva('0'));
  });

  it('are null where nothing is taxed', () => {
    expect(buildIva(0n, 0n)).toBeNull();
  });
});

describe('the taxes of a line', () => {
  it('are VAT where something is taxed, however little', () => {
    expect(lineTributos(1n)).toEqual(['20']);
    expect(lineTributos(0n)).toBeNull();
  });
});
