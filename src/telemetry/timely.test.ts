import { expect, it } from 'vitest';
import { timely } from './timely.ts';

const PATIENT_MS = 1_000;

it('tells what the database tells, and null where it fails', async () => {
  expect(await timely(async () => 7, PATIENT_MS)()).toBe(7);
  const failing = async () => {
    throw new Error('ECONNREFUSED');
  };
  expect(await timely(failing, PATIENT_MS)()).toBeNull();
});

it('does not wait for a database that hangs, and asks it once at a time', async () => {
  let asked = 0;
  let release = (_told: number): void => undefined;
  const ask = timely(() => {
    asked += 1;
    return new Promise<number>((resolve) => {
      release = resolve;
    });
  }, 20);
  expect(await Promise.all([ask(), ask()])).toEqual([null, null]);
  const late = ask();
  release(7);
  expect([await late, asked]).toEqual([7, 1]);
});
