import { expect, it } from 'vitest';
import { CODE_FIELDS, optionsOf, usualOption } from './income-words.ts';

it('have words for each code', () => {
  for (const { words } of [...CODE_FIELDS.sale, ...CODE_FIELDS.purchase])
    expect(optionsOf(words)[0]?.[1]).toMatch(/^1 [a-z]/);
});

it('say which code is the usual one', () => {
  expect([...CODE_FIELDS.sale, ...CODE_FIELDS.purchase].map(usualOption)).toEqual([
    ['', '1 gravada (usual)'],
    ['', '3 comercio (usual)'],
    ['', '1 gravada (usual)'],
    ['', '2 gasto (usual)'],
    ['', '2 comercio (usual)'],
    ['', '2 administración (usual)'],
  ]);
});
