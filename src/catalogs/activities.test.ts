import { describe, expect, it } from 'vitest';
import { activityByCode } from './activities.ts';
import { activities } from './data/activities.ts';

describe('activityByCode', () => {
  it('knows an activity by its code', () => {
    expect(activityByCode('10005')).toEqual({ code: '10005', description: 'Otros' });
    expect(activityByCode('01111')?.description).toBe('Cultivo de cereales excepto arroz y para forrajes');
  });

  it('knows each of the 774 codes, all different and of five digits', () => {
    expect(activities.rows).toHaveLength(774);
    expect(activities.count).toBe(774);
    expect(new Set(activities.rows.map((entry) => entry.code)).size).toBe(774);
    for (const entry of activities.rows) {
      expect(entry.code).toMatch(/^\d{5}$/);
      expect(activityByCode(entry.code)).toBe(entry);
    }
  });

  it.each(['', '1111', '99999', 'constructor'])('does not know %j', (code) => {
    expect(activityByCode(code)).toBeNull();
  });
});
