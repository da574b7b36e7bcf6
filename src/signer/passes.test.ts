import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { createPasses } from './passes.ts';

const secret = (byte: number) => createSecretKey(Buffer.alloc(32, byte));

it('gives each scope one pass under each secret', () => {
  const passOf = createPasses(secret(1));
  expect(passOf('a')).toBe(createPasses(secret(1))('a'));
  expect(new Set([passOf('a'), passOf('b'), passOf(''), createPasses(secret(2))('a')]).size).toBe(4);
  expect(passOf('a')).toMatch(/^[\w-]{43}$/);
});
