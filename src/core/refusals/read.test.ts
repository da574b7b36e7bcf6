import { expect, it } from 'vitest';
import { problemsOf, read, unreadable } from './read.ts';

it('keeps what is wrong in the order in which it was read', () => {
  const problem = (path: string) => ({ path, code: 'required', message: 'Es obligatorio.' }) as const;
  expect(unreadable(problem('a'))).toEqual({ value: null, problems: [problem('a')] });
  const reads = [unreadable(problem('a')), read(1), { value: 2, problems: [problem('c'), problem('b')] }];
  expect(problemsOf(...reads)).toEqual([problem('a'), problem('c'), problem('b')]);
});
