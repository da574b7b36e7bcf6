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

it('are those that were counted last for whoever does not wait', async () => {
  let nowMs = 0;
  const answers: ((count: number) => void)[] = [];
  const needs = createNeeds(
    () => new Promise((resolve) => answers.push(resolve)),
    () => nowMs,
  );
  expect(needs.last(SHOP)).toBe(0);
  const first = needs.of(SHOP);
  expect(needs.last(SHOP)).toBe(0);
  answers[0]?.(3);
  await first;
  nowMs = FRESH_MS;
  const second = needs.of(SHOP);
  expect([needs.last(SHOP), needs.last({ ...SHOP, ambiente: '01' })]).toEqual([3, 0]);
  answers[1]?.(4);
  await second;
  expect(needs.last(SHOP)).toBe(4);
});

it('are those that were counted before where the database does not tell', async () => {
  let nowMs = 0;
  const needs = createNeeds(
    () => Promise.reject(new Error('gone')),
    () => nowMs,
  );
  expect(await needs.of(SHOP)).toBe(0);
  needs.keep(SHOP, 7);
  nowMs = FRESH_MS;
  expect(await needs.of(SHOP)).toBe(7);
});
