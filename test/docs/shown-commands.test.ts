// The commands of Sello that its pages show, held against what the command line takes.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../src/cli/arguments.ts';
import { COMMANDS } from '../../src/cli/commands-table.ts';
import { SETTINGS } from '../../src/config/settings-table.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const pagesIn = (folder: string): readonly string[] =>
  readdirSync(resolve(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

/** Whose commands are pasted. */
const PAGES = [
  'README.md',
  'LEAME.md',
  'sdk/README.md',
  'simulator/README.md',
  'docs/verdicts.md',
  'docs/company-file.md',
  'docs/delivery.md',
  'docs/operating.md',
  ...pagesIn('docs/guia'),
];

const read = (page: string): string => readFileSync(resolve(ROOT, page), 'utf8');

/** What a reader may paste: blocks for a shell with lines put together, and code within a sentence. */
function shownIn(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replaceAll('\n', ' ');
  return [...lines, ...[...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)];
}

/** The words after `sello` of each command line. */
function orders(text: string): readonly (readonly string[])[] {
  const found = shownIn(text).flatMap((line) => [
    ...line.matchAll(/(?:npm run(?: -s)? sello --|node bin\/sello) ([^|>)#]+)/g),
  ]);
  return found.map(([, words = '']) => words.trim().split(/\s+/).map(inPlace));
}

/** A number where the page leaves one to the reader. */
const inPlace = (word: string): string => (/^(?:N|MINUTES)$/.test(word) ? '1' : word);

describe('the commands of the pages', () => {
  it.for(PAGES)('%s shows only what the command line takes', (page) => {
    for (const words of orders(read(page)))
      expect(readArguments(words, COMMANDS), words.join(' ')).toMatchObject({ kind: 'run' });
  });

  it.for(PAGES)('%s calls no program that is not on the path', (page) => {
    expect(shownIn(read(page)).filter((line) => /^sello [a-z]/.test(line))).toEqual([]);
  });

  it.for(PAGES)('%s sets no SELLO_ name that Sello refuses', (page) => {
    const names = [...read(page).matchAll(/\b(SELLO_[A-Z_]+)=/g)].map(([, name = '']) => name);
    const settings = SETTINGS.map(({ name }) => String(name));
    expect(names.filter((name) => !settings.includes(name))).toEqual([]);
  });

  it('are found', () => {
    expect(orders(PAGES.map(read).join('\n')).length).toBeGreaterThan(20);
  });
});

describe('simulator/README.md', () => {
  it('lists the options of the command with what they take', () => {
    const rows = [...read('simulator/README.md').matchAll(/^\| `--([a-z-]+) ([^`]+)` \|/gm)];
    const listed = rows.map(([, name = '', value = '']) => [name, value.replaceAll('\\', '')] as const);
    const simulator = COMMANDS.find(({ usage }) => usage.startsWith('simulator '));
    const taken = [...(simulator?.usage ?? '').matchAll(/--([a-z-]+) ([^\]]+)/g)];
    expect(listed.toSorted()).toEqual(taken.map(([, name, value]) => [name, value]).toSorted());
  });
});
