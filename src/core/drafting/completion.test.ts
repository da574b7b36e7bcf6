import { describe, expect, it } from 'vitest';
import { exampleLine, exampleOrder, exampleParty } from '../../../test/support/example-order.ts';
import { type Completions, completable, completedOrder, productOf } from './completion.ts';
import type { OrderLine, PartyOrder } from './order.ts';

const TOLD: Completions = {
  customer: (identity) =>
    identity === '000000018' ? { district: '021604', documentType: '13', activityCode: '47111' } : null,
  product: ({ by, name }) => (by === 'code' && name === 'HAR-25' ? '36' : null),
};
const ANA = { name: 'Ana', documentNumber: '00000001-8' };

function completedParty(changes: Partial<PartyOrder>): PartyOrder | null {
  return completedOrder(exampleOrder({ customer: exampleParty({ ...ANA, ...changes }) }), TOLD).customer;
}

function completedUnit(changes: Partial<OrderLine>): string | null | undefined {
  const lines = [exampleLine({ unit: null, ...changes })];
  return completedOrder(exampleOrder({ lines }), TOLD).lines[0]?.unit;
}

describe('an order completed by what its company has told', () => {
  it('takes what it leaves open', () => {
    expect(completedParty({})).toMatchObject({
      district: '021604',
      documentType: '13',
      activityCode: '47111',
    });
    expect(completedUnit({ code: 'HAR-25' })).toBe('36');
  });

  it('keeps what it says itself', () => {
    const said = { district: '062314', documentType: '37', activityCode: '01111' };
    expect(completedParty(said)).toMatchObject(said);
    expect(completedUnit({ code: 'HAR-25', unit: '99' })).toBe('99');
  });

  it.each([
    [{ department: '02', municipality: '16' }, '021604'],
    [{ department: '02', municipality: '0216' }, '021604'],
    [{ department: '02', municipality: '15' }, null],
    [{ department: '06', municipality: '23' }, null],
    [{ department: '03', municipality: '16' }, null],
    [{ department: '02', municipality: '16', districtCode: '02' }, null],
  ])('takes the district only where it lies in the place of the sale: %j', (place, district) => {
    expect(completedParty(place)?.district).toBe(district);
  });

  it('does not take a buyer home who says another country', () => {
    expect(completedParty({ country: 'GT' })).toMatchObject({ district: null, activityCode: '47111' });
    expect(completedParty({ department: '00', municipality: '00' })?.district).toBeNull();
    expect(completedParty({ country: 'SV' })?.district).toBe('021604');
    const subject = exampleOrder({ tipoDte: '14', customer: exampleParty({ ...ANA, country: 'GT' }) });
    expect(completedOrder(subject, TOLD).customer?.district).toBe('021604');
  });

  it('knows a customer by its number however it is written, and nobody without one', () => {
    expect(completedParty({ documentNumber: null, nit: '0000 0001 8' })?.district).toBe('021604');
    expect(completedParty({ documentNumber: null })?.district).toBeNull();
    expect(completedParty({ documentNumber: '00000002-6' })?.district).toBeNull();
    expect(completedOrder(exampleOrder(), TOLD)).toEqual(exampleOrder());
  });

  it('knows a product by its code, or by its description where it has none', () => {
    expect(productOf({ code: ' HAR-25 ', description: 'x' })).toEqual({ by: 'code', name: 'HAR-25' });
    expect(productOf({ code: null, description: ' Harina ' })).toEqual({ by: 'description', name: 'Harina' });
    expect(productOf({ code: null, description: 'x'.repeat(251) })).toBeNull();
  });

  it('asks for nothing that the order says', () => {
    const whole = exampleParty({ ...ANA, district: '021604', documentType: '13', activityCode: '47111' });
    expect(completable(exampleOrder({ customer: whole }))).toEqual({ customers: [], products: [] });
    const open = exampleOrder({
      customer: exampleParty(ANA),
      lines: [exampleLine({ unit: null, code: 'A' })],
    });
    expect(completable(open)).toEqual({ customers: ['000000018'], products: [{ by: 'code', name: 'A' }] });
  });
});
