import { describe, expect, it } from 'vitest';
import { createDice } from './dice.ts';
import { createEventQueue } from './event-queue.ts';

const run = () => undefined;

describe('the event queue', () => {
  it('gives nothing when nothing is planned', () => {
    expect(createEventQueue().pop()).toBeUndefined();
  });

  it('gives events by instant, then tie, then the order of planning', () => {
    const queue = createEventQueue();
    const dice = createDice(7);
    const events = Array.from({ length: 500 }, (_, sequence) => ({
      atMs: dice.below(40),
      tie: dice.below(3),
      sequence,
      run,
    }));
    for (const event of events) queue.push(event);
    const popped = events.map(() => queue.pop());
    expect(popped).toEqual(
      events.toSorted((a, b) => a.atMs - b.atMs || a.tie - b.tie || a.sequence - b.sequence),
    );
    expect(queue.pop()).toBeUndefined();
  });

  it('takes events while it gives others', () => {
    const queue = createEventQueue();
    const event = (atMs: number, sequence: number) => ({ atMs, tie: 0, sequence, run });
    queue.push(event(5, 1));
    queue.push(event(1, 2));
    expect(queue.pop()?.atMs).toBe(1);
    queue.push(event(3, 3));
    expect([queue.pop()?.atMs, queue.pop()?.atMs]).toEqual([3, 5]);
  });
});
