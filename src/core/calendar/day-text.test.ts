import { expect, it } from 'vitest';
import { dayText, whenText } from './day-text.ts';

it('writes a day as people do', () => {
  expect(dayText('2026-11-20')).toBe('20/11/2026');
  expect(['20 de noviembre', null].map(dayText)).toEqual(['20 de noviembre', '']);
});

it('writes a time after its day, and each alone', () => {
  expect(whenText('2026-11-20', '08:05:09')).toBe('20/11/2026 08:05:09');
  expect(whenText('2026-11-20', null)).toBe('20/11/2026');
  expect(whenText(null, '08:05:09')).toBe('08:05:09');
});
