import { expect, it } from 'vitest';
import { createExportSlots } from './export-slots.ts';

it('has two slots for a company, and eight for all of them', () => {
  const slots = createExportSlots();
  const first = slots.take('a');
  expect([first === null, slots.take('a') === null, slots.take('a') === null]).toEqual([false, false, true]);
  first?.();
  first?.();
  expect([slots.take('a') === null, slots.take('a') === null]).toEqual([false, true]);
  for (const company of ['b', 'c', 'd']) for (const _ of 'xy') expect(slots.take(company)).not.toBe(null);
  expect(slots.take('e')).toBe(null);
});

it('does work in a slot, which is free again behind it, however it ends', async () => {
  const slots = createExportSlots();
  for (let time = 0; time < 3; time += 1) {
    expect(await slots.during('a', async () => time)).toBe(time);
    await expect(slots.during('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  }
  slots.take('a');
  slots.take('a');
  let works = 0;
  expect(await slots.during('a', async () => (works += 1))).toBe(null);
  expect(works).toBe(0);
});
