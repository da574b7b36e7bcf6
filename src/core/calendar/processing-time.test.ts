import { expect, it } from 'vitest';
import { processingTimeMs } from './processing-time.ts';

it.each([
  ['20/11/2026 23:59:59', '2026-11-21T05:59:59.000Z'],
  ['11/08/2020 09:50.52', '2020-08-11T15:50:52.000Z'],
  [' 29/02/2028 00:00:00 ', '2028-02-29T06:00:00.000Z'],
])('%s is %s', (text, expected) => {
  expect(new Date(processingTimeMs(text) ?? 0).toISOString()).toBe(expected);
});

it.each([
  '',
  '2026-11-20T10:00:00',
  '31/02/2026 10:00:00',
  '20/11/2026 24:00:00',
  '20/11/2026',
  '20/11/26 10:00:00',
])('%j is no time of processing', (text) => {
  expect(processingTimeMs(text)).toBeNull();
});
