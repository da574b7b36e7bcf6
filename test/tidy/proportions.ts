import type { Finding } from './finding.ts';
import { functionsOf } from './functions.ts';
import { nodeAt, nodesAt, type SourceFile, type SyntaxNode, walk } from './source-file.ts';

const FILE_LIMIT = 400;
const FILE_P90_LIMIT = 220;
const FUNCTION_P90_LIMIT = 25;
const LARGE_FUNCTION = 40;
const LARGE_SHARE_LIMIT = 0.03;
const CASTS_PER_1000_LIMIT = 2;
const PARAMETER_INTERFACE_SHARE_LIMIT = 0.15;

const PRODUCT = /^(src|simulator|sdk|tools|bench)\//;

/** What runs in the product or judges it; tables of official data are no code. */
export function isSource({ path }: { readonly path: string }): boolean {
  return PRODUCT.test(path) && !path.endsWith('.test.ts') && !isData(path);
}

/** Tests and what they stand on. */
export function isTest({ path }: { readonly path: string }): boolean {
  return path.endsWith('.test.ts') || path.startsWith('test/');
}

/** Nobody reads data from top to bottom, nor the client's types, which are generated from the description. */
function isData(path: string): boolean {
  return path.includes('/data/') || path === 'sdk/answers.ts' || path === 'sdk/requests.ts';
}

/** The smallest value that at least this share of the values does not exceed; 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Files of more than 400 lines. */
export function longFiles(files: readonly SourceFile[]): readonly Finding[] {
  return files
    .filter(({ path, lineCount }) => lineCount > FILE_LIMIT && !isData(path))
    .map(({ path, lineCount }) => ({
      path,
      line: 0,
      message: `${lineCount} lines: split it (${FILE_LIMIT} at most)`,
    }));
}

/** Limits that hold for all source files together; each names the places to begin with. */
export function proportionProblems(files: readonly SourceFile[]): readonly Finding[] {
  const source = files.filter(isSource);
  return [
    ...fileProportions(source),
    ...functionProportions(source),
    ...castProportions(source),
    ...interfaceProportions(source),
    ...testShare(files),
  ];
}

/** Files of more than 220 lines, where they are more than one in ten. */
export function fileProportions(source: readonly SourceFile[]): readonly Finding[] {
  const p90 = percentile(
    source.map(({ lineCount }) => lineCount),
    0.9,
  );
  if (p90 <= FILE_P90_LIMIT) return [];
  return source
    .filter(({ lineCount }) => lineCount > FILE_P90_LIMIT)
    .map(({ path, lineCount }) => ({
      path,
      line: 0,
      message: `${lineCount} lines, and the 90th percentile of all files is ${p90}: split it (${FILE_P90_LIMIT})`,
    }));
}

/** Functions of more than 40 lines, where they are 3 %, and of more than 25, where they are more than one in ten. */
export function functionProportions(source: readonly SourceFile[]): readonly Finding[] {
  const shapes = source.flatMap(functionsOf);
  const p90 = percentile(
    shapes.map(({ lines }) => lines),
    0.9,
  );
  const large = shapes.filter(({ lines }) => lines > LARGE_FUNCTION);
  const share = shapes.length === 0 ? 0 : large.length / shapes.length;
  const tooMany = share >= LARGE_SHARE_LIMIT;
  const name = (
    { path, line }: { readonly path: string; readonly line: number },
    message: string,
  ): Finding => ({ path, line, message });
  return [
    ...(tooMany ? large : []).map((shape) =>
      name(
        shape,
        `${shape.lines} lines; ${(share * 100).toFixed(1)} % of all functions exceed ${LARGE_FUNCTION} (3 %): split it`,
      ),
    ),
    ...(p90 > FUNCTION_P90_LIMIT ? shapes.filter(({ lines }) => lines > FUNCTION_P90_LIMIT) : []).map(
      (shape) =>
        name(
          shape,
          `${shape.lines} lines; the 90th percentile of all functions is ${p90} (${FUNCTION_P90_LIMIT}): split it`,
        ),
    ),
  ];
}

/** All casts, where there are two in 1,000 lines. */
export function castProportions(source: readonly SourceFile[]): readonly Finding[] {
  const casts = source.flatMap(castsOf);
  const lines = source.reduce((total, { lineCount }) => total + lineCount, 0);
  if (casts.length * 1_000 < CASTS_PER_1000_LIMIT * lines || casts.length === 0) return [];
  return casts;
}

/** Type assertions other than `as const`. */
export function castsOf(file: SourceFile): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { node } of walk(file.program)) {
    if (node.type !== 'TSAsExpression' && node.type !== 'TSTypeAssertion') continue;
    if (/\bas const$/.test(file.text.slice(node.start, node.end))) continue;
    findings.push({
      path: file.path,
      line: file.lineAt(node.start),
      message: 'cast: prove the type with a predicate',
    });
  }
  return findings;
}

/** Private interfaces that are mentioned once, only to type a parameter, where they are 15 % of all private ones. */
export function interfaceProportions(source: readonly SourceFile[]): readonly Finding[] {
  const all = source.flatMap(privateInterfaces);
  const idle = all.filter(({ onlyTypesParameter }) => onlyTypesParameter);
  const share = all.length === 0 ? 0 : idle.length / all.length;
  if (share < PARAMETER_INTERFACE_SHARE_LIMIT) return [];
  return idle.map(({ path, line, name }) => ({
    path,
    line,
    message: `${name} only types a parameter, as do ${(share * 100).toFixed(1)} % of all private interfaces (15 %): say its shape there`,
  }));
}

/** The interfaces of a file that no other file can name. */
function privateInterfaces(file: SourceFile) {
  const nodes = [...walk(file.program)];
  const mentions = nodes.flatMap(({ node }) => (node.type === 'Identifier' ? [String(node['name'])] : []));
  const typing = nodes.flatMap(({ node }) => nodesAt(node, 'params').map(typeOfParameter));
  return nodesAt(file.program, 'body')
    .filter(({ type }) => type === 'TSInterfaceDeclaration')
    .map((node) => {
      const name = String(nodeAt(node, 'id')?.['name']);
      const mentioned = mentions.filter((one) => one === name).length - 1;
      const onlyTypesParameter = mentioned === 1 && typing.includes(name);
      return { path: file.path, line: file.lineAt(node.start), name, onlyTypesParameter };
    });
}

/** The name of a parameter's type; null where it has another kind of type, or none. */
function typeOfParameter(parameter: SyntaxNode): string | null {
  const pattern = parameter.type === 'AssignmentPattern' ? nodeAt(parameter, 'left') : parameter;
  const type = nodeAt(nodeAt(pattern, 'typeAnnotation'), 'typeAnnotation');
  const name = type?.type === 'TSTypeReference' ? nodeAt(type, 'typeName')?.['name'] : null;
  return typeof name === 'string' ? name : null;
}

/** Fewer lines of tests than of source. */
export function testShare(files: readonly SourceFile[]): readonly Finding[] {
  const linesOf = (some: readonly SourceFile[]) =>
    some.reduce((total, { lineCount }) => total + lineCount, 0);
  const [source, tests] = [linesOf(files.filter(isSource)), linesOf(files.filter(isTest))];
  if (tests >= source) return [];
  return [
    {
      path: 'test',
      line: 0,
      message: `${tests} lines of tests for ${source} lines of source: write ${source - tests} more`,
    },
  ];
}
