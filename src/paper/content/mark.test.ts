import { expect, it } from 'vitest';
import { markOf } from './mark.ts';

const SEALED = { codigoGeneracion: 'C', numeroControl: 'N', sello: 'S', isSealed: true };
const WAITING = { ...SEALED, sello: 'EN TRANSMISIÓN: pendiente de sello', isSealed: false };
const NOTHING = { cancellation: { kind: 'none' }, isRejected: false } as const;

const notes = (count: number, isSealed = true) =>
  Array.from({ length: count }, (_, index) => ({ numeroControl: `DTE-05-${index + 1}`, isSealed }));
const adjusted = (count: number, isSealed = true) =>
  markOf(SEALED, { ...NOTHING, cancellation: { kind: 'adjusted', notes: notes(count, isSealed) } });

it.each([
  [1, 'con la nota de crédito DTE-05-1'],
  [2, 'con las notas de crédito DTE-05-1 y DTE-05-2'],
  [3, 'con las notas de crédito DTE-05-1, DTE-05-2 y DTE-05-3'],
  [9, 'con las notas de crédito DTE-05-1, DTE-05-2, DTE-05-3 y 6 más'],
])('names the notes that adjust a CCF in full: %i', (count, detail) => {
  expect(adjusted(count)).toEqual({ kind: 'adjusted', heading: 'AJUSTADO POR COMPLETO', detail });
});

it('says that a note has no seal yet', () => {
  expect(adjusted(1, false)).toMatchObject({
    detail: 'con la nota de crédito DTE-05-1, pendiente de sello del Ministerio de Hacienda',
  });
  expect(adjusted(2, false)).toMatchObject({
    detail: 'con las notas de crédito DTE-05-1 y DTE-05-2, 2 de ellas sin sello todavía',
  });
});

it('marks nothing that is sealed, and what waits with the words of its seal', () => {
  expect(markOf(SEALED, NOTHING)).toEqual({ kind: 'none' });
  expect(markOf(WAITING, NOTHING)).toMatchObject({ kind: 'waiting', heading: WAITING.sello });
});

it('says first what counts most', () => {
  const cancellation = { kind: 'invalidated', isSealed: true, sello: null } as const;
  expect(markOf(WAITING, { cancellation, isRejected: true }).kind).toBe('rejected');
  expect(markOf(WAITING, { cancellation, isRejected: false }).kind).toBe('invalidated');
});
