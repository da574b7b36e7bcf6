import { describe, expect, it } from 'vitest';
import { importsOf } from './imports.ts';
import { planted } from './planted.ts';

const read = (text: string) => importsOf(planted('src/http/routes/a.ts', text));

describe('what a file imports', () => {
  it.each([
    ["import { a } from '../b.ts';", 'src/http/b.ts', null],
    ["import type { A } from './b.ts';", 'src/http/routes/b.ts', null],
    ["import './b.ts';", 'src/http/routes/b.ts', null],
    ["export { a } from './b.ts';", 'src/http/routes/b.ts', null],
    ["export * from './b.ts';", 'src/http/routes/b.ts', null],
    ["const b = await import('./b.ts');", 'src/http/routes/b.ts', null],
    ["type B = import('./b.ts').B;", 'src/http/routes/b.ts', null],
    ["const b = require('./b.ts');", 'src/http/routes/b.ts', null],
    ["import { readFileSync } from 'node:fs';", null, 'node'],
    ["import pg from 'pg';", null, 'pg'],
    ["import x from 'pg/lib/x';", null, 'pg'],
    ["import s from '@fastify/swagger';", null, '@fastify/swagger'],
    ["const path = require.resolve('@scope/name/package.json');", null, '@scope/name'],
  ])('%s', (text, target, name) => {
    expect(read(text)).toMatchObject([{ line: 1, target, package: name, mention: false }]);
  });

  it('what it mentions for another process', () => {
    expect(read("new URL('../worker.ts', import.meta.url);")).toMatchObject([
      { target: 'src/http/worker.ts', mention: true },
    ]);
    expect(read("run('simulator/main.ts');")).toMatchObject([{ target: 'simulator/main.ts', mention: true }]);
  });

  it('nothing else', () => {
    expect(read("new URL('https://example.sv'); f('./b.ts'); const a = 'pg'; export const c = 1;")).toEqual(
      [],
    );
  });
});
