import { describe, expect, it } from 'vitest';
import { formatFinding } from './finding.ts';
import { planted } from './planted.ts';
import { childNodes, nodeAt, nodesAt, walk } from './source-file.ts';

describe('a parsed file', () => {
  it('knows the line of an offset', () => {
    const file = planted('a.ts', 'const a = 1;\n\nconst b = "ñ";\nconst c = 2;\n');
    const statements = nodesAt(file.program, 'body');
    expect(statements.map(({ start }) => file.lineAt(start))).toEqual([1, 3, 4]);
    expect(file.lineAt(file.text.length - 1)).toBe(4);
  });

  it.each([
    ['', 0],
    ['a;', 1],
    ['a;\n', 1],
    ['a;\nb;', 2],
    ['a;\nb;\n', 2],
  ])('%j has %d lines', (text, lines) => {
    expect(planted('a.ts', text).lineCount).toBe(lines);
  });

  it('refuses what is no TypeScript', () => {
    expect(() => planted('a.ts', 'const = 1')).toThrow(/^a\.ts: /);
  });

  it('is walked whole, parents first', () => {
    const types = [...walk(planted('a.ts', 'f(a + 1, [b]);').program)].map(({ node }) => node.type);
    expect(types.slice(0, 3)).toEqual(['Program', 'ExpressionStatement', 'CallExpression']);
    expect(types.filter((type) => type === 'Identifier')).toHaveLength(3);
    expect(types).toContain('ArrayExpression');
  });

  it('tells nothing where there is nothing', () => {
    const { program } = planted('a.ts', 'a;');
    expect(nodeAt(program, 'none')).toBeNull();
    expect(nodeAt(null, 'body')).toBeNull();
    expect(nodesAt(program, 'none')).toEqual([]);
    expect(childNodes(program)).toHaveLength(1);
  });
});

describe('a finding', () => {
  it('is printed as editors open it', () => {
    expect(formatFinding({ path: 'src/a.ts', line: 3, message: 'any' })).toBe('src/a.ts:3 any');
  });
});
