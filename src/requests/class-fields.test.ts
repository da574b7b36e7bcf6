import { describe, expect, it } from 'vitest';
import { classIn, NO_CLASS } from '../core/declaring/given-class.ts';
import { purchaseProblems } from './class-fields.ts';

describe('the codes of a body', () => {
  it('are null where they were not sent', () => {
    expect(classIn({})).toEqual(NO_CLASS);
    expect(classIn({ operation_type: 2, income_type: null })).toEqual({ ...NO_CLASS, operationType: 2 });
  });

  it.each([
    [{}, []],
    [{ operation_type: 8 }, ['classification', 'sector', 'cost_type']],
    [{ classification: 1, sector: 1, cost_type: 7 }, ['operation_type']],
    [{ operation_type: 1, classification: 1, sector: 1, cost_type: 7 }, []],
    [{ operation_type: 9, classification: 9, sector: 9, cost_type: 9 }, []],
    [{ sector: 1 }, ['operation_type', 'classification', 'cost_type']],
    [{ operation_type: 1, classification: 2, sector: 2, cost_type: 4 }, ['cost_type']],
    [{ operation_type: 1, classification: 9, sector: 9, cost_type: 9 }, ['cost_type']],
  ])('%j, of a purchase, have problems in %j', (body, paths) => {
    expect(purchaseProblems(body).map(({ path }) => path)).toEqual(paths);
  });
});
