import { posix } from 'node:path';
import { nodeAt, type SourceFile, type SyntaxNode, walk } from './source-file.ts';

/** One import, re-export, dynamic import or `require`, or the mention of a file. */
export interface Import {
  readonly line: number;
  readonly specifier: string;
  /** The file meant, from the root of the repository; null for a package or a module of Node. */
  readonly target: string | null;
  /** `node` for a module of Node, the package's name for one, null for a file. */
  readonly package: string | null;
  /** Whether it only names a file that another process loads: in a `new URL`, or as a path from the root. */
  readonly mention: boolean;
  /** Whether it names types alone, so that nothing of it is there when the file runs. */
  readonly erased: boolean;
}

const IMPORTING: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

const PATH = /^(?:src|simulator|sdk|test|tools|bench)\/[\w./-]+\.ts$/;

const known = new WeakMap<SourceFile, readonly Import[]>();

/** Everything a file names as needed, in order; many rules ask, and each file is read once. */
export function importsOf(file: SourceFile): readonly Import[] {
  const imports = known.get(file) ?? readImports(file);
  known.set(file, imports);
  return imports;
}

function readImports(file: SourceFile): readonly Import[] {
  const imports: Import[] = [];
  for (const { node } of walk(file.program)) {
    const specifier = specifierOf(node);
    if (specifier !== null) imports.push(toImport(file, node, specifier));
  }
  return imports;
}

function specifierOf(node: SyntaxNode): string | null {
  if (IMPORTING.has(node.type)) return textOf(nodeAt(node, 'source'));
  if (node.type === 'CallExpression' && /^(require|.*\.resolve)$/.test(calleeOf(node))) {
    return textOf(argumentOf(node));
  }
  if (node.type === 'Literal') return PATH.test(textOf(node) ?? '') ? textOf(node) : null;
  const isUrl = node.type === 'NewExpression' && calleeOf(node) === 'URL';
  const text = isUrl ? textOf(argumentOf(node)) : null;
  return text?.startsWith('.') ? text : null;
}

function calleeOf(node: SyntaxNode): string {
  const callee = nodeAt(node, 'callee');
  if (callee?.type === 'Identifier') return String(callee['name']);
  const property = callee?.type === 'MemberExpression' ? nodeAt(callee, 'property') : null;
  const object = callee?.type === 'MemberExpression' ? nodeAt(callee, 'object') : null;
  return object?.['name'] === 'require' ? `require.${property?.['name']}` : '';
}

function argumentOf(node: SyntaxNode): SyntaxNode | null {
  const list = node['arguments'];
  return Array.isArray(list) ? list[0] : null;
}

function textOf(node: SyntaxNode | null): string | null {
  const value = node?.type === 'Literal' ? node['value'] : null;
  return typeof value === 'string' ? value : null;
}

function toImport(file: SourceFile, node: SyntaxNode, specifier: string): Import {
  const found = {
    line: file.lineAt(node.start),
    specifier,
    mention: node.type === 'NewExpression' || node.type === 'Literal',
    erased: node.type === 'TSImportType' || node['importKind'] === 'type' || node['exportKind'] === 'type',
  };
  if (node.type === 'Literal') return { ...found, target: specifier, package: null };
  if (specifier.startsWith('.'))
    return { ...found, target: posix.join(posix.dirname(file.path), specifier), package: null };
  if (specifier.startsWith('node:')) return { ...found, target: null, package: 'node' };
  const [scope = '', name = ''] = specifier.split('/');
  return { ...found, target: null, package: scope.startsWith('@') ? `${scope}/${name}` : scope };
}
