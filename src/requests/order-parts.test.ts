import { describe, expect, it } from 'vitest';
import { exampleLine, exampleParty } from '../../test/support/example-order.ts';
import { partyOf, purchaseLineOf, saleLineOf, termsOf } from './order-parts.ts';

const BREAD = { description: 'Pan francés', quantity: 1, unit_price: 1.13 };

describe('partyOf', () => {
  it('takes what is missing for null, and null for missing', () => {
    expect(partyOf({})).toEqual(exampleParty());
    expect(partyOf({ name: null, nit: null, type_contributor: null })).toEqual(exampleParty());
  });

  it('keeps every field under our own name', () => {
    const wire = {
      name: 'n',
      document_type: '13',
      document_number: 'd',
      nit: 't',
      nrc: 'r',
      email: 'e',
      phone: 'p',
      trade_name: 'c',
      type_contributor: 2,
      activity_code: 'a',
      address: 's',
      department: '06',
      municipality: '23',
      district: '062314',
      district_code: '14',
      country: 'US',
      person_type: 1,
    };
    const order = partyOf(wire);
    expect(Object.values(order).sort()).toEqual(Object.values(wire).sort());
    expect(order).toMatchObject({ documentNumber: 'd', nit: 't', district: '062314', districtCode: '14' });
  });
});

describe('lines', () => {
  it('of a sale are taxed goods without discount, and without a unit, unless told otherwise', () => {
    expect(saleLineOf(BREAD, 1)).toEqual(exampleLine({ unit: null }));
    expect(
      saleLineOf(
        {
          ...BREAD,
          discount_percentage: null,
          code: null,
          unit: null,
          sale_type: null,
          item_type: null,
        },
        1,
      ),
    ).toEqual(exampleLine({ unit: null }));
    expect(saleLineOf({ ...BREAD, sale_type: 'exempt', item_type: 2, unit: '59', code: 'A' }, 1)).toEqual(
      exampleLine({ saleType: 'exempt', itemType: 2, unit: '59', code: 'A' }),
    );
  });

  it('of a purchase are services for the Ministry, too, where they are marked as such', () => {
    expect(purchaseLineOf(BREAD)).toEqual(exampleLine({ unit: null }));
    expect(purchaseLineOf({ ...BREAD, is_service: true })).toEqual(
      exampleLine({ unit: null, isService: true, itemType: 2 }),
    );
    expect(purchaseLineOf({ ...BREAD, is_service: true, item_type: 3 })).toMatchObject({ itemType: 3 });
    expect(purchaseLineOf({ ...BREAD, is_service: null })).toEqual(exampleLine({ unit: null }));
  });
});

describe('termsOf', () => {
  it('is cash at once unless told otherwise', () => {
    expect(termsOf({})).toEqual({
      payments: [{ method: '01', amount: null, reference: null }],
      paymentsListed: false,
      transactionCondition: 1,
      deadline: null,
      period: null,
      establishment: null,
      pointOfSale: null,
      observations: null,
      appendix: [],
    });
    expect(termsOf({ payments: null, appendix: null })).toEqual(termsOf({}));
    expect(termsOf({ payments: [], appendix: [], payment_method: '03' })).toEqual(
      termsOf({ payment_method: '03' }),
    );
  });

  it('takes the list of payments before the one method', () => {
    const { payments, paymentsListed } = termsOf({
      payment_method: '05',
      payments: [
        { method: '02', amount: 5 },
        { method: '04', reference: '77' },
      ],
    });
    expect([paymentsListed, payments]).toEqual([
      true,
      [
        { method: '02', amount: 5, reference: null },
        { method: '04', amount: null, reference: '77' },
      ],
    ]);
    expect(termsOf({ payment_method: '05' }).payments).toMatchObject([{ method: '05' }]);
  });
});
