import { describe, expect, it } from 'vitest';
import { draftedMember } from '../../../test/support/drafted.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { exampleNote } from '../../../test/support/example-note.ts';
import { exampleLine, problemsOf } from '../../../test/support/example-order.ts';
import { sentences } from '../../../test/support/example-parties.ts';
import { draftNotaCredito } from './nota-credito-draft.ts';

describe('a note that is none', () => {
  it.each([
    ['of nothing', { discountPercentage: 100 }, 'lines: El total de la nota debe ser mayor que cero.'],
    [
      'of no quantity',
      { quantity: 0 },
      'lines[0].quantity: Debe ser mayor que cero; se redondea a 8 decimales.',
    ],
    ['of a negative price', { unitPrice: -1 }, 'lines[0].unit_price: No puede ser negativo.'],
  ])('is one %s', (_, changes, problem) => {
    for (const generation of ['v1', 'v2'] as const) {
      const drafting = draftNotaCredito(exampleNote({ lines: [exampleLine(changes)] }), generation);
      expect(sentences(problemsOf(drafting))).toContain(problem);
    }
  });

  it('is one of a thousand times the limit, whatever was retained', () => {
    const { adjusted } = exampleNote();
    const lines = [exampleLine({ unitPrice: 99_999_999_990 }), exampleLine({ unitPrice: 10 })];
    const note = exampleNote({ lines, adjusted: { ...adjusted, carriedRetention: true } });
    expect(sentences(problemsOf(draftNotaCredito(note, 'v2')))).toEqual([
      'lines: El total debe ser menor que 100,000,000,000.',
    ]);
  });
});

describe('the recipient’s e-mail', () => {
  const fallback = exampleCompany({ delivery: { fallback_email: 'respaldo@ejemplo.com' } });

  it.each([
    ['v1', null, 'facturas@ejemplo.com', exampleCompany()],
    ['v1', null, 'respaldo@ejemplo.com', fallback],
    ['v2', null, null, fallback],
    ['v1', 'a@b.example', 'a@b.example', fallback],
  ] as const)('in %s, with %s in the CCF, is %s', (...[generation, given, correo, company]) => {
    const note = exampleNote();
    const issuer = { ...note.issuer, company };
    const receptor = { ...note.receptor, correo: given };
    const drafting = draftNotaCredito({ ...note, issuer, receptor }, generation);
    expect(draftedMember(drafting, 'receptor')).toMatchObject({ correo });
  });
});
