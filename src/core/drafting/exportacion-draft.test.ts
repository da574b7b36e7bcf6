import { describe, expect, it } from 'vitest';
import { draftedMember } from '../../../test/support/drafted.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import {
  exampleContext,
  exampleExportTerms,
  exampleLine,
  exampleOrder,
  problemsOf,
} from '../../../test/support/example-order.ts';
import { exampleExtranjero, sentences } from '../../../test/support/example-parties.ts';
import { draftExportacion } from './exportacion-draft.ts';
import type { DraftContext, Order } from './order.ts';

const BY_SEA = exampleExportTerms({
  incoterm: '09',
  fiscalPrecinct: '02',
  regimeType: 'EX-1',
  regime: '1000.000',
});

function draft(changes: Partial<Order> = {}, context: Partial<DraftContext> = {}) {
  const order = exampleOrder({
    tipoDte: '11',
    customer: exampleExtranjero(),
    exportTerms: BY_SEA,
    ...changes,
  });
  return draftExportacion(order, exampleContext(context));
}

function problems(changes: Partial<Order>, context: Partial<DraftContext> = {}) {
  return sentences(problemsOf(draft(changes, context)));
}

describe('an export', () => {
  it('retains nothing, whoever the buyer is', () => {
    const lines = [exampleLine({ unitPrice: 500 })];
    const customer = exampleExtranjero({ typeContributor: 3 });
    expect(draft({ lines, customer })).toMatchObject({ summary: { amountTotal: '500.00' } });
  });

  it.each([
    ['v1', 'facturas@ejemplo.com', {}],
    ['v1', 'respaldo@ejemplo.com', { delivery: { fallback_email: 'respaldo@ejemplo.com' } }],
    ['v2', null, {}],
  ] as const)(
    'of 10,000 in %s has the e-mail %s where the customer has none',
    (generation, correo, changes) => {
      const lines = [exampleLine({ unitPrice: 10_000 })];
      const company = exampleCompany(changes);
      expect(draftedMember(draft({ lines }, { generation, company }), 'receptor')).toMatchObject({ correo });
    },
  );
});

describe('an order that is no export', () => {
  it('has no customer', () => {
    expect(problems({ customer: null, customerName: 'Ana' })).toEqual([
      'customer: Es obligatorio en una exportación.',
    ]);
  });

  it.each([
    ['freight', -1, 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.'],
    ['insurance', 0.005, 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.'],
    ['freight', 1e21, 'Admite como máximo 11 dígitos enteros.'],
    ['insurance', Number.NaN, 'Debe ser un número, como 1.50.'],
  ])('has a %s of %s', (field, amount, message) => {
    expect(problems({ exportTerms: { ...BY_SEA, [field]: amount } })).toEqual([
      `export.${field}: ${message}`,
    ]);
  });

  it.each(['exempt', 'non_subject'] as const)('sells lines that are %s', (saleType) => {
    expect(problems({ lines: [exampleLine(), exampleLine({ saleType })] })).toEqual([
      'lines[1].sale_type: No se envía en una exportación.',
    ]);
  });

  it('sells lines that are goods and services in v2, not in v1', () => {
    const lines = [exampleLine({ itemType: 3 })];
    expect(problems({ lines })).toEqual(['lines[0].item_type: Debe ser 1 o 2 en una exportación.']);
    expect(problems({ lines }, { generation: 'v1' })).toEqual([]);
  });

  it('has more than 500 characters of observations in v1', () => {
    expect(problems({ observations: '🥖'.repeat(500) }, { generation: 'v1' })).toEqual([]);
    expect(problems({ observations: 'x'.repeat(501) }, { generation: 'v1' })).toEqual([
      'observations: Admite como máximo 500 caracteres en v1.',
    ]);
    expect(problems({ observations: 'x'.repeat(3000) })).toEqual([]);
  });

  it('is worth nothing, in v1', () => {
    const lines = [exampleLine({ unitPrice: 0 })];
    expect(problems({ lines })).toEqual([]);
    expect(problems({ lines }, { generation: 'v1' })).toEqual([
      'lines: El total debe ser mayor que cero (esquema fe-fex-v1).',
    ]);
    const shipped = { lines, exportTerms: { ...BY_SEA, freight: 0.01 } };
    expect(problems(shipped, { generation: 'v1' })).toEqual([]);
  });

  it('reaches the limit with its freight', () => {
    const lines = [exampleLine({ unitPrice: 99_999_999_999 })];
    expect(problems({ lines, exportTerms: { ...BY_SEA, freight: 0.99 } })).toEqual([]);
    expect(problems({ lines, exportTerms: { ...BY_SEA, freight: 1 } })).toEqual([
      'lines: El total debe ser menor que 100,000,000,000.',
    ]);
  });
});
