import { describe, expect, it } from 'vitest';
import { orderOf } from './order-of.ts';
import type { InvoiceBody } from './schema.ts';

const LINE = { description: 'Soporte técnico', quantity: 1, unit_price: 100 };
const body = (changes: Partial<InvoiceBody>): InvoiceBody => ({ lines: [LINE], ...changes });

describe('orderOf', () => {
  it('takes a body without a type for a factura of goods paid in cash', () => {
    const order = orderOf(body({}));
    expect(order).toMatchObject({ tipoDte: '01', customer: null, customerName: null, exportTerms: null });
    expect(order.lines[0]?.itemType).toBe(1);
    expect(order.payments).toEqual([{ method: '01', amount: null, reference: null }]);
  });

  it('takes the lines of an export of services for services, unless they say otherwise', () => {
    const lines = [LINE, { ...LINE, item_type: 1 }];
    const order = orderOf(body({ doc_type: '11', lines, export: { item_type: 2 } }));
    expect(order.lines.map(({ itemType }) => itemType)).toEqual([2, 1]);
    expect(orderOf(body({ doc_type: '11', export: { item_type: 1 } })).lines[0]?.itemType).toBe(1);
  });

  it('gives customer_name to a customer without a name of its own', () => {
    expect(orderOf(body({ customer: {}, customer_name: 'Ana' })).customer?.name).toBe('Ana');
    expect(orderOf(body({ customer: { name: 'Eva' }, customer_name: 'Ana' })).customer?.name).toBe('Eva');
  });
});
