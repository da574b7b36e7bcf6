import { describe, expect, it } from 'vitest';
import { draftedMember } from '../../../test/support/drafted.ts';
import {
  exampleContext,
  exampleLine,
  exampleOrder,
  exampleParty,
  problemsOf,
} from '../../../test/support/example-order.ts';
import { sentences } from '../../../test/support/example-parties.ts';
import { draftFactura } from './factura-draft.ts';
import type { DraftContext, Drafting, Order } from './order.ts';

function draft(order: Partial<Order>, context: Partial<DraftContext> = {}): Drafting {
  return draftFactura(exampleOrder(order), exampleContext(context));
}

function paths(order: Partial<Order>, context: Partial<DraftContext> = {}): readonly string[] {
  return sentences(problemsOf(draft(order, context)));
}

describe('the recipient', () => {
  it('is null for nobody, a name alone for a bare name', () => {
    expect(draftedMember(draft({}), 'receptor')).toBeNull();
    const drafting = draft({ customerName: 'Doña Ficticia' });
    expect(draftedMember(drafting, 'receptor')).toMatchObject({ nombre: 'Doña Ficticia', direccion: null });
    expect(drafting).toMatchObject({ summary: { customerName: 'Doña Ficticia' } });
  });
});

describe('identification', () => {
  const costing = (unitPrice: number) => ({ lines: [exampleLine({ unitPrice })] });
  const identified = { name: 'Cliente', documentType: '13', documentNumber: '012345678' };

  it.each([
    ['v1', [1094.99, 1095], 'Es obligatorio: el esquema v1 lo exige desde 1095.00.'],
    ['v2', [24_999.99, 25_000], 'Es obligatorio: Hacienda lo exige desde 25000.00.'],
  ] as const)('in %s changes between %j', (generation, [below, from], message) => {
    expect(paths(costing(below), { generation })).toEqual([]);
    expect(paths(costing(from), { generation })).toEqual([`customer: ${message}`]);
    const named = { ...costing(from), customerName: 'Cliente' };
    expect(paths(named, { generation })).toEqual([`customer: ${message}`]);
    const unnumbered = { ...costing(from), customer: exampleParty({ name: 'Cliente' }) };
    expect(paths(unnumbered, { generation })).toEqual([`customer.document_number: ${message}`]);
    const nameless = { ...costing(from), customer: exampleParty({ ...identified, name: null }) };
    expect(paths(nameless, { generation })).toEqual([`customer.name: ${message}`]);
    expect(paths({ ...costing(from), customer: exampleParty(identified) }, { generation })).toEqual([]);
  });

  it('that was sent and is wrong has one problem, not two', () => {
    const customer = exampleParty({ ...identified, documentNumber: '012345670' });
    expect(paths({ ...costing(25_000), customer })).toEqual([
      'customer.document_number: el dígito verificador del DUI no es correcto.',
    ]);
  });
});

describe('problems', () => {
  it('name the line that the caller wrote, however many lines before it are wrong', () => {
    const lines = [exampleLine({ quantity: 0 }), exampleLine(), exampleLine({ unit: '00' })];
    expect(paths({ lines })).toEqual([
      'lines[0].quantity: Debe ser mayor que cero; se redondea a 8 decimales.',
      'lines[2].unit: No existe en el catálogo de unidades (CAT-014).',
    ]);
  });

  it('are about a document that the schema could not hold', () => {
    const huge = exampleLine({ unitPrice: 50_000_000_000 });
    const customer = exampleParty({ name: 'Cliente', documentNumber: '123' });
    expect(paths({ lines: [huge, huge], customer })).toEqual([
      'lines: El total debe ser menor que 100,000,000,000.',
    ]);
    const given = exampleLine({ unitPrice: 50_000_000_000, discountPercentage: 100 });
    expect(paths({ lines: [given, given], customer })).toEqual([
      'lines: El total de descuentos debe ser menor que 100,000,000,000.',
    ]);
    const largest = exampleLine({ unitPrice: 99_999_999_999 });
    expect(paths({ lines: [largest], customer })).toEqual([]);
  });

  it('of payments need readable lines to compare with', () => {
    const payments = [{ method: '01', amount: 5, reference: null }];
    expect(paths({ payments, paymentsListed: true })).toEqual([
      'payments: Los montos deben sumar el total a pagar, 1.13; solo uno puede omitirse.',
    ]);
    const lines = [exampleLine({ quantity: 0 })];
    expect(paths({ payments, paymentsListed: true, lines })).toEqual([
      'lines[0].quantity: Debe ser mayor que cero; se redondea a 8 decimales.',
    ]);
  });

  it('of payments are told beside those of lines, as far as they need no total', () => {
    const payments = [{ method: '77', amount: 5, reference: null }];
    expect(paths({ payments, paymentsListed: true, lines: [exampleLine({ quantity: 0 })] })).toEqual([
      'lines[0].quantity: Debe ser mayor que cero; se redondea a 8 decimales.',
      'payments[0].method: No es un código de forma de pago.',
    ]);
  });
});
