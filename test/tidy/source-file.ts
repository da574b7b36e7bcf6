import { type Comment, parseSync } from 'oxc-parser';

/** A node of the syntax tree (ESTree with TypeScript's own), read by name because its shapes are many. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

/** A parsed TypeScript file. */
export interface SourceFile {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly program: SyntaxNode;
  readonly comments: readonly Comment[];
  /** The line of an offset, counted from 1. */
  lineAt(offset: number): number;
  readonly lineCount: number;
}

/** A file's path and text, before it is parsed. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Throws SyntaxError where the text is no TypeScript. */
export function parseSource({ path, text }: TextFile): SourceFile {
  const result = parseSync(path, text, { lang: 'ts', preserveParens: false });
  const program: unknown = result.program;
  const [error] = result.errors;
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}`);
  if (!isSyntaxNode(program)) throw new SyntaxError(`${path}: no syntax tree`);
  const starts = lineStarts(text);
  return {
    path,
    text,
    program,
    comments: result.comments,
    lineAt: (offset) => lineIndex(starts, offset) + 1,
    lineCount: text === '' || text.endsWith('\n') ? starts.length - 1 : starts.length,
  };
}

export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The nodes directly below this one, in the order of the tree. */
export function childNodes(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.values(node).flatMap((value) => {
    if (Array.isArray(value)) return value.filter(isSyntaxNode);
    return isSyntaxNode(value) ? [value] : [];
  });
}

/** The property of a node that holds a node; null where it holds none. */
export function nodeAt(node: SyntaxNode | null, property: string): SyntaxNode | null {
  const value = node?.[property];
  return isSyntaxNode(value) ? value : null;
}

/** The property of a node that holds a list of nodes. */
export function nodesAt(node: SyntaxNode | null, property: string): readonly SyntaxNode[] {
  const value = node?.[property];
  return Array.isArray(value) ? value.filter(isSyntaxNode) : [];
}

const NAMING_PARENTS: ReadonlySet<string> = new Set(['Property', 'PropertyDefinition', 'MethodDefinition']);

/** Whether an identifier refers to something, and is not a property's mere name: `a.process`, `{ process: 1 }`. */
export function isReference(node: SyntaxNode, parent: SyntaxNode | null): boolean {
  if (node.type !== 'Identifier' || parent === null) return false;
  if (parent.type === 'MemberExpression') return parent['property'] !== node || parent['computed'] === true;
  if (parent.type.startsWith('TS')) return false;
  return !NAMING_PARENTS.has(parent.type) || parent['key'] !== node || parent['computed'] === true;
}

/** Every node of a tree with the one above it, parents first. */
export function* walk(
  node: SyntaxNode,
  parent: SyntaxNode | null = null,
): Generator<{ readonly node: SyntaxNode; readonly parent: SyntaxNode | null }> {
  const pending = [{ node, parent }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    const above = next.node;
    for (const child of childNodes(above).toReversed()) pending.push({ node: child, parent: above });
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Which line an offset lies in, by halving. */
function lineIndex(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
