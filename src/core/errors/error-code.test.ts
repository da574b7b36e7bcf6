import { expect, it } from 'vitest';
import { errorCode } from './error-code.ts';

it('is what the system or PostgreSQL wrote onto the error', () => {
  expect(errorCode(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toBe('ENOENT');
});

it('is empty for everything else', () => {
  const others = ['odd', { code: 'ENOENT' }, new Error('odd'), Object.assign(new Error('odd'), { code: 7 })];
  expect(others.map(errorCode)).toEqual(['', '', '', '']);
});
