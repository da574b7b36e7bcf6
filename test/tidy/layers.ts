import type { Finding } from './finding.ts';
import { importsOf } from './imports.ts';
import type { SourceFile } from './source-file.ts';

/** What the files under one folder may import. */
interface Layer {
  /** The folder, or the one file, from the root of the repository. */
  readonly path: string;
  /** Folders and files that it may import besides itself; a star stands for part of a name. */
  readonly from: readonly string[];
  /** Whether modules of Node and the packages of the folder may be imported. */
  readonly outside: boolean;
  /** What to do instead, for the message. */
  readonly instead: string;
}

const ADAPTER = ['src/core', 'src/catalogs', 'src/schema', 'src/operations/*ports.ts', 'src/names'];
/** Some of these start processes of their own. */
const STARTING = [...ADAPTER, 'src/children'];
const DRIVER = ['src/core', 'src/catalogs', 'src/schema', 'src/requests', 'src/operations', 'src/config'];
const PORTS = 'declare a port in src/operations/<room>/ports.ts and let src/compose connect it';

/** The layers of design section 11; the first whose path matches holds. */
export const LAYERS: readonly Layer[] = [
  { path: 'src/core', from: ['src/catalogs'], outside: false, instead: 'take what you need as a parameter' },
  { path: 'src/catalogs', from: [], outside: false, instead: 'catalogs are data and look-up alone' },
  { path: 'src/operations', from: ['src/core', 'src/catalogs'], outside: false, instead: PORTS },
  {
    path: 'src/schema',
    from: ['src/core'],
    outside: true,
    instead: 'schemas say what a value must look like, and know nobody',
  },
  {
    path: 'src/requests',
    from: ['src/core', 'src/schema', 'src/operations'],
    outside: false,
    instead: 'what is sent becomes an order here, and its caller passes the order on',
  },
  { path: 'src/names', from: [], outside: true, instead: 'names are looked up for whoever asks' },
  { path: 'src/children', from: [], outside: true, instead: 'a child is told what it needs' },
  { path: 'src/storage', from: ADAPTER, outside: true, instead: PORTS },
  { path: 'src/hacienda', from: ADAPTER, outside: true, instead: PORTS },
  { path: 'src/signer', from: STARTING, outside: true, instead: PORTS },
  { path: 'src/identity', from: ADAPTER, outside: true, instead: PORTS },
  { path: 'src/paper', from: STARTING, outside: true, instead: PORTS },
  { path: 'src/mail', from: ADAPTER, outside: true, instead: PORTS },
  { path: 'src/export', from: ADAPTER, outside: true, instead: PORTS },
  { path: 'src/telemetry', from: ADAPTER, outside: true, instead: PORTS },
  { path: 'src/http', from: DRIVER, outside: true, instead: PORTS },
  { path: 'src/console', from: DRIVER, outside: true, instead: PORTS },
  { path: 'src/work', from: DRIVER, outside: true, instead: PORTS },
  { path: 'src/cli', from: [...DRIVER, 'src/children'], outside: true, instead: PORTS },
  { path: 'src/config', from: ['src/core'], outside: true, instead: 'settings know nobody' },
  { path: 'src/compose', from: ['src'], outside: true, instead: 'src/compose puts a node together' },
  { path: 'src/large', from: ['src'], outside: true, instead: 'src/large runs a second node' },
  { path: 'src/main.ts', from: ['src'], outside: true, instead: 'src/main.ts runs what is under src' },
  {
    path: 'sdk',
    from: [],
    outside: false,
    instead: 'the client runs alone wherever there is fetch: no package, no module of Node, nothing of src',
  },
  {
    path: 'simulator',
    from: ['src/core/identifiers', 'src/catalogs'],
    outside: true,
    instead: 'write it anew: an oracle that shares the code it judges judges nothing',
  },
];

/** Every folder directly under src is a layer with rules; tests may import across layers. */
export function brokenLayers(file: SourceFile): readonly Finding[] {
  if (!/^(src|simulator|sdk)\//.test(file.path) || file.path.endsWith('.test.ts')) return [];
  const layer = LAYERS.find(({ path }) => within(file.path, path));
  if (layer === undefined) {
    return [
      {
        path: file.path,
        line: 0,
        message: 'belongs to no layer: move it, or add its layer to test/tidy/layers.ts',
      },
    ];
  }
  return importsOf(file)
    .filter(({ mention }) => !mention)
    .filter(({ target }) => (target === null ? !layer.outside : !mayImport(layer, target)))
    .map(({ line, specifier }) => ({
      path: file.path,
      line,
      message: `${layer.path} may not import ${specifier}: ${layer.instead}`,
    }));
}

function mayImport(layer: Layer, target: string): boolean {
  return [layer.path, ...layer.from].some((path) => within(target, path));
}

/** Rows of the table in docs/architecture.md that say otherwise than the layers above, and layers without a row. */
export function undocumentedLayers(page: string): readonly Finding[] {
  const path = 'docs/architecture.md';
  const rows = page.split('\n').flatMap(rowsOf);
  const missing = LAYERS.filter((layer) => !rows.some((row) => row.path === layer.path));
  const wrong = rows.filter((row) => {
    const layer = LAYERS.find((one) => one.path === row.path);
    return layer === undefined || sentenceOf(layer) !== sentenceOf(row);
  });
  return [
    ...missing.map((layer) => ({
      path,
      line: 0,
      message: `${layer.path} has no row: it may import ${sentenceOf(layer)}`,
    })),
    ...wrong.map((row) => ({
      path,
      line: row.line,
      message: `${row.path} may import ${sentenceOf(row)}: test/tidy/layers.ts says otherwise`,
    })),
  ];
}

function sentenceOf({ from, outside }: Pick<Layer, 'from' | 'outside'>): string {
  return [...from.toSorted(), ...(outside ? ['packages'] : [])].join(', ') || 'nothing';
}

/** A row of four cells for each folder of its first: what it is comes second, then what it may import, then packages. */
function rowsOf(
  text: string,
  index: number,
): readonly (Omit<Layer, 'instead'> & { readonly line: number })[] {
  const [before, folders = '', , from = '', packages = ''] = text.split('|');
  if (before !== '') return [];
  const outside = packages.trim() === 'yes';
  return namesIn(folders).map((path) => ({ path, from: namesIn(from), outside, line: index + 1 }));
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** Whether a file is this file, lies in this folder or has a name of this pattern. */
export function within(file: string, path: string): boolean {
  const [before, after] = path.split('*');
  if (after !== undefined) return file.startsWith(before ?? '') && file.endsWith(after);
  return file === path || file.startsWith(`${path}/`) || file === `${path}.ts`;
}
