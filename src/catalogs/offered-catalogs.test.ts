import { expect, it } from 'vitest';
import { offeredCatalogs } from './offered-catalogs.ts';

it.each(offeredCatalogs)('$name has entries, each code once', ({ name, entries }) => {
  expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(entries.length).toBeGreaterThan(3);
  expect(new Set(entries.map(({ code }) => code)).size).toBe(entries.length);
});
