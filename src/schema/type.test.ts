import { expect, expectTypeOf, it } from 'vitest';
import { type Static, Type } from './type.ts';

const Sale = Type.Object(
  {
    total: Type.Number({ minimum: 0 }),
    kind: Type.Enum(['cash', 'card']),
    notes: Type.Optional(Type.Array(Type.String())),
    more: Type.Optional(Type.Union([Type.Boolean(), Type.Unsafe<null>({ type: 'null' })])),
  },
  { additionalProperties: false },
);

it('is plain JSON Schema, in which the fields that must be there are required', () => {
  expect(JSON.parse(JSON.stringify(Sale))).toEqual({
    type: 'object',
    required: ['total', 'kind'],
    properties: {
      total: { type: 'number', minimum: 0 },
      kind: { enum: ['cash', 'card'] },
      notes: { type: 'array', items: { type: 'string' } },
      more: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
    },
    additionalProperties: false,
  });
  expect(Type.Object({ any: Type.Optional(Type.Unknown()) })).not.toHaveProperty('required');
});

it('leaves the schema of an optional field as it is elsewhere', () => {
  const Name = Type.String();
  expect(Type.Object({ name: Type.Optional(Name) })).not.toHaveProperty('required');
  expect(Type.Object({ name: Name }).required).toEqual(['name']);
});

it('is known to TypeScript as what it lets through', () => {
  expectTypeOf<Static<typeof Sale>>().toEqualTypeOf<{
    total: number;
    kind: 'cash' | 'card';
    notes?: string[];
    more?: boolean | null;
  }>();
});
