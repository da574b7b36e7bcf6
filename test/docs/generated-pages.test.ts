import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCUMENT } from '../../src/core/submitting/states.ts';
import { alarmsFile } from '../../tools/docs/alarms.ts';
import { errorsPage } from '../../tools/docs/explanations.ts';
import { fieldsPage } from '../../tools/docs/fields.ts';
import { glossaryPage } from '../../tools/docs/glossary.ts';
import { metricsPage } from '../../tools/docs/metrics.ts';
import { refusalsPage, sentencesIn } from '../../tools/docs/refusals.ts';
import { statesPage } from '../../tools/docs/states.ts';
import { transitionsPage } from '../../tools/docs/transitions.ts';
import { verdictsPage } from '../../tools/docs/verdicts.ts';

const committed = (path: string): string => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

describe('generated pages are committed as they are generated', () => {
  it.each([
    ['docs/campos.md', fieldsPage],
    ['docs/states.md', statesPage],
    ['docs/glossary.md', glossaryPage],
    ['docs/refusals.md', refusalsPage],
    ['docs/transitions.md', transitionsPage],
    ['docs/verdicts.md', verdictsPage],
    ['docs/metrics.md', metricsPage],
    ['docs/alarms.yml', alarmsFile],
  ])('%s', (path, page) => {
    expect(committed(path), `${path} is stale: npm run docs`).toBe(page());
  });

  it('the guide tells of the authority’s codes what the table says', () => {
    const page = committed('docs/guia/errores.md');
    expect(page, 'docs/guia/errores.md is stale: npm run docs').toBe(errorsPage(page));
  });

  it('the states page has an arrow for every transition', () => {
    for (const [from, trigger, to] of DOCUMENT.transitions) {
      expect(statesPage()).toContain(`${from} --> ${to}: ${trigger}`);
    }
  });

  it('finds sentences in literals and templates, and leaves out descriptions and bugs', () => {
    const source = [
      "note(context, 'nit', 'El NIT es malo.');",
      `const why = \`Admite \${limit} letras.\`;`,
      "const schema = { description: 'No es un error.' };",
      "throw new RangeError('our own bug is this.');",
      "Code('Departamento del cliente.');",
    ].join('\n');
    expect(sentencesIn('a.ts', source).map(({ text }) => text)).toEqual([
      'El NIT es malo.',
      'Admite {} letras.',
    ]);
  });
});
