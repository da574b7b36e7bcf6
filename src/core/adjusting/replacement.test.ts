import { expect, it } from 'vitest';
import { idOf } from '../../../test/support/identifiers.ts';
import { type Replacement, whyNotReplacement } from './replacement.ts';

const INVALIDATED = { documentId: idOf('a'), tipoDte: '01' } as const;
const GOOD: Replacement = {
  documentId: idOf('b'),
  tipoDte: '01',
  state: 'stamped',
  standing: { invalidation: null, notes: [] },
};

it.each<readonly [string, Replacement | null, string | null]>([
  ['a good one', GOOD, null],
  [
    'one that another document took the place of in vain',
    { ...GOOD, standing: { invalidation: 'rejected', notes: [] } },
    null,
  ],
  ['none', null, 'No existe un documento con ese identificador o referencia.'],
  ['the document itself', { ...GOOD, documentId: idOf('a') }, 'Es el mismo documento que se invalida.'],
  [
    'one of another type',
    { ...GOOD, tipoDte: '03' },
    'Debe ser de tipo 01, como el documento que se invalida.',
  ],
  ['one without a seal', { ...GOOD, state: 'contingency' }, 'Todavía no tiene sello de Hacienda.'],
  [
    'one that is being invalidated',
    { ...GOOD, standing: { invalidation: 'open', notes: [] } },
    'Está invalidado.',
  ],
])('%s: %j', (_, replacement, expected) => {
  expect(whyNotReplacement(replacement, INVALIDATED)).toBe(expected);
});
