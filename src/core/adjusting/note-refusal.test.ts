import { expect, it } from 'vitest';
import { noteRefusal } from './note-refusal.ts';
import type { ClassObstacle } from './standing.ts';

const OBSTACLE: ClassObstacle = {
  kind: 'exceeds_class',
  saleType: 'exempt',
  withVat: true,
  amount: '600.00',
  remaining: { taxed: '113.00', exempt: '400.00', non_subject: '0.00' },
};
const LINES = [{ saleType: 'taxed' }, { saleType: 'exempt' }, { saleType: 'exempt' }] as const;

it('names the first line of the class that is exceeded, and what is left in each', () => {
  const message =
    'La nota toma 600.00 de lo exento y del CCF quedan por ajustar (con IVA) 113.00 gravado, 400.00 exento y 0.00 no sujeto.';
  const path = 'lines[1].sale_type';
  expect(noteRefusal(OBSTACLE, LINES)).toMatchObject({
    code: 'ccf_class_exceeded',
    status: 400,
    problems: [{ path, message }],
    detail: `${path}: l${message.slice(1)}`,
  });
});

it('names no line where none is of that class', () => {
  const { detail, problems } = noteRefusal({ ...OBSTACLE, withVat: false }, []);
  expect([detail, problems]).toEqual([expect.stringMatching(/^La nota .*\(en líneas sin IVA\)/), []]);
});

it.each(['invalidated', 'fully_adjusted'] as const)('says that the CCF is %s', (kind) => {
  expect(noteRefusal({ kind }, LINES)).toMatchObject({ code: `ccf_${kind}`, problems: [] });
});

it.each([
  ['exceeds', 'ccf_exceeded'],
  ['exceeds_net', 'ccf_net_exceeded'],
] as const)('says how much is left where the note %s', (kind, code) => {
  const refusal = noteRefusal({ kind, amount: '7.77', remaining: '3.33' }, LINES);
  expect(refusal).toMatchObject({ code, detail: expect.stringMatching(/7\.77.*3\.33/) });
});
