import { expect, it } from 'vitest';
import { controlNumberOf } from '../../../test/support/identifiers.ts';
import { markOf } from './mark.ts';

const SEALED = { codigoGeneracion: 'C', numeroControl: 'N', sello: 'S', isSealed: true };
const WAITING = { ...SEALED, sello: 'EN TRANSMISIÓN: pendiente de sello', isSealed: false };
const NOTHING = { cancellation: { kind: 'none' }, isRejected: false } as const;

/** The control number of a note by its place. */
const numberOf = (place: number) => `DTE-05-M001P001-00000000000000${place}`;
const notes = (count: number, isSealed = true) =>
  Array.from({ length: count }, (_, index) => ({
    numeroControl: controlNumberOf(numberOf(index + 1)),
    isSealed,
  }));
const adjusted = (count: number, isSealed = true) =>
  markOf(SEALED, { ...NOTHING, cancellation: { kind: 'adjusted', notes: notes(count, isSealed) } });

it.each([
  [1, `con la nota de crédito ${numberOf(1)}`],
  [2, `con las notas de crédito ${numberOf(1)} y ${numberOf(2)}`],
  [3, `con las notas de crédito ${numberOf(1)}, ${numberOf(2)} y ${numberOf(3)}`],
  [9, `con las notas de crédito ${numberOf(1)}, ${numberOf(2)}, ${numberOf(3)} y 6 más`],
])('names the notes that adjust a CCF in full: %i', (count, detail) => {
  expect(adjusted(count)).toEqual({ kind: 'adjusted', heading: 'AJUSTADO POR COMPLETO', detail });
});

it('says that a note has no seal yet', () => {
  expect(adjusted(1, false)).toMatchObject({
    detail: `con la nota de crédito ${numberOf(1)}, pendiente de sello del Ministerio de Hacienda`,
  });
  expect(adjusted(2, false)).toMatchObject({
    detail: `con las notas de crédito ${numberOf(1)} y ${numberOf(2)}, 2 de ellas sin sello todavía`,
  });
});

it('says first of a preview that it is worth nothing, whatever else', () => {
  for (const codes of [SEALED, WAITING])
    for (const isRejected of [false, true])
      expect(markOf(codes, { ...NOTHING, isRejected, isPreview: true })).toEqual({
        kind: 'preview',
        heading: 'VISTA PREVIA - SIN VALIDEZ',
        detail: 'No se ha emitido ni enviado al Ministerio de Hacienda: no tiene número ni sello.',
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
