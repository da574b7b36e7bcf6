import type { Finding } from './finding.ts';
import { isReference, nodeAt, type SourceFile, type SyntaxNode, walk } from './source-file.ts';

/** What the world decides and the rules of the field may not ask; with what to do instead. */
const WORLDLY: ReadonlyMap<string, string> = new Map([
  ['Date.now', 'take the instant as a parameter'],
  ['new Date()', 'take the instant as a parameter'],
  ['Math.random', 'take the value as a parameter'],
  ['crypto', 'take the value as a parameter'],
  ['performance', 'take the instant as a parameter'],
  ['process', 'take the setting as a parameter'],
  ['setTimeout', 'wait in an operation, through the Clock port'],
  ['setInterval', 'wait in an operation, through the Clock port'],
  ['setImmediate', 'wait in an operation, through the Clock port'],
  ['fetch', 'declare a port in src/operations/<room>/ports.ts'],
  ['require', 'import the file'],
  ['globalThis', 'take the value as a parameter'],
]);

const PURE = /^src\/(core|catalogs|operations)\//;

/** Clocks, randomness, environment and network in core, catalogs and operations. */
export function impurities(file: SourceFile): readonly Finding[] {
  if (!PURE.test(file.path) || file.path.endsWith('.test.ts')) return [];
  const findings: Finding[] = [];
  for (const { node, parent } of walk(file.program)) {
    const name = worldlyName(node, parent);
    const instead = name === null ? undefined : WORLDLY.get(name);
    if (instead === undefined) continue;
    findings.push({ path: file.path, line: file.lineAt(node.start), message: `${name}: ${instead}` });
  }
  return findings;
}

function worldlyName(node: SyntaxNode, parent: SyntaxNode | null): string | null {
  if (node.type === 'MemberExpression') {
    return `${nodeAt(node, 'object')?.['name']}.${nodeAt(node, 'property')?.['name']}`;
  }
  if (node.type === 'NewExpression' && nodeAt(node, 'callee')?.['name'] === 'Date') {
    const given = node['arguments'];
    return Array.isArray(given) && given.length === 0 ? 'new Date()' : null;
  }
  return isReference(node, parent) ? String(node['name']) : null;
}
