import { expect } from 'vitest';
import type { House } from './house.ts';
import { expectHeaders } from './response-headers.ts';

/** The entries that a catalog answers to a search, which must be 200. */
export async function listedAt({ company }: House, path: string, search = ''): Promise<readonly unknown[]> {
  const answer = await company.get(`${path}?search=${encodeURIComponent(search)}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expectHeaders(answer);
  const { list } = answer.body;
  return Array.isArray(list) ? list : [];
}
