import { describe, expect, it } from 'vitest';
import { within } from './deadline.ts';

describe('a deadline around a promise', () => {
  it('gives the value that comes in time', async () => {
    expect(await within(Promise.resolve('value'), 1_000, 'late')).toBe('value');
  });

  it('gives the substitute when the promise never ends', async () => {
    const startedMs = performance.now();
    expect(await within(new Promise(() => undefined), 30, 'late')).toBe('late');
    expect(performance.now() - startedMs).toBeLessThan(500);
  });

  it('passes a failure on', async () => {
    await expect(within(Promise.reject(new Error('broken')), 1_000, 'late')).rejects.toThrow('broken');
  });

  it('swallows the failure that comes too late', async () => {
    const failing = new Promise((_, reject) => {
      setTimeout(() => reject(new Error('too late')), 20);
    });
    expect(await within(failing, 5, 'late')).toBe('late');
    await new Promise((resolve) => setTimeout(resolve, 30));
  });
});
