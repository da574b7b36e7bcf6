import { LIVES } from '../../src/core/submitting/states.ts';
import type { Finding } from './finding.ts';
import { type SourceFile, walk } from './source-file.ts';

const STATES = new Set(
  LIVES.flatMap(({ begins, transitions }) => [begins.to, ...transitions.map(([, , to]) => to)]),
);
const IN_SQL = new RegExp(`'(?:${[...STATES].join('|')})'`);

/** States in quotes inside a text of the storage: a statement that knows them by heart instead of from their table. */
export function statesInStatements(file: SourceFile): readonly Finding[] {
  if (!file.path.startsWith('src/storage/') || file.path.endsWith('.test.ts')) return [];
  return [...walk(file.program)].flatMap(({ node }) => {
    const text = node.type === 'TemplateElement' ? file.text.slice(node.start, node.end) : node['value'];
    const state = typeof text === 'string' ? IN_SQL.exec(text)?.[0] : undefined;
    if (state === undefined) return [];
    const message = `${state}: take it from src/storage/sending/states-in-sql.ts`;
    return [{ path: file.path, line: file.lineAt(node.start), message }];
  });
}
