import { describe, expect, it } from 'vitest';
import { brokenLayers, LAYERS, undocumentedLayers, within } from './layers.ts';
import { planted, told } from './planted.ts';

const check = (path: string, specifier: string) =>
  told(brokenLayers(planted(path, `import { a } from '${specifier}';`)));

describe('an import across layers', () => {
  it.each([
    ['src/core/a.ts', 'pg'],
    ['src/core/a.ts', 'node:crypto'],
    ['src/core/a.ts', '../operations/ports.ts'],
    ['src/core/a.ts', '../storage/a.ts'],
    ['src/core/dte/a.ts', '../../../simulator/a.ts'],
    ['src/catalogs/a.ts', '../core/a.ts'],
    ['src/catalogs/a.ts', 'node:fs'],
    ['src/operations/a.ts', '../storage/a.ts'],
    ['src/operations/a.ts', 'undici'],
    ['src/operations/a.ts', 'node:fs'],
    ['src/storage/a.ts', '../hacienda/a.ts'],
    ['src/storage/a.ts', '../operations/issue.ts'],
    ['src/hacienda/a.ts', '../signer/a.ts'],
    ['src/signer/a.ts', '../storage/a.ts'],
    ['src/paper/a.ts', '../http/a.ts'],
    ['src/telemetry/a.ts', '../paper/a.ts'],
    ['src/http/a.ts', '../storage/a.ts'],
    ['src/work/a.ts', '../hacienda/a.ts'],
    ['src/cli/a.ts', '../signer/a.ts'],
    ['src/config/a.ts', '../cli/a.ts'],
    ['src/main.ts', '../simulator/main.ts'],
    ['src/compose/a.ts', '../../simulator/main.ts'],
    ['simulator/a.ts', '../src/core/money/decimal.ts'],
    ['simulator/a.ts', '../src/hacienda/answer.ts'],
    ['simulator/a.ts', '../test/a.ts'],
    ['sdk/a.ts', '../src/core/identifiers/nit.ts'],
    ['sdk/a.ts', 'undici'],
    ['sdk/a.ts', 'node:crypto'],
  ])('from %s to %s is refused', (path, specifier) => {
    expect(check(path, specifier)).toHaveLength(1);
  });

  it.each([
    ['src/core/a.ts', '../catalogs/a.ts'],
    ['src/core/a.ts', './dte/b.ts'],
    ['src/operations/a.ts', '../core/a.ts'],
    ['src/storage/a.ts', '../operations/ports.ts'],
    ['src/storage/a.ts', '../operations/access-ports.ts'],
    ['src/hacienda/a.ts', 'undici'],
    ['src/signer/a.ts', 'node:crypto'],
    ['src/http/a.ts', '../operations/issue.ts'],
    ['src/cli/a.ts', '../config/a.ts'],
    ['src/main.ts', './storage/a.ts'],
    ['src/compose.ts', './storage/a.ts'],
    ['src/compose/a.ts', '../storage/a.ts'],
    ['simulator/a.ts', '../src/core/identifiers/nit.ts'],
    ['simulator/a.ts', '../src/catalogs/a.ts'],
    ['sdk/a.ts', './b.ts'],
    ['src/core/a.test.ts', '../storage/a.ts'],
    ['tools/a.ts', '../src/storage/a.ts'],
  ])('from %s to %s is allowed', (path, specifier) => {
    expect(check(path, specifier)).toEqual([]);
  });

  it('is told with its replacement', () => {
    const [finding] = brokenLayers(planted('src/core/a.ts', "\nimport { now } from 'node:perf_hooks';"));
    expect(finding).toEqual({
      path: 'src/core/a.ts',
      line: 2,
      message: 'src/core may not import node:perf_hooks: take what you need as a parameter',
    });
  });

  it('does not count where another process is named', () => {
    const text = "export const program = new URL('../../simulator/main.ts', import.meta.url);";
    expect(brokenLayers(planted('src/cli/a.ts', text))).toEqual([]);
  });

  it('needs a layer to come from', () => {
    expect(told(brokenLayers(planted('src/extras/a.ts', '')))).toEqual([expect.stringMatching(/no layer/)]);
  });
});

describe('the table of layers', () => {
  const rowOf = ({ path, from, outside }: (typeof LAYERS)[number]) =>
    `| \`${path}\` | something | ${from.map((one) => `\`${one}\``).join(', ')} | ${outside ? 'yes' : 'no'} |`;
  const table = LAYERS.map(rowOf);
  const check = (rows: readonly string[]) =>
    undocumentedLayers(rows.join('\n')).map(({ line, message }) => `${line} ${message}`);

  it('may say each layer once, in any order, or several in one row', () => {
    expect(check(table)).toEqual([]);
    expect(check(table.toReversed())).toEqual([]);
    const together = table.map((row) => row.replace('`src/http`', '`src/http`, `src/work`'));
    expect(check(together.filter((row) => !row.startsWith('| `src/work`')))).toEqual([]);
  });

  it('leaves out no layer', () => {
    expect(check(table.slice(1))).toEqual(['0 src/core has no row: it may import src/catalogs']);
  });

  it.each([
    ['a folder that is no layer', '| `src/extras` | new | `src/core` | no |', 'src/core'],
    ['an import more', '| `src/catalogs` | data | `src/core` | no |', 'src/core'],
    ['an import less', '| `src/config` | settings | nothing | yes |', 'packages'],
    ['packages', '| `src/core` | rules | `src/catalogs` | yes |', 'src/catalogs, packages'],
  ])('does not allow %s', (_, row, imports) => {
    const [, path = ''] = row.split('`');
    expect(check([...table, row])).toEqual([
      `${table.length + 1} ${path} may import ${imports}: test/tidy/layers.ts says otherwise`,
    ]);
  });
});

describe('lying within', () => {
  it.each([
    ['src/core/a.ts', 'src/core', true],
    ['src/core.ts', 'src/core', true],
    ['src/corex/a.ts', 'src/core', false],
    ['src/operations/x-ports.ts', 'src/operations/*ports.ts', true],
    ['src/operations/a.ts', 'src/operations/*ports.ts', false],
  ])('%s in %s: %s', (file, path, expected) => {
    expect(within(file, path)).toBe(expected);
  });
});
