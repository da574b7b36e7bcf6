import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const DOCS = join(ROOT, 'docs');

const PAGES = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

/** The files of the repository that a page links to, whatever the heading. */
function linksOf(path: string): readonly string[] {
  return [...readFileSync(path, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link.split('#')[0] ?? '')
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
    .map((link) => resolve(dirname(path), link));
}

describe('the index of the documentation', () => {
  const linked = linksOf(join(DOCS, 'README.md'));

  it('links to what there is', () => {
    expect(linked.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.for(PAGES.filter((name) => name !== 'README.md'))('has %s', (name) => {
    expect(linked.map((path) => relative(DOCS, path))).toContain(name);
  });

  it.for(['README.md', 'LEAME.md', 'docs/CONTRIBUTING.md'])('is linked from %s', (name) => {
    expect(linksOf(join(ROOT, name))).toContain(join(DOCS, 'README.md'));
  });
});

describe('links between pages', () => {
  it.for(PAGES)('of %s lead to files', (name) => {
    expect(linksOf(join(DOCS, name)).filter((path) => !existsSync(path))).toEqual([]);
  });
});
