import type { Finding } from './finding.ts';
import { childNodes, nodeAt, type SourceFile, type SyntaxNode, walk } from './source-file.ts';

/** A function with a body of statements. */
export interface FunctionShape {
  readonly path: string;
  readonly line: number;
  readonly lines: number;
}

const LINE_LIMIT = 60;
const DEPTH_LIMIT = 3;

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);
const NESTING: ReadonlySet<string> = new Set([
  'IfStatement',
  'SwitchStatement',
  'TryStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
]);

/** The functions of a file that have a body of statements, which is what the limits on length count. */
export function functionsOf(file: SourceFile): readonly FunctionShape[] {
  const shapes: FunctionShape[] = [];
  for (const { node } of walk(file.program)) {
    if (!FUNCTIONS.has(node.type) || nodeAt(node, 'body')?.type !== 'BlockStatement') continue;
    const line = file.lineAt(node.start);
    shapes.push({ path: file.path, line, lines: file.lineAt(node.end) - line + 1 });
  }
  return shapes;
}

/** Functions of more than 60 lines. The body of a `describe` is a list of tests and has no length of its own. */
export function longFunctions(file: SourceFile): readonly Finding[] {
  if (file.path.endsWith('.test.ts')) return [];
  return functionsOf(file)
    .filter(({ lines }) => lines > LINE_LIMIT)
    .map(({ path, line, lines }) => ({
      path,
      line,
      message: `${lines} lines in a function: split it (${LINE_LIMIT} at most)`,
    }));
}

/** Statements nested deeper than three; `else if` goes on at the depth of its `if`. */
export function deepNesting(file: SourceFile): readonly Finding[] {
  const findings: Finding[] = [];
  descend(file.program, 0, (node, depth) => {
    if (depth !== DEPTH_LIMIT + 1) return;
    const message = `statements nested ${depth} deep: return early or move the inner part to a function`;
    findings.push({ path: file.path, line: file.lineAt(node.start), message });
  });
  return findings;
}

function descend(node: SyntaxNode, depth: number, visit: (node: SyntaxNode, depth: number) => void): void {
  const inner = depthInside(node, depth);
  if (inner > depth) visit(node, inner);
  const otherwise = node.type === 'IfStatement' ? nodeAt(node, 'alternate') : null;
  for (const child of childNodes(node)) {
    const chained = child === otherwise && child.type === 'IfStatement';
    descend(child, chained ? depth : inner, visit);
  }
}

function depthInside(node: SyntaxNode, depth: number): number {
  if (FUNCTIONS.has(node.type)) return 0;
  return NESTING.has(node.type) ? depth + 1 : depth;
}
