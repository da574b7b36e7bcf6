import { describe, expect, it } from 'vitest';
import { hoistSchemas } from './hoist-schemas.ts';

const person = (more: object) => ({
  type: 'object',
  title: 'Person',
  properties: { name: { type: 'string' } },
  ...more,
});

describe('titled schemas', () => {
  it('stand once under their name, whatever the place says of them', () => {
    const { paths, schemas } = hoistSchemas({
      a: { schema: person({ description: 'Quien responde.' }) },
      b: { schema: { type: 'array', items: person({}) } },
      c: { schema: person({ type: ['object', 'null'], description: 'Quien solicita.' }) },
    });
    const reference = { $ref: '#/components/schemas/Person' };
    expect(schemas).toEqual({ Person: { type: 'object', properties: { name: { type: 'string' } } } });
    expect(paths).toEqual({
      a: { schema: { ...reference, description: 'Quien responde.' } },
      b: { schema: { type: 'array', items: reference } },
      c: { schema: { anyOf: [reference, { type: 'null' }], description: 'Quien solicita.' } },
    });
  });

  it('are found inside each other', () => {
    const { schemas } = hoistSchemas({
      a: { type: 'object', title: 'Sale', properties: { customer: person({}) } },
    });
    expect(schemas).toMatchObject({
      Sale: { properties: { customer: { $ref: '#/components/schemas/Person' } } },
    });
  });

  it('cannot share a name', () => {
    expect(() => hoistSchemas({ a: person({}), b: person({ properties: {} }) })).toThrow(/Person/);
  });
});
