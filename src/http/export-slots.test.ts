import { expect, it } from 'vitest';
import { createHolder } from '../operations/access/holding.ts';
import { createExportSlots } from './export-slots.ts';

it('has two slots for a company, and eight for all of them', () => {
  const [slots, holder] = [createExportSlots(), createHolder()];
  const first = slots.take('a', holder);
  expect([first === null, slots.take('a', holder) === null, slots.take('a', holder) === null]).toEqual([
    false,
    false,
    true,
  ]);
  first?.();
  first?.();
  expect([slots.take('a', holder) === null, slots.take('a', holder) === null]).toEqual([false, true]);
  for (const company of ['b', 'c', 'd'])
    for (const _ of 'xy') expect(slots.take(company, holder)).not.toBe(null);
  expect(slots.take('e', holder)).toBe(null);
});

it('does work in a slot, which is free again behind it, however it ends', async () => {
  const [slots, holder] = [createExportSlots(), createHolder()];
  for (let time = 0; time < 3; time += 1) {
    expect(await slots.during('a', async () => time)).toBe(time);
    await expect(slots.during('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  }
  slots.take('a', holder);
  slots.take('a', holder);
  let works = 0;
  expect(await slots.during('a', async () => (works += 1))).toBe(null);
  expect(works).toBe(0);
});

it('gives a slot back when the work of its holder has ended, and none to a holder that is over', async () => {
  const [slots, holder] = [createExportSlots(), createHolder()];
  const { promise, reject } = Promise.withResolvers<void>();
  const work = expect(holder.during(() => promise)).rejects.toThrow('broken');
  expect([slots.take('a', holder) === null, slots.take('a', holder) === null]).toEqual([false, false]);
  holder.end();
  expect(slots.take('a', createHolder())).toBe(null);
  reject(new Error('broken'));
  await work;
  expect(slots.take('a', holder)).toBe(null);
  expect(slots.take('a', createHolder())).not.toBe(null);
});
