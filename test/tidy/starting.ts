import type { Finding } from './finding.ts';
import { importsOf } from './imports.ts';
import { nodesAt, type SourceFile, walk } from './source-file.ts';

/** The embedded PostgreSQL is no child: it outlives the node, and may be another's. */
const HOMES = ['src/children/', 'src/storage/embedded/'];
const MESSAGE = 'start it with src/children/child.ts, which notices its end from the first moment on';

/** Processes and threads that are started past the one place where their end is noticed. */
export function strayStarts(file: SourceFile): readonly Finding[] {
  const { path } = file;
  if (!path.startsWith('src/') || path.endsWith('.test.ts') || HOMES.some((home) => path.startsWith(home)))
    return [];
  const starting = importsOf(file)
    .filter(({ specifier, erased }) => !erased && specifier.endsWith('child_process'))
    .map(({ line }) => ({ path, line, message: `child_process: ${MESSAGE}` }));
  const threads = [...walk(file.program)]
    .filter(({ node }) => node.type === 'ImportDeclaration' && node['importKind'] !== 'type')
    .flatMap(({ node }) => nodesAt(node, 'specifiers'))
    .filter((node) => node['importKind'] !== 'type' && file.text.slice(node.start, node.end) === 'Worker')
    .map(({ start }) => ({ path, line: file.lineAt(start), message: `Worker: ${MESSAGE}` }));
  return [...starting, ...threads];
}
