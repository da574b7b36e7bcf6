import { expect, it } from 'vitest';
import { isSeenLog } from './position-file.ts';

const SEEN = { node: 'a', epoch: '1', seen: '0/1', kept: null };

it('is what a node has seen only where every field is what it should be', () => {
  expect(isSeenLog(SEEN)).toBe(true);
  expect(isSeenLog({ ...SEEN, epoch: null, seen: null })).toBe(true);
  const wrong = [null, 'a', { ...SEEN, node: 1 }, { ...SEEN, node: null }, { ...SEEN, kept: 1 }];
  const { seen: _, ...incomplete } = SEEN;
  for (const one of [...wrong, incomplete]) expect(isSeenLog(one)).toBe(false);
});
