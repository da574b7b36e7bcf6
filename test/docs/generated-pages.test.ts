import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_TRANSITIONS } from '../../src/core/issuing/states.ts';
import { GLOSSARY } from '../../src/core/issuing/vocabulary.ts';
import { glossaryPage } from '../../tools/docs/glossary.ts';
import { statesPage } from '../../tools/docs/states.ts';

const committed = (path: string): string => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

describe('generated pages are committed as they are generated', () => {
  it.each([
    ['docs/states.md', statesPage],
    ['docs/glossary.md', glossaryPage],
  ])('%s', (path, page) => {
    expect(committed(path), `${path} is stale: npm run docs`).toBe(page());
  });

  it('the states page has an arrow for every transition', () => {
    for (const { from, trigger, to } of DOCUMENT_TRANSITIONS) {
      expect(statesPage()).toContain(`${from} --> ${to}: ${trigger}`);
    }
  });

  it('the glossary names no term twice', () => {
    expect(new Set(GLOSSARY.map(({ ours }) => ours)).size).toBe(GLOSSARY.length);
  });
});
