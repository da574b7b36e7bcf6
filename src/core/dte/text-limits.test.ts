import { describe, expect, it } from 'vitest';
import { activities } from '../../catalogs/data/activities.ts';
import { activityText, firstCodePoints } from './text-limits.ts';

describe('firstCodePoints', () => {
  it.each([
    ['', 3, ''],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['áéí', 2, 'áé'],
    ['👍👍👍', 3, '👍👍👍'],
    ['👍👍👍', 2, '👍👍'],
    ['a👍b', 2, 'a👍'],
    ['abc', 0, ''],
  ])('of %j, %i: %j', (text, limit, expected) => {
    expect(firstCodePoints(text, limit)).toBe(expected);
  });
});

describe('activityText', () => {
  it('fits the schemas for every activity of CAT-019', () => {
    const lengths = activities.rows.map(({ description }) => [...activityText(description)].length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(150);
  });

  it('leaves what fits as it is and cuts the rest after 150 code points', () => {
    expect(activityText('Panadería')).toBe('Panadería');
    expect(activityText('ñ'.repeat(151))).toBe('ñ'.repeat(150));
  });
});
