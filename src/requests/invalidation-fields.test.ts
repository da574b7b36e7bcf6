import { expect, it } from 'vitest';
import { wishOf } from './invalidation-fields.ts';

const NOTHING = { type: null, reason: null, responsible: null, requester: null, replacement: null };

it.each([
  null,
  {},
  { type: null, reason: null, responsible: null, requester: null, replacement_document_id: null },
])('%j asks for nothing in particular', (body) => {
  expect(wishOf(body)).toEqual(NOTHING);
});

it('reads what is asked for in our own names', () => {
  const responsible = { name: 'Ana Ficticia', document_type: '13', document_number: '00000001-8' };
  const body = { type: 3, reason: 'Otra causa', responsible, replacement_document_id: 'venta-2' } as const;
  expect(wishOf(body)).toEqual({
    type: 3,
    reason: 'Otra causa',
    requester: null,
    replacement: 'venta-2',
    responsible: { name: 'Ana Ficticia', documentType: '13', documentNumber: '00000001-8' },
  });
});
