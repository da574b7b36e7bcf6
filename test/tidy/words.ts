import { posix } from 'node:path';
import type { Finding } from './finding.ts';
import type { SourceFile, TextFile } from './source-file.ts';

const UNFINISHED = /\b(TODO|FIXME|XXX|HACK)\b/;
/** Folders that exist on one machine only; after a word, a dot or a brace they are part of a relative path. */
const MACHINE_PATH = /(?<![\w.$)}*+=~-])\/(?:work|tmp|home|root)\//;
const REGISTRY =
  /https?:\/\/[^\s"'`)]*(?:registry|npmjs|artifactory|verdaccio|nexus)|\bnpmjs\.(?:org|com)\b/i;
const HASH = /"integrity": "[^"]*"/;
const VAGUE: ReadonlySet<string> = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'manager',
  'managers',
  'service',
  'services',
]);

/** Words of unfinished work in comments. */
export function unfinishedComments(file: SourceFile): readonly Finding[] {
  return file.comments.flatMap(({ value, start }) => {
    const word = UNFINISHED.exec(value)?.[0];
    if (word === undefined) return [];
    return [
      { path: file.path, line: file.lineAt(start), message: `${word}: finish it, or say what is true today` },
    ];
  });
}

/** A comment that begins with a bare "Of", "And" or "Those": whoever reads it alone does not learn what it is about. */
export function subjectlessComments(file: SourceFile): readonly Finding[] {
  return file.comments.flatMap(({ value, start }) => {
    const [, word] = /^[*\s]*(Of|And|Those)\b/.exec(value) ?? [];
    if (word === undefined) return [];
    return [{ path: file.path, line: file.lineAt(start), message: `"${word}": say first what it is about` }];
  });
}

/** Paths of one machine and hosts of package registries, in any text file. */
export function machineWords({ path, text }: TextFile): readonly Finding[] {
  return text.split('\n').flatMap((content, index) => {
    const readable = content.replace(HASH, '');
    const folder = MACHINE_PATH.exec(readable)?.[0];
    const host = REGISTRY.exec(readable)?.[0];
    return [
      ...(folder === undefined
        ? []
        : [{ path, line: index + 1, message: `${folder}: take the folder from a setting or tmpdir()` }]),
      ...(host === undefined ? [] : [{ path, line: index + 1, message: `${host}: name no registry` }]),
    ];
  });
}

/** Names that say nothing, as a folder, a file or a part of one. */
export function vagueNames(path: string): readonly Finding[] {
  const words = path.split('/').flatMap((segment) => (segment.split('.')[0] ?? '').split('-'));
  const vague = words.find((word) => VAGUE.has(word.toLowerCase()));
  return vague === undefined
    ? []
    : [{ path, line: 0, message: `"${vague}" says nothing: name the one thing that is in it` }];
}

/** TypeScript files and their folders are written in kebab-case. */
export function oddNames(path: string): readonly Finding[] {
  if (posix.extname(path) !== '.ts') return [];
  const odd = path.split('/').find((segment) => !/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(segment));
  return odd === undefined ? [] : [{ path, line: 0, message: `${odd}: write it in kebab-case` }];
}
