import type { Finding } from './finding.ts';
import { isReference, nodeAt, nodesAt, type SourceFile, type SyntaxNode, walk } from './source-file.ts';

const LITERALS: ReadonlySet<string> = new Set(['ObjectExpression', 'ArrayExpression']);

const SUPPRESSIONS =
  /(?:@ts-(?:ignore|expect-error|nocheck)|biome-ignore|eslint-disable|prettier-ignore|v8 ignore|istanbul ignore)/;
const RE_EXPORTING: ReadonlySet<string> = new Set([
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportDeclaration',
]);

/** The one file whose answers leave the framework's care. */
const HIJACKING = 'src/console/live-streams.ts';

/** What the product does without, and neither `tsconfig.json` nor `biome.json` can rule out. */
export function bannedLanguage(file: SourceFile): readonly Finding[] {
  const findings: Finding[] = [];
  const report = (at: number, message: string) => {
    findings.push({ path: file.path, line: file.lineAt(at), message });
  };
  for (const { node, parent } of walk(file.program)) {
    const message = banned(file, node, parent);
    if (message !== null) report(node.start, message);
  }
  for (const { value, start } of file.comments) {
    const word = SUPPRESSIONS.exec(value)?.[0];
    if (word !== undefined) report(start, `${word}: repair what it would hide`);
  }
  return findings;
}

function banned(file: SourceFile, node: SyntaxNode, parent: SyntaxNode | null): string | null {
  if (node['definite'] === true) return 'definite assignment "!": give the value where it is declared';
  if (node.type === 'Decorator') return 'decorator: call the function';
  if (node.type === 'TSImportType' && parent?.type !== 'TSTypeQuery')
    return 'import in place: import the type by name';
  const spread = node.type === 'SpreadElement' ? spreadInPlace(node, parent) : null;
  if (spread !== null) return spread;
  if (isProperty(node, 'hijack') && file.path !== HIJACKING)
    return 'hijack: nobody hears the errors of such an answer; open a live stream';
  const isConsole = node['name'] === 'console' && isReference(node, parent);
  return isConsole && !file.path.startsWith('src/cli/')
    ? 'console: log through telemetry, print through src/cli'
    : null;
}

/** Whether this is the name of a member that is read, however it is read. */
function isProperty(node: SyntaxNode, name: string): boolean {
  const property = nodeAt(node, node.type === 'Property' ? 'key' : 'property');
  return property?.['name'] === name || property?.['value'] === name;
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
