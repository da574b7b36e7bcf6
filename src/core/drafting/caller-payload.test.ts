import { describe, expect, it } from 'vitest';
import {
  exampleExportTerms,
  exampleLine,
  exampleOrder,
  exampleParty,
  examplePayment,
} from '../../../test/support/example-order.ts';
import { notePayload, orderPayload } from './caller-payload.ts';
import type { NoteLine, Order } from './order.ts';

const canonicalOf = (changes: Partial<Order> = {}) => orderPayload(exampleOrder(changes)).canonical;

const EXPORT = exampleExportTerms({ itemType: 2, incoterm: '09', freight: 10.5 });

describe('the canonical form of an order', () => {
  it('is named as the interface names it, without what is null or the default, in one order of names', () => {
    expect(canonicalOf()).toBe(
      'sello/2 {"doc_type":"01","lines":[{"description":"Pan francés","quantity":"1","unit_price":"1.13"}]}',
    );
    const order = exampleOrder({
      tipoDte: '11',
      customer: exampleParty({ name: 'Ana', nit: '1' }),
      customerName: 'Otra',
      lines: [
        exampleLine({ itemType: 2, saleType: 'exempt', unit: '36', code: 'A', discountPercentage: 12.5 }),
      ],
      payments: [examplePayment({ method: '02', amount: 7 }), examplePayment({ reference: 'r' })],
      transactionCondition: 2,
      deadline: 2,
      period: 1,
      activityCode: '47111',
      establishment: 'M001',
      appendix: [{ value: 'c', field: 'a', label: 'b' }],
      exportTerms: EXPORT,
    });
    expect(orderPayload(order).canonical).toBe(
      'sello/2 {"activity_code":"47111","appendix":[{"field":"a","label":"b","value":"c"}],' +
        '"customer":{"name":"Ana","nit":"1"},"customer_name":"Otra","deadline":2,"doc_type":"11",' +
        '"establishment":"M001","export":{"freight":"10.5","incoterm":"09","item_type":2},' +
        '"lines":[{"code":"A","description":"Pan francés","discount_percentage":"12.5","quantity":"1",' +
        '"sale_type":"exempt","unit":"36","unit_price":"1.13"}],' +
        '"payments":[{"amount":"7","method":"02"},{"method":"01","reference":"r"}],"transaction_condition":2}',
    );
  });

  it.each<[string, Partial<Order>]>([
    ['who lists one payment in cash', { payments: [examplePayment()], paymentsListed: true }],
    ['who sends no export terms at all', { exportTerms: null }],
  ])('is the same for %s', (_, changes) => {
    expect(canonicalOf(changes)).toBe(canonicalOf());
  });

  it('says nothing of a time of one on credit, and tells it from another', () => {
    const credit = (deadline: number | null, period: number | null) =>
      canonicalOf({ transactionCondition: 2, deadline, period });
    expect(credit(1, 1)).toBe(credit(null, null));
    expect(new Set([credit(1, 1), credit(2, 1), credit(1, 2), canonicalOf({ period: 1 })]).size).toBe(4);
  });

  it('takes a service for one where it is marked so', () => {
    const service = (itemType: number) =>
      canonicalOf({ lines: [exampleLine({ isService: true, itemType })] });
    expect(service(2)).not.toContain('item_type');
    expect(service(1)).toContain('"item_type":1');
  });

  it('tells requests apart by every field', () => {
    const party = exampleParty();
    const line = exampleLine();
    const changes: readonly Partial<Order>[] = [
      {},
      ...(['01', '03', '11', '14'] as const).slice(1).map((tipoDte) => ({ tipoDte })),
      { customer: party },
      ...Object.keys(party).map((name) => ({ customer: { ...party, [name]: 'x' } })),
      { customerName: 'x' },
      { lines: [line, line] },
      ...Object.entries(line).map(([name, value]) => ({
        lines: [{ ...line, [name]: typeof value === 'number' ? value + 1 : 'x' }],
      })),
      ...['method', 'reference'].map((name) => ({ payments: [{ ...examplePayment(), [name]: 'x' }] })),
      { payments: [examplePayment({ amount: 1 })] },
      { payments: [examplePayment(), examplePayment()] },
      ...[2, 3].map((transactionCondition) => ({ transactionCondition })),
      ...['deadline', 'period'].map((name) => ({ [name]: 7 })),
      ...['activityCode', 'establishment', 'pointOfSale', 'observations'].map((name) => ({ [name]: 'x' })),
      ...['field', 'label', 'value'].map((name) => ({
        appendix: [{ field: 'a', label: 'b', value: 'c', [name]: 'x' }],
      })),
      ...Object.entries(EXPORT).map(([name, value]) => ({
        exportTerms: { ...EXPORT, [name]: value === null ? '7' : null },
      })),
    ];
    const texts = changes.map(canonicalOf);
    const doubled = texts.filter((text, index) => texts.indexOf(text) !== index);
    expect(doubled).toEqual([]);
  });
});

describe('the canonical form of a note', () => {
  const line = (changes: Partial<NoteLine> = {}): NoteLine => ({
    ...exampleLine(),
    saleType: null,
    ...changes,
  });
  const payload = (...lines: readonly NoteLine[]) =>
    notePayload(
      { mode: 'lines', lines, observations: null },
      lines.map((one) => ({ ...one, saleType: one.saleType ?? 'taxed' })),
    );

  it('says the class only where the caller does', () => {
    expect(payload(line(), line({ saleType: 'taxed', itemType: 2 })).canonical).toBe(
      'sello/2 {"lines":[{"description":"Pan francés","quantity":"1","unit_price":"1.13"},' +
        '{"description":"Pan francés","item_type":2,"quantity":"1","sale_type":"taxed","unit_price":"1.13"}],' +
        '"mode":"lines"}',
    );
  });

  it('says the line of the CCF where the caller does', () => {
    expect(payload(line({ ccfLine: 2 })).canonical).toContain('{"ccf_line":2,"description"');
    expect(payload(line({ ccfLine: null })).canonical).toBe(payload(line()).canonical);
  });

  it('was kept with the class that its lines got', () => {
    expect(payload(line()).former).toBe(payload(line({ saleType: 'taxed' })).former);
    expect(payload(line()).former).not.toBe(payload(line({ saleType: 'exempt' })).former);
  });
});
