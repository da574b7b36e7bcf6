import type { Finding } from './finding.ts';
import { importsOf } from './imports.ts';
import { within } from './layers.ts';
import type { SourceFile } from './source-file.ts';

/** The one folder that may import each runtime package; `docs/dependencies.md` gives the reasons. */
export const PACKAGE_FOLDERS: Readonly<Record<string, string>> = {
  ajv: 'src/schema',
  fastify: 'src/http',
  ghtml: 'src/console',
  nodemailer: 'src/mail',
  'openid-client': 'src/identity',
  pdfkit: 'src/paper',
  pg: 'src/storage',
  pino: 'src/telemetry',
  'prom-client': 'src/telemetry',
  qr: 'src/paper',
  'swagger-ui-dist': 'src/http',
  undici: 'src/hacienda',
};

/** A second folder that may import a package, where the same thing is needed twice: each driver over HTTP is one. */
const SECOND_FOLDERS: Readonly<Record<string, string>> = { fastify: 'src/console' };

/** The parts of package.json that the rules read. */
export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const MANIFEST = 'package.json';
const RUNTIME_LIMIT = 14;
const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** Packages imported outside their folder, or without being declared. */
export function strayPackages(file: SourceFile, manifest: Manifest): readonly Finding[] {
  const isProduct = /^(src|simulator|sdk)\//.test(file.path) && !file.path.endsWith('.test.ts');
  const declared = isProduct
    ? { ...manifest.dependencies, ...manifest.optionalDependencies }
    : { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };
  return importsOf(file).flatMap(({ line, package: name }) => {
    if (name === null || name === 'node') return [];
    const problem = strayProblem(name, isProduct ? file.path : null, declared);
    return problem === null ? [] : [{ path: file.path, line, message: problem }];
  });
}

function strayProblem(
  name: string,
  productPath: string | null,
  declared: Readonly<Record<string, string>>,
): string | null {
  if (declared[name] === undefined) return `${name} is not declared in package.json for this use`;
  const folders = foldersOf(name);
  if (productPath === null || folders.length === 0) return null;
  if (folders.some((folder) => within(productPath, folder))) return null;
  return `${name} belongs to ${folders.join(' and ')}: ask for what you need through a port`;
}

/** The folders that may import a runtime package; none for any other. */
export function foldersOf(name: string): readonly string[] {
  return [PACKAGE_FOLDERS[name], SECOND_FOLDERS[name]].filter((folder) => folder !== undefined);
}

/** Runtime packages in number and exact versions, each with its folder, both ways, and in use. */
export function manifestProblems(manifest: Manifest, files: readonly SourceFile[]): readonly Finding[] {
  const runtime = Object.keys(manifest.dependencies);
  const product = files.filter(({ path }) => /^(src|simulator)\//.test(path) && !path.endsWith('.test.ts'));
  const used = new Set(product.flatMap((file) => importsOf(file).map((one) => one.package)));
  const groups = [manifest.dependencies, manifest.optionalDependencies, manifest.devDependencies];
  const loose = groups
    .flatMap((group) => Object.entries(group))
    .filter(([, version]) => !EXACT.test(version));
  const problems = [
    ...loose.map(([name, version]) => `${name}@${version}: give the exact version`),
    ...runtime
      .filter((name) => PACKAGE_FOLDERS[name] === undefined)
      .map((name) => `${name} has no folder in test/tidy/packages.ts`),
    ...Object.keys(PACKAGE_FOLDERS)
      .filter((name) => manifest.dependencies[name] === undefined)
      .map((name) => `${name} has a folder in test/tidy/packages.ts and is no dependency: remove it there`),
    ...runtime.filter((name) => !used.has(name)).map((name) => `${name} is imported by nobody: remove it`),
  ];
  if (runtime.length > RUNTIME_LIMIT)
    problems.push(`${runtime.length} runtime packages: ${RUNTIME_LIMIT} at most`);
  return problems.map((message) => ({ path: MANIFEST, line: 0, message }));
}

/** A package of docs/dependencies.md; a final star stands for a platform. */
interface Row {
  readonly line: number;
  readonly name: string;
  /** The folders that the second cell names. */
  readonly folders: string;
}

/** The tables of docs/dependencies.md against package.json and the table above, both ways. */
export function undocumentedPackages(page: string, manifest: Manifest): readonly Finding[] {
  const path = 'docs/dependencies.md';
  const rows = page.split('\n').flatMap(rowsOf);
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  const known = [...installed, ...Object.keys(manifest.devDependencies)];
  const missing = installed.filter((name) => !rows.some((row) => covers(row, name)));
  const gone = rows.filter((row) => !known.some((name) => covers(row, name)));
  const moved = rows.filter(({ name, folders }) => folders !== foldersOf(name).join(' '));
  return [
    ...missing.map((name) => ({ path, line: 0, message: `${name} is missing: add a row with its reason` })),
    ...gone.map(({ name, line }) => ({
      path,
      line,
      message: `${name} is not in package.json: remove the row`,
    })),
    ...moved.map(({ name, line }) => ({
      path,
      line,
      message: `${name}: ${foldersOf(name).join(' and ')} may import it`,
    })),
  ];
}

function rowsOf(text: string, index: number): readonly Row[] {
  const [before, first = '', second = ''] = text.split('|');
  if (before !== '') return [];
  const isFolders = /^\s*`[^`]+`(?:, `[^`]+`)*\s*$/.test(second);
  const folders = isFolders ? [...second.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one).join(' ') : '';
  return [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ line: index + 1, name, folders }));
}

function covers(row: Row, name: string): boolean {
  return row.name.endsWith('*') ? name.startsWith(row.name.slice(0, -1)) : row.name === name;
}
