import type { Finding } from './finding.ts';
import { isReference, nodeAt, nodesAt, type SourceFile, type SyntaxNode, walk } from './source-file.ts';

/** Node types that the language of the product does without, and what it writes instead. */
const BANNED: ReadonlyMap<string, string> = new Map([
  ['TSAnyKeyword', 'any: write unknown and prove the type with a predicate'],
  ['TSNonNullExpression', 'non-null "!": handle the missing value'],
  ['TSEnumDeclaration', 'enum: write a union of literals'],
  ['TSParameterProperty', 'parameter property: write a function, or assign the field'],
  ['TSExportAssignment', 'export =: export by name'],
  ['TSImportEqualsDeclaration', 'import =: write an import'],
  ['Decorator', 'decorator: call the function'],
  ['ExportDefaultDeclaration', 'default export: export by name'],
  ['DebuggerStatement', 'debugger: remove it'],
  ['WithStatement', 'with: name the object'],
]);

const LITERALS: ReadonlySet<string> = new Set(['ObjectExpression', 'ArrayExpression']);

const SUPPRESSIONS =
  /(?:@ts-(?:ignore|expect-error|nocheck)|biome-ignore|eslint-disable|prettier-ignore|v8 ignore|istanbul ignore)/;
const RE_EXPORTING: ReadonlySet<string> = new Set([
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportDeclaration',
]);

/** Words of the language that style.md rules out. A tool's own configuration file must export a default. */
export function bannedLanguage(file: SourceFile): readonly Finding[] {
  const isConfiguration = /^(?:test\/)?[\w-]+\.config\.ts$/.test(file.path);
  const findings: Finding[] = [];
  const report = (at: number, message: string) => {
    findings.push({ path: file.path, line: file.lineAt(at), message });
  };
  for (const { node, parent } of walk(file.program)) {
    const message = BANNED.get(node.type) ?? otherwiseBanned(file, node, parent);
    if (message === null || (isConfiguration && node.type === 'ExportDefaultDeclaration')) continue;
    report(node.start, message);
  }
  for (const { value, start } of file.comments) {
    const word = SUPPRESSIONS.exec(value)?.[0];
    if (word !== undefined) report(start, `${word}: repair what it would hide`);
  }
  return findings;
}

function otherwiseBanned(file: SourceFile, node: SyntaxNode, parent: SyntaxNode | null): string | null {
  if (node['definite'] === true) return 'definite assignment "!": give the value where it is declared';
  if (node.type === 'TSModuleDeclaration') {
    return nodeAt(node, 'id')?.type === 'Literal' ? null : 'namespace: write a module';
  }
  if (node.type === 'ExportSpecifier' && nodeAt(node, 'exported')?.['name'] === 'default') {
    return 'default export: export by name';
  }
  const spread = node.type === 'SpreadElement' ? spreadInPlace(node, parent) : null;
  if (spread !== null) return spread;
  const isConsole = node['name'] === 'console' && isReference(node, parent);
  return isConsole && !file.path.startsWith('src/cli/')
    ? 'console: log through telemetry, print through src/cli'
    : null;
}

/** Members wrapped into a literal only to be unwrapped again, which saves a line and hides what they say. */
function spreadInPlace(node: SyntaxNode, parent: SyntaxNode | null): string | null {
  let argument = nodeAt(node, 'argument');
  while (argument?.type === 'TSAsExpression' || argument?.type === 'TSSatisfiesExpression')
    argument = nodeAt(argument, 'expression');
  return argument !== null && argument.type === parent?.type && LITERALS.has(argument.type)
    ? 'literal spread in place: write what is in it where it stands'
    : null;
}

/** A file that declares nothing and only passes on what others export. */
export function barrel(file: SourceFile): readonly Finding[] {
  const statements = nodesAt(file.program, 'body');
  const exporting = statements.filter(({ type }) => type.startsWith('Export'));
  const passesOn = statements.every(
    (node) => RE_EXPORTING.has(node.type) && nodeAt(node, 'declaration') === null,
  );
  if (exporting.length === 0 || !passesOn) return [];
  return [{ path: file.path, line: 1, message: 'barrel file: import from the file that declares the name' }];
}
