import { expect, it } from 'vitest';
import { type Ink, widthOf } from '../drawing/measure.ts';
import { roomFor, startOf, widthOfRoom } from './decimal-column.ts';

const INK: Ink = { face: 'text', size: 8 };
const NUMBERS = ['82,070.3125', '0.00', '12', '-3.5', '99,999,999,999.99999999'];

it('sets numbers under each other by their points, inside their column', () => {
  const room = roomFor(NUMBERS, INK);
  const right = 500;
  const points = NUMBERS.map((number) => {
    const whole = number.split('.')[0] ?? '';
    const start = startOf(number, { right, room }, INK);
    expect(start + widthOf(number, INK)).toBeLessThanOrEqual(right + 1e-9);
    expect(start).toBeGreaterThanOrEqual(right - widthOfRoom(room) - 1e-9);
    return start + widthOf(whole, INK);
  });
  for (const point of points) expect(point).toBeCloseTo(points[0] ?? 0, 6);
});

it('needs no room for no numbers', () => {
  expect(widthOfRoom(roomFor([], INK))).toBe(0);
});
