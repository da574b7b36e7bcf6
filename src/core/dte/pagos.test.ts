import { describe, expect, it } from 'vitest';
import { decimal, fromInteger } from '../money/decimal.ts';
import { buildApendice, buildPagos } from './pagos.ts';
import { serializeDte } from './serialize.ts';

describe('buildPagos', () => {
  it('writes the five members of each in the schema’s order', () => {
    const cash = { codigo: '01', montoPago: decimal('10.50'), referencia: null, plazo: null, periodo: null };
    const credit = {
      codigo: '13',
      montoPago: decimal('5'),
      referencia: 'Contrato 7',
      plazo: '01',
      periodo: fromInteger(30),
    };
    expect(serializeDte(buildPagos([cash, credit]))).toBe(
      '[{"codigo":"01","montoPago":10.5,"referencia":null,"plazo":null,"periodo":null},' +
        '{"codigo":"13","montoPago":5,"referencia":"Contrato 7","plazo":"01","periodo":30}]',
    );
  });
});

describe('buildApendice', () => {
  it('is null without entries, as the schemas ask for at least one', () => {
    expect(buildApendice([])).toBeNull();
  });

  it('keeps the entries and their order', () => {
    const entries = [
      { campo: 'orden', etiqueta: 'Orden de compra', valor: '4711' },
      { campo: 'caja', etiqueta: 'Caja', valor: '' },
    ];
    expect(buildApendice(entries)).toEqual(entries);
  });
});
