import { posix } from 'node:path';
import type { Finding } from './finding.ts';
import { type Import, importsOf } from './imports.ts';
import { childNodes, nodeAt, nodesAt, type SourceFile, type SyntaxNode } from './source-file.ts';

const ROOT_LIMIT = 20;
const TESTED_FROM_LINES = 40;

/** Where each kind of file may lie. A kind is its extension, or its name where it has none. */
const FILE_KINDS: Readonly<Record<string, RegExp>> = {
  '.cfg': /^docs\/proxies\//,
  '.conf': /^docs\/proxies\//,
  '.css': /^(docs|src\/http|src\/console)\//,
  '.csv': /^(cases|test)\//,
  '.html': /^(docs|src\/http)\//,
  '.js': /^src\/console\/assets\//,
  '.json': /./,
  '.jsonl': /^(cases|test)\//,
  '.md': /./,
  '.pdf': /^(cases|docs)\//,
  '.sql': /^src\/storage\//,
  '.svg': /^(cases|docs|bench\/results|src\/console)\//,
  '.ts': /^(src|simulator|sdk|test|tools|bench)\//,
  '.ttf': /^src\/paper\//,
  '.txt': /./,
  '.webp': /^docs\//,
  '.xml': /^src\/signer\//,
  '.yml': /^(docs|\.ci|\.github|deploy)\/|^[\w.-]+$/,
  '.dockerignore': /^[^/]+$/,
  '.editorconfig': /^[^/]+$/,
  '.gitattributes': /^[^/]+$/,
  '.gitignore': /^[^/]+$/,
  '.npmrc': /^[^/]+$/,
  '.nvmrc': /^[^/]+$/,
  Caddyfile: /^docs\/proxies\//,
  Dockerfile: /./,
  LICENSE: /./,
  NOTICE: /./,
  run: /^\.ci\//,
  sello: /^bin\//,
};

/** Files of a kind that nobody expects there. */
export function unknownKind(path: string): readonly Finding[] {
  const name = posix.basename(path);
  const kind = posix.extname(name) || name;
  if (FILE_KINDS[kind]?.test(path)) return [];
  return [
    {
      path,
      line: 0,
      message: `${kind} is not expected here: move it, or name its kind in test/tidy/tree.ts`,
    },
  ];
}

/** More entries at the root than a newcomer can take in. */
export function crowdedRoot(paths: readonly string[]): readonly Finding[] {
  const entries = [...new Set(paths.map((path) => path.split('/')[0] ?? ''))];
  if (entries.length < ROOT_LIMIT) return [];
  return [
    {
      path: '.',
      line: 0,
      message: `${entries.length} entries at the root, fewer than ${ROOT_LIMIT} allowed: ${entries.join(' ')}`,
    },
  ];
}

/** Imports of files that a fresh clone would not have. */
export function missingTargets(file: SourceFile, paths: ReadonlySet<string>): readonly Finding[] {
  return importsOf(file)
    .filter(
      ({ target, mention }) => !mention && target !== null && !target.startsWith('..') && !paths.has(target),
    )
    .map(({ line, specifier }) => ({
      path: file.path,
      line,
      message: `${specifier} does not exist, or git ignores it`,
    }));
}

/** The programs of the repository: what each consists of, and where it begins. */
const PROGRAMS: readonly { readonly part: RegExp; readonly entry: RegExp }[] = [
  { part: /^src\//, entry: /^src\/main\.ts$/ },
  { part: /^simulator\//, entry: /^simulator\/main\.ts$/ },
  { part: /^sdk\//, entry: /^sdk\/(?:client|outcome)\.ts$/ },
  { part: /^bench\//, entry: /^bench\/(?:run|growth|pair|programs\/[^/]+)\.ts$/ },
  { part: /^tools\//, entry: /^tools\/(?:[^/]+|[^/]+\/generate)\.ts$/ },
  { part: /^test\//, entry: /\.test\.ts$|^test\/vitest\.config\.ts$/ },
];

/**
 * Files that no program reaches from where it begins. A part whose program does not exist yet has no dead files;
 * migrations are found by their folder.
 */
export function deadFiles(files: readonly SourceFile[]): readonly Finding[] {
  return PROGRAMS.flatMap(({ part, entry }) => {
    const entries = files.filter(({ path }) => entry.test(path));
    if (entries.length === 0) return [];
    const reached = reachableFrom(files, entries);
    return files
      .filter(({ path }) => part.test(path) && !reached.has(path))
      .filter(({ path }) => !path.endsWith('.test.ts') && !path.includes('/migrations/'))
      .map(({ path }) => ({ path, line: 0, message: 'reached by no program: import it or remove it' }));
  });
}

/** Files that import vitest although a program runs them, which would end as soon as it starts. */
export function testersInPrograms(files: readonly SourceFile[]): readonly Finding[] {
  const entries = files.filter(({ path }) =>
    PROGRAMS.some(({ part, entry }) => !part.test('test/') && entry.test(path)),
  );
  const reached = reachableFrom(files, entries, ({ erased }) => !erased);
  return files
    .filter(({ path }) => reached.has(path) && !path.endsWith('.test.ts'))
    .flatMap((file) => importsOf(file).map((found) => ({ file, found })))
    .filter(({ found }) => found.specifier === 'vitest' && !found.erased)
    .map(({ file, found }) => ({
      path: file.path,
      line: found.line,
      message: 'a program runs this, and vitest is only there in tests: take apart what it needs',
    }));
}

function reachableFrom(
  files: readonly SourceFile[],
  entries: readonly SourceFile[],
  follows: (found: Import) => boolean = () => true,
): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set<string>();
  const pending = [...entries];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (reached.has(file.path)) continue;
    reached.add(file.path);
    for (const { target } of importsOf(file).filter(follows)) {
      const next = target === null ? undefined : byPath.get(target);
      if (next !== undefined) pending.push(next);
    }
  }
  return reached;
}

/**
 * Modules of src, simulator and sdk with more than 40 lines of running code and no test. A test lies beside the module,
 * imports it or names its path, imports a module of the same folder that imports it, or is a suite of its folder:
 * `contract.test.ts`, or one file per HTTP status.
 */
export function untestedModules(files: readonly SourceFile[], paths: readonly string[]): readonly Finding[] {
  const tested = testedPaths(files);
  const suites = new Set(paths.filter((path) => SUITE.test(path)).map(posix.dirname));
  return files
    .filter(({ path }) => /^(src|simulator|sdk)\//.test(path) && !path.endsWith('.test.ts'))
    .filter((file) => runningLines(file) > TESTED_FROM_LINES)
    .filter(({ path }) => !tested.has(path) && !suites.has(posix.dirname(path)))
    .map(({ path }) => ({ path, line: 0, message: 'has no test: write one beside it' }));
}

const SUITE = /\/(?:\d{3}|(?:[\w-]+\.)?contract)\.test\.ts$/;

function testedPaths(files: readonly SourceFile[]): ReadonlySet<string> {
  const tests = files.filter(({ path }) => path.endsWith('.test.ts'));
  const beside = tests.map(({ path }) => path.replace(/\.test\.ts$/, '.ts'));
  const direct = new Set([...beside, ...tests.flatMap(targetsOf)]);
  const behind = files
    .filter(({ path }) => direct.has(path) && !path.endsWith('.test.ts'))
    .flatMap((file) =>
      targetsOf(file).filter((target) => posix.dirname(target) === posix.dirname(file.path)),
    );
  return new Set([...direct, ...behind]);
}

function targetsOf(file: SourceFile): readonly string[] {
  return importsOf(file).flatMap(({ target }) => (target === null ? [] : [target]));
}

/** Lines of statements that run; imports, types and constants that hold plain data do not. */
function runningLines(file: SourceFile): number {
  const statements = nodesAt(file.program, 'body').filter((node) =>
    hasFunction(nodeAt(node, 'declaration') ?? node),
  );
  return statements.reduce((total, node) => total + file.lineAt(node.end) - file.lineAt(node.start) + 1, 0);
}

function hasFunction(node: SyntaxNode): boolean {
  if (node.type.startsWith('TS') || node.type === 'ImportDeclaration') return false;
  if (/Function|CallExpression|NewExpression/.test(node.type)) return true;
  return childNodes(node).some(hasFunction);
}
