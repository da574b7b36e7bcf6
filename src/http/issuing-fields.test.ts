import { describe, expect, it } from 'vitest';
import { ISSUING_FIELDS, PartySchema, PurchaseLineSchema, SaleLineSchema } from './issuing-fields.ts';

describe('the fields of an issuing request', () => {
  it('are those that specification 2.5 names, and what design section 7 adds', () => {
    expect(Object.keys(PartySchema.properties)).toEqual(
      expect.arrayContaining([
        'name',
        'nit',
        'nrc',
        'email',
        'address',
        'document_type',
        'type_contributor',
        'activity_code',
        'department',
        'municipality',
        'district',
        'district_code',
        'document_number',
        'phone',
        'trade_name',
        'country',
        'person_type',
      ]),
    );
    expect(Object.keys(ISSUING_FIELDS)).toEqual(
      expect.arrayContaining([
        'external_ref',
        'payment_method',
        'transaction_condition',
        'deadline',
        'period',
        'payments',
        'establishment',
        'point_of_sale',
        'redirect_email',
        'redirect_whatsapp',
        'observations',
        'appendix',
      ]),
    );
  });

  it('differ by type where the design says so', () => {
    const names = (schema: { readonly properties: object }) => Object.keys(schema.properties);
    const [sale, purchase] = [names(SaleLineSchema), names(PurchaseLineSchema)];
    expect(sale.filter((name) => !purchase.includes(name))).toEqual(['sale_type']);
    expect(purchase.filter((name) => !sale.includes(name))).toEqual(['is_service']);
  });

  it.each([
    ['PartySchema', PartySchema],
    ['SaleLineSchema', SaleLineSchema],
    ['PurchaseLineSchema', PurchaseLineSchema],
  ])('%s admits no other', (_, schema) => {
    expect(schema).toMatchObject({ additionalProperties: false });
  });

  it('are all optional but for what nothing can stand in for', () => {
    expect(PartySchema).not.toHaveProperty('required');
    expect(SaleLineSchema.required).toEqual(['description', 'quantity', 'unit_price']);
  });

  it('may be null where they are optional', () => {
    for (const [name, schema] of Object.entries(ISSUING_FIELDS))
      expect([name, schema]).toEqual([
        name,
        expect.objectContaining({ type: expect.arrayContaining(['null']) }),
      ]);
  });
});
