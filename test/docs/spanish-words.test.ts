// One word for one thing in all that a reader of Spanish gets to see.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = [
  'LEAME.md',
  'sdk/README.md',
  'docs/campos.md',
  'docs/refusals.md',
  'docs/openapi.json',
  ...readdirSync(resolve(ROOT, 'docs/guia')).map((name) => `docs/guia/${name}`),
];

/** What is not written, with the word of the Ministry and of accountants that is. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bbanderas?\b/i, 'indicador'],
  [/\bcéntimos?\b/i, 'centavo'],
  [/\bpapel(?:es)?\b/i, 'representación gráfica'],
  [/\bveredictos?\b/i, 'respuesta de Hacienda'],
];

describe('the words of a page in Spanish', () => {
  it.for(PAGES)('%s', (page) => {
    const text = readFileSync(resolve(ROOT, page), 'utf8');
    const found = WORDS.flatMap(([pattern, instead]) => {
      const word = pattern.exec(text)?.[0];
      return word === undefined ? [] : [`${word}: write ${instead}`];
    });
    expect(found).toEqual([]);
  });
});
