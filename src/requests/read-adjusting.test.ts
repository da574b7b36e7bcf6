import { expect, it } from 'vitest';
import { readNote, readWish } from './read-adjusting.ts';

it('reads what a form says of an invalidation as the interface reads its body', () => {
  const person = { name: 'Ana Pérez', document_type: '13', document_number: '01234567-8' };
  expect(readWish({ type: '2', reason: 'Se devolvió', responsible: person, requester: '' })).toEqual({
    kind: 'wish',
    wish: {
      type: 2,
      reason: 'Se devolvió',
      responsible: { name: 'Ana Pérez', documentType: '13', documentNumber: '01234567-8' },
      requester: null,
      replacement: null,
    },
  });
  expect(readWish({ type: '7', responsible: { ...person, name: '' } })).toMatchObject({
    kind: 'refused',
    problems: expect.arrayContaining([
      expect.objectContaining({ path: 'responsible.name' }),
      expect.objectContaining({ path: 'type' }),
    ]),
  });
  expect(readWish({ reason: 'a\u0007b' })).toMatchObject({ problems: [{ path: 'reason' }] });
});

it('reads a credit note, with its numbers as they were typed', () => {
  const line = { description: 'Pan', quantity: '2.50', unit_price: '1.13' };
  expect(readNote({ document_id: 'ccf', lines: [{ ...line, unit_price: '1.13 ' }] })).toMatchObject({
    kind: 'note',
    note: { ccf: 'ccf', mode: 'lines', lines: [{ quantity: 2.5 }] },
  });
  expect(readNote({ document_id: 'ccf', lines: [line], full_adjustment: true })).toMatchObject({
    kind: 'refused',
    problems: [{ path: 'lines' }],
  });
  expect(
    readNote({ document_id: 'ccf', external_ref: 'a', lines: [{ ...line, quantity: 'dos' }] }),
  ).toMatchObject({ kind: 'refused', problems: [{ path: 'lines[0].quantity' }] });
  expect(readNote({ document_id: 'ccf', external_ref: 'a\u0000b' })).toMatchObject({ kind: 'refused' });
});
