import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ASSETS } from './assets.ts';

/** The files of htmx.org 4.0.1, as its maintainers have published them. */
const VENDORED = [
  ['htmx.min.js', 'htmx.min.js', 'a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130'],
  ['hx-sse.min.js', 'ext/hx-sse.min.js', '18ef2761356ec1fe0bb6d92612315b37517a7c1e9856b661c5ae81fef239d103'],
] as const;

const ours = (file: string) => readFileSync(new URL(`assets/${file}`, import.meta.url));

describe('a vendored file', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('htmx.org'));

  it.each(VENDORED)('%s is that of the package, byte for byte', (file, original, hash) => {
    expect(createHash('sha256').update(ours(file)).digest('hex')).toBe(hash);
    expect(ours(file).equals(readFileSync(join(folder, original)))).toBe(true);
  });

  it('has its licence beside it', () => {
    expect(ours('LICENSE').equals(readFileSync(join(folder, '../LICENSE')))).toBe(true);
  });
});

it('has an address that names the content of each file', () => {
  const hash = createHash('sha256').update(ours('console.css')).digest('hex').slice(0, 16);
  expect(ASSETS.style).toBe(`/app/-/console.${hash}.css`);
});

it('loads nothing from elsewhere', () => {
  expect(ours('console.css').toString()).not.toMatch(/@import|url\(\s*['"]?(?!data:)/);
});
