import { expect, it } from 'vitest';
import { guarded } from './guarded.ts';

it('answers what the work does, and tells of a failure what it failed at and why', async () => {
  const told: unknown[] = [];
  const failing = {
    log: { warn: (event: string, detail: object) => void told.push([event, detail]) },
    event: 'work_failed',
    where: { companyId: 'mine' },
  };
  expect(await guarded(failing, async () => 7)).toBe(7);
  expect(told).toEqual([]);
  expect(await guarded(failing, () => Promise.reject(new Error('broken')))).toBeNull();
  expect(await guarded(failing, () => Promise.reject('text'))).toBeNull();
  expect(told).toEqual([
    ['work_failed', { companyId: 'mine', reason: 'broken' }],
    ['work_failed', { companyId: 'mine', reason: 'text' }],
  ]);
});
