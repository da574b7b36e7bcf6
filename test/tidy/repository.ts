import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lockfile, readLockfile } from '../../tools/check/lockfile.ts';
import type { Manifest } from './packages.ts';
import { parseSource, type SourceFile, type TextFile } from './source-file.ts';

export interface Repository {
  /** Every file that git knows or would add, from the root, with slashes. */
  readonly paths: readonly string[];
  /** The files that hold text. */
  readonly texts: readonly TextFile[];
  /** The files that are TypeScript. */
  readonly sources: readonly SourceFile[];
  readonly manifest: Manifest;
  readonly lockfile: Lockfile;
  /** docs/dependencies.md; null while there is none. */
  readonly dependencyPage: string | null;
}

const BINARY = /\.(ttf|png|webp|pdf)$/;

/** Reads the working tree; files deleted there but still known to git are left out. */
export function readRepository(root: string): Repository {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  const paths = [...new Set(listed.split('\0'))]
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .sort();
  const texts = paths
    .filter((path) => !BINARY.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const textOf = (path: string) => texts.find((file) => file.path === path)?.text ?? null;
  return {
    paths,
    texts,
    sources: texts.filter(({ path }) => path.endsWith('.ts')).map(parseSource),
    manifest: readManifest(textOf('package.json') ?? '{}'),
    lockfile: readLockfile(textOf('package-lock.json') ?? '{}'),
    dependencyPage: textOf('docs/dependencies.md'),
  };
}

function readManifest(text: string): Manifest {
  const { dependencies = {}, optionalDependencies = {}, devDependencies = {} } = JSON.parse(text);
  return { dependencies, optionalDependencies, devDependencies };
}
