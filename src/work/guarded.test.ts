import { expect, it } from 'vitest';
import { guardedBy } from './guarded.ts';

it('answers what the work does, and tells of a failure what it failed at and why', async () => {
  const told: unknown[] = [];
  const orNull = guardedBy({ warn: (event, detail) => void told.push([event, detail]) }, 'work_failed');
  const where = { companyId: 'mine' };
  expect(await orNull(where, async () => 7)).toBe(7);
  expect(told).toEqual([]);
  expect(await orNull(where, () => Promise.reject(new Error('broken')))).toBeNull();
  expect(await orNull(where, () => Promise.reject('text'))).toBeNull();
  expect(told).toEqual([
    ['work_failed', { companyId: 'mine', reason: 'broken' }],
    ['work_failed', { companyId: 'mine', reason: 'text' }],
  ]);
});
