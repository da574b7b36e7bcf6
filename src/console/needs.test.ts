import { expect, it } from 'vitest';
import { createNeeds, FRESH_MS } from './needs.ts';

const SHOP = { companyId: 'a', ambiente: '00' } as const;

it('are counted once for all who ask soon, each company and environment by itself', async () => {
  let nowMs = 0;
  const asked: string[] = [];
  const needs = createNeeds(
    async ({ companyId, ambiente }) => asked.push(`${companyId} ${ambiente}`),
    () => nowMs,
  );
  expect(await Promise.all([needs.of(SHOP), needs.of(SHOP)])).toEqual([1, 1]);
  expect(await needs.of({ ...SHOP, ambiente: '01' })).toBe(2);
  nowMs = FRESH_MS - 1;
  expect(await needs.of(SHOP)).toBe(1);
  nowMs = FRESH_MS;
  expect(await needs.of(SHOP)).toBe(3);
  expect(asked).toEqual(['a 00', 'a 01', 'a 00']);
});

it('are what a page has counted since', async () => {
  const needs = createNeeds(
    async () => 1,
    () => 0,
  );
  expect(await needs.of(SHOP)).toBe(1);
  needs.keep(SHOP, 7);
  expect(await needs.of(SHOP)).toBe(7);
});

it('are unknown where the database does not tell', async () => {
  const needs = createNeeds(
    () => Promise.reject(new Error('gone')),
    () => 0,
  );
  expect(await needs.of(SHOP)).toBeNull();
});
