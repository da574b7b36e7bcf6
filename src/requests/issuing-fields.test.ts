import { describe, expect, it } from 'vitest';
import { ISSUING_FIELDS, PartySchema, PurchaseLineSchema, SaleLineSchema } from './issuing-fields.ts';

describe('the fields of an issuing request', () => {
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
