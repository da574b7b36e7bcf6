import { childNodes, nodeAt, nodesAt, parseSource, type SyntaxNode } from '../../test/tidy/source-file.ts';

/** One small mistake in a file: `text` stands from `start` to `end` instead of what is there. */
export interface Mutant {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What was there, on one line. */
  readonly was: string;
}

type Change = Pick<Mutant, 'start' | 'end' | 'text'>;

/** Where a tree is walked; what only types say is left out, because it does nothing when the program runs. */
const WITHOUT_EFFECT = /^(TS(?!As|NonNull|Satisfies)|ImportDeclaration|ExportAllDeclaration)/;

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '||=': ['&&='],
};

const METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  max: 'min',
  min: 'max',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  find: 'findLast',
  findLast: 'find',
};

/** In the text of a statement. What decides there decides as much as an operator of ours. */
const SQL = /\b(SELECT|INSERT|UPDATE|DELETE|WHERE|CASE|FROM)\b/;
const SQL_CHANGES: readonly (readonly [RegExp, string])[] = [
  [/ AND (?!\w+ PRECEDING)/g, ' OR '],
  [/ OR /g, ' AND '],
  [/ IS NOT NULL/g, ' IS NULL'],
  [/ IS NULL/g, ' IS NOT NULL'],
  [/ <= /g, ' < '],
  [/ < /g, ' <= '],
  [/ >= /g, ' > '],
  [/ > /g, ' >= '],
  [/ <> /g, ' = '],
  [/ \+ /g, ' - '],
  [/ FOR UPDATE/g, ''],
  [/ DESC\b/g, ''],
  [/\bNOT /g, ''],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
];

/** The mistakes that can be made in a file, in the order of their places. */
export function mutantsOf(path: string, text: string): readonly Mutant[] {
  const file = parseSource({ path, text });
  return walk(file.program, text)
    .toSorted((a, b) => a.start - b.start)
    .map((change) => ({
      path,
      line: file.lineAt(change.start),
      was: text.slice(change.start, change.end).replaceAll(/\s+/g, ' '),
      ...change,
    }));
}

/** The file with the mistake in it. */
export function mutated(text: string, { start, end, text: wrong }: Change): string {
  return text.slice(0, start) + wrong + text.slice(end);
}

function walk(node: SyntaxNode, text: string): readonly Change[] {
  if (WITHOUT_EFFECT.test(node.type)) return [];
  return [...changesOf(node, text), ...childNodes(node).flatMap((child) => walk(child, text))];
}

function changesOf(node: SyntaxNode, text: string): readonly Change[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operatorChanges(node, text);
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return ['true', 'false'].map((wrong) => over(nodeAt(node, 'test') ?? node, wrong));
    case 'UnaryExpression':
      return node['operator'] === '!' ? [over(node, sliceOf(nodeAt(node, 'argument'), text))] : [];
    case 'ExpressionStatement':
      return [over(node, ';')];
    case 'ReturnStatement':
      return nodeAt(node, 'argument') === null ? [over(node, ';')] : [];
    case 'CallExpression':
      return callChanges(node, text);
    case 'Literal':
      return literalChanges(node);
    case 'TemplateElement':
      return sqlChanges(node, text);
    default:
      return [];
  }
}

function over({ start, end }: SyntaxNode, text: string): Change {
  return { start, end, text };
}

function sliceOf(node: SyntaxNode | null, text: string): string {
  return node === null ? '' : `(${text.slice(node.start, node.end)})`;
}

function operatorChanges(node: SyntaxNode, text: string): readonly Change[] {
  const [left, right, operator] = [nodeAt(node, 'left'), nodeAt(node, 'right'), String(node['operator'])];
  if (left === null || right === null) return [];
  if (operator === '??') return [over(node, sliceOf(left, text))];
  const start = text.indexOf(operator, left.end);
  const end = start + operator.length;
  // The second sum of texts is no text, but no sum either.
  const isText = operator === '+' && [left, right].some(({ type }) => type === 'TemplateLiteral');
  return isText ? [] : (OPERATORS[operator] ?? []).map((wrong) => ({ start, end, text: wrong }));
}

function callChanges(node: SyntaxNode, text: string): readonly Change[] {
  const callee = nodeAt(node, 'callee');
  const [object, property] = [nodeAt(callee, 'object'), nodeAt(callee, 'property')];
  if (object === null || property === null) return [];
  const name = text.slice(property.start, property.end);
  const wrong = METHODS[name];
  if (wrong !== undefined) return [over(property, wrong)];
  return name === 'filter' && nodesAt(node, 'arguments').length === 1
    ? [over(node, sliceOf(object, text))]
    : [];
}

function literalChanges(node: SyntaxNode): readonly Change[] {
  const { value } = node;
  if (typeof value === 'boolean') return [over(node, String(!value))];
  if (typeof value !== 'number') return [];
  // A limit that is off by one in a thousand, such as a time, is as good as the right one.
  return [over(node, value < 1000 ? `(${value} + 1)` : `(${value} * 2)`)];
}

function sqlChanges(node: SyntaxNode, text: string): readonly Change[] {
  const words = text.slice(node.start, node.end);
  if (!SQL.test(words)) return [];
  return SQL_CHANGES.flatMap(([pattern, wrong]) =>
    [...words.matchAll(pattern)].map((match) => {
      const start = node.start + match.index;
      return { start, end: start + match[0].length, text: wrong };
    }),
  );
}
