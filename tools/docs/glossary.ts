import { GLOSSARY } from '../../src/core/drafting/vocabulary.ts';

/** The page of the two vocabularies, from the one file where they meet. */
export function glossaryPage(): string {
  const rows = Object.entries(GLOSSARY).map(([ours, names]) => `| ${[ours, ...names].join(' | ')} |`);
  return [
    '# Glossary',
    '',
    'Generated from `src/core/drafting/vocabulary.ts` by `npm run docs`; do not edit.',
    '',
    'A Spanish name is the Ministry’s and can be looked up in its manuals; an English one is ours.',
    '',
    '| ours | the Ministry’s | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
