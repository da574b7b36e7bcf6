import { describe, expect, it } from 'vitest';
import { planted, told } from './planted.ts';
import { impurities } from './purity.ts';

const check = (text: string, path = 'src/core/a.ts') => told(impurities(planted(path, text)));

describe('the rules of the field', () => {
  it.each([
    ['const now = Date.now();', 'Date.now'],
    ['const now = new Date();', 'new Date()'],
    ['const now = new Date;', 'new Date()'],
    ['const dice = Math.random();', 'Math.random'],
    ['const home = process.env.HOME;', 'process'],
    ['const id = crypto.randomUUID();', 'crypto'],
    ['const start = performance.now();', 'performance'],
    ['setTimeout(f, 1);', 'setTimeout'],
    ['await fetch(url);', 'fetch'],
    ['const clock = { now: Date.now };', 'Date.now'],
    ['globalThis.x = 1;', 'globalThis'],
  ])('may not say %s', (text, name) => {
    expect(check(text)).toEqual([`1 ${name}`]);
    expect(check(text, 'src/operations/a.ts')).toEqual([`1 ${name}`]);
  });

  it.each([
    'const at = new Date(instant);',
    'order.process();',
    'const a = { process: 1, crypto: 2 };',
    'interface A { readonly process: string; fetch(): void }',
    'const a = Math.max(1, 2);',
    '// Date.now() would be wrong here',
    "const a = 'Math.random';",
  ])('may say %s', (text) => {
    expect(check(text)).toEqual([]);
  });

  it('hold neither for adapters nor for tests', () => {
    expect(check('Date.now();', 'src/storage/a.ts')).toEqual([]);
    expect(check('Date.now();', 'src/core/a.test.ts')).toEqual([]);
  });
});
