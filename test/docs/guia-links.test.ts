import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REFUSALS } from '../../src/core/refusals/registry.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/guia');
const PAGES = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

const read = (path: string): string => readFileSync(path, 'utf8');

/** The anchors that a page has on GitHub: its headings in lower case, without punctuation, blanks as hyphens. */
function anchorsOf(path: string): readonly string[] {
  return [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the pages of the guide', () => {
  it.for(PAGES)('%s links to what there is', (name) => {
    const links = [...read(join(FOLDER, name)).matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      const [file = '', anchor] = link.split('#');
      const path = resolve(FOLDER, file === '' ? name : file);
      expect(existsSync(path), link).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(path), link).toContain(anchor);
    }
  });

  it('are all linked from LEAME.md', () => {
    const leame = read(resolve(FOLDER, '../../LEAME.md'));
    for (const name of PAGES) expect(leame).toContain(`(docs/guia/${name})`);
  });

  it('explain every refusal with its status, and none that there is not', () => {
    const errors = read(join(FOLDER, 'errores.md'));
    const sections = errors.split(/^## /m).slice(1);
    const rows = sections.flatMap((section) => {
      const [, ofAll = ''] = /^.*\((\d{3})\)\n/.exec(section) ?? [];
      const found = section.matchAll(/^\| (?:(\d{3}) \| )?`([a-z_]+)` \| ([^|]+) \| ([^|]+) \|$/gm);
      return [...found].map(([, own, code = '']) => [code, Number(own ?? ofAll)] as const);
    });
    const statuses = Object.entries(REFUSALS).map(([code, { status }]) => [code, status] as const);
    expect(rows.toSorted()).toEqual(statuses.toSorted());
  });
});
